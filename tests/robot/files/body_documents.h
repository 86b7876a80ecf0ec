#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "robot/files/body_reader.h"

namespace invdyn::test {

// Small .body files that a test completes, and functions that read them.

constexpr double rounding = 4e-16;

struct Read {
  RobotFile file;
  std::vector<std::string> warnings;
};

inline Read read(const std::string& text, const RobotReading& reading = {}) {
  std::vector<std::string> warnings;
  RobotFile file =
      read_body_robot(text, "arm.body", reading, [&](const std::string& w) { warnings.push_back(w); });
  return {file, warnings};
}

inline Robot read_silently(const std::string& text) {
  const Read read_file = read(text);
  EXPECT_THAT(read_file.warnings, testing::IsEmpty());
  return read_file.file.robot;
}

inline const std::string header = "format: ChoreonoidBody\nformatVersion: 1.0\nname: arm\nlinks:\n";
inline const std::string base = "  - { name: BASE, jointType: fixed }\n";
inline const std::string body = "mass: 2, inertia: [1, 0, 0, 1, 0, 1]";

/// A base and a link with these entries; both already have mass and inertia.
inline Robot robot_with(const std::string& entries) {
  return read_silently(header + base + "  - { name: ARM, parent: BASE, " + body + ", " + entries + " }\n");
}

inline Joint joint_with(const std::string& entries) {
  return robot_with(entries).joints()[0];
}

/// A base and a link with a revolute joint, with these lines; each is indented here.
inline Robot robot_with_lines(const std::string& lines) {
  std::string text = header + base + "  - name: ARM\n    parent: BASE\n    jointType: revolute\n    ";
  for (const char c : lines) text += c == '\n' ? "\n    " : std::string(1, c);
  return read_silently(text + "\n");
}

inline MassProperties body_of(const Robot& robot) {
  return robot.links()[1].mass_properties;
}

inline double largest(const Eigen::MatrixXd& matrix) {
  return matrix.cwiseAbs().maxCoeff();
}

/// One more link on the base.
inline std::string link_line(const std::string& name, const std::string& entries) {
  return "  - { name: " + name + ", parent: BASE, " + body + ", " + entries + " }\n";
}

}  // namespace invdyn::test
