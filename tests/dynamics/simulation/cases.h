#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "dynamics/simulation/simulation.h"
#include "robot/files/json_reader.h"

namespace invdyn::test {

/// A robot with these joints, in the tree convention; `gravity` as in a file.
inline Robot robot_of(const std::string& joints, const std::string& gravity = "[0, 0, -9.80665]") {
  return read_json_robot(
      R"({"name": "case", "convention": "tree", "gravity": )" + gravity + R"(, "joints": [)" + joints + "]}",
      "case.json", [](const std::string& text) { ADD_FAILURE() << text; });
}

/// A mass on a horizontal prismatic joint, kg; `more` are further keys of the joint, such as its friction.
inline Robot prismatic_mass(double mass, const std::string& more = "") {
  return robot_of(R"({"name": "slide", "type": "prismatic", "parent": "base", "axis": [1, 0, 0],
      "link": {"name": "block", "mass": )" +
                  std::to_string(mass) + R"(, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}})" +
                  more + "}");
}

inline std::vector<double> columns(std::initializer_list<double> values) {
  return values;
}

/// A motion from rows with t and, for each joint, q, dq, ddq.
struct DesiredRow {
  double t;
  std::vector<double> q, dq, ddq;
};
inline SampledMotion motion_of(const std::vector<DesiredRow>& rows) {
  Block block(rows.front().q.size(), rows.size());
  block.rows = rows.size();
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(rows.size()); ++k) {
    const DesiredRow& row = rows[static_cast<std::size_t>(k)];
    block.t[k] = row.t;
    for (std::size_t j = 0; j < block.dof; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      block.q(k, column) = row.q[j];
      block.dq(k, column) = row.dq[j];
      block.ddq(k, column) = row.ddq[j];
    }
  }
  SampledMotion motion(block.dof);
  motion.take(block);
  return motion;
}

/// One joint that rests at q for some time, s.
inline SampledMotion standing_at(const std::vector<double>& q, double duration) {
  const std::vector<double> zero(q.size(), 0);
  return motion_of({{0, q, zero, zero}, {duration, q, zero, zero}});
}

inline std::vector<ControlSample> samples_of(const Simulation& simulation, const SampledMotion& desired,
                                             std::vector<std::string>* warnings = nullptr) {
  std::vector<ControlSample> samples;
  simulation.run(
      desired, [&](const ControlSample& sample) { samples.push_back(sample); },
      [&](const std::string& text) {
        if (warnings)
          warnings->push_back(text);
        else
          ADD_FAILURE() << text;
      });
  return samples;
}

/// The text of the error that this throws, or `no error`.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline const DynamicsSettings frictionless{.friction = false};

}  // namespace invdyn::test
