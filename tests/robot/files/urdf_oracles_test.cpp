// Real robots with torques from another program: UR5, Panda (with independent fingers) and Talos from
// Gepetto's example-robot-data, by rnea of Pinocchio 3.7.0, with gravity (0, 0, -9.80665), without friction
// and rotors. The files are not part of this repository: the environment variable INVDYN_ORACLES names the
// folder with NAME.urdf, NAME.csv (t and q, dq, ddq of each joint) and NAME.tau.csv.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "ground/document/read_text_file.h"
#include "ground/text/number.h"
#include "robot/files/read.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<double>> rows;
};

Table read_table(const std::string& path) {
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    return cells;
  };
  std::istringstream text(read_text_file(path));
  std::string line;
  std::getline(text, line);
  Table table{cells_of(line), {}};
  while (std::getline(text, line)) {
    auto& row = table.rows.emplace_back();
    for (const std::string& cell : cells_of(line)) row.push_back(parse_finite(cell).value());
  }
  return table;
}

struct Oracle {
  std::string name;
  std::size_t dof;

  friend void PrintTo(const Oracle& oracle, std::ostream* out) { *out << oracle.name; }
};

class UrdfOracles : public testing::TestWithParam<Oracle> {};

TEST_P(UrdfOracles, HaveTheTorquesOfPinocchio) {
  const char* folder = std::getenv("INVDYN_ORACLES");
  if (!folder) GTEST_SKIP() << "INVDYN_ORACLES names no folder with these files";
  const std::string file = std::string(folder) + "/" + GetParam().name;
  const Robot robot =
      read_robot_file(file + ".urdf", {.independent_mimics = true}, [](const std::string&) {}).robot;
  const Table motion = read_table(file + ".csv"), expected = read_table(file + ".tau.csv");

  const std::size_t dof = robot.dof();
  ASSERT_EQ(dof, GetParam().dof);
  ASSERT_EQ(expected.header.size(), 1 + dof);
  ASSERT_EQ(motion.header.size(), 1 + 3 * dof);
  ASSERT_EQ(motion.rows.size(), expected.rows.size());
  ASSERT_FALSE(motion.rows.empty());

  // Pinocchio orders joints along the branches.
  const auto value = [](const Table& table, std::size_t row, const std::string& name) {
    const auto at = std::find(table.header.begin(), table.header.end(), name) - table.header.begin();
    return table.rows[row].at(static_cast<std::size_t>(at));
  };
  const InverseDynamics dynamics(robot, {.friction = false, .rotor = false});
  for (std::size_t row = 0; row < motion.rows.size(); ++row) {
    const auto n = static_cast<Eigen::Index>(dof);
    State state{Vector(n), Vector(n), Vector(n)};
    for (std::size_t i = 0; i < dof; ++i) {
      const std::string& name = robot.moving_joint(i).name;
      const auto at = static_cast<Eigen::Index>(i);
      state.q[at] = value(motion, row, "q_" + name);
      state.dq[at] = value(motion, row, "dq_" + name);
      state.ddq[at] = value(motion, row, "ddq_" + name);
    }
    const Eigen::VectorXd tau = torques(dynamics, state);
    for (std::size_t i = 0; i < dof; ++i) {
      const std::string& name = robot.moving_joint(i).name;
      EXPECT_NEAR(tau[static_cast<Eigen::Index>(i)], value(expected, row, "tau_" + name), 1e-9)
          << "row " << row << ", joint " << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, UrdfOracles,
                         testing::Values(Oracle{"ur5", 6}, Oracle{"panda", 9}, Oracle{"talos", 32}),
                         [](const auto& oracle) { return oracle.param.name; });

}  // namespace
}  // namespace invdyn::test
