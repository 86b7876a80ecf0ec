// `regressor` as users run it: its coefficients times the robot's parameters are the torques of `torque`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// A bar of 2 kg about a horizontal axis, its centre at 0.5 m, with a rotor and every kind of friction.
const std::string arm = R"({"name": "arm", "convention": "tree", "joints": [
  {"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
   "link": {"name": "bar", "mass": 2, "com": [0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0.25, "izz": 0.25}},
   "motor": {"rotor_inertia": 0.001, "gear_ratio": 10},
   "friction": {"damping": 3, "coulomb": [4, -5], "offset": 0.75}}]})";
// In the order of the columns: m, h, I about the origin, reflected inertia, damping, Coulomb, offset.
const std::vector<double> parameters{2, 1, 0, 0, 0, 0, 0, 0.75, 0, 0.75, 0.1, 3, 4, -5, 0.75};
const std::string motion = "t,q_pivot,dq_pivot,ddq_pivot\n0,0.2,1,3\n1,-0.7,-2,1\n2,0.1,0,5\n";

class RegressorCommand : public testing::Test {
 protected:
  RegressorCommand() {
    here_.write("arm.json", arm);
    here_.write("motion.csv", motion);
  }
  Workplace here_;
};

TEST_F(RegressorCommand, TimesTheParametersIsTheTorque) {
  const Table coefficients = table_of(here_.run("invdyn regressor arm.json motion.csv -q").out);
  const Table torques = table_of(here_.run("invdyn torque arm.json motion.csv -q").out);
  ASSERT_EQ(coefficients.rows.size(), 3u);
  ASSERT_EQ(torques.rows.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    ASSERT_EQ(coefficients.rows[k].size(), 2 + parameters.size());
    EXPECT_EQ(coefficients.rows[k][0], static_cast<double>(k));
    EXPECT_EQ(coefficients.rows[k][1], 1);
    double sum = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) sum += parameters[i] * coefficients.rows[k][i + 2];
    EXPECT_NEAR(sum, torques.rows[k][1], 1e-13);
  }
}

// I ddq + m g c cos q, damping dq, Coulomb friction by the sign of dq, offset; (10)^2 0.001 ddq.
TEST_F(RegressorCommand, HasOffsetsInTorquesToo) {
  const Table torques = table_of(here_.run("invdyn torque arm.json motion.csv -q --columns tau,offset").out);
  const double g = 9.80665;
  EXPECT_NEAR(torques.rows[0][1], 0.85 * 3 + g * std::cos(0.2) + 3 + 4 + 0.75, 1e-13);
  EXPECT_NEAR(torques.rows[1][1], 0.85 + g * std::cos(0.7) - 6 - 5 + 0.75, 1e-13);
  EXPECT_NEAR(torques.rows[2][1], 0.85 * 5 + g * std::cos(0.1) + 0.75, 1e-13);
  for (const auto& row : torques.rows) EXPECT_EQ(row[2], 0.75);
  const Table without = table_of(here_.run("invdyn torque arm.json motion.csv -q --no-friction").out);
  EXPECT_NEAR(without.rows[2][1], 0.85 * 5 + g * std::cos(0.1), 1e-13);
}

TEST_F(RegressorCommand, WritesChosenColumns) {
  const Outcome chosen =
      here_.run("invdyn regressor arm.json motion.csv -q --columns 'offset_pivot,coulomb*'");
  EXPECT_EQ(chosen.out,
            "t,joint,offset_pivot,coulomb_positive_pivot,coulomb_negative_pivot\n"
            "0,1,1,1,0\n1,1,1,0,1\n2,1,1,0,0\n");
  const Outcome unknown = here_.run("invdyn regressor arm.json motion.csv -q --columns ofset_pivot");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"offset_pivot\"?"));
}

TEST_F(RegressorCommand, WritesAnArrayWithItsNamesAndCanBeRepeated) {
  ASSERT_EQ(here_.run("invdyn regressor arm.json motion.csv -q -o Y.npy --sidecar Y.json").code, 0);
  EXPECT_THAT(here_.read("Y.npy.json"), HasSubstr("\"m_bar\""));
  EXPECT_EQ(here_.run("invdyn rerun Y.json -q -o Z.npy && cmp Y.npy Z.npy").code, 0);
}

// The quill is 1e308 m away. The torques are finite, some coefficients are not.
// not.
TEST_F(RegressorCommand, EndsBeforeACoefficientThatOverflows) {
  here_.write("far.csv",
              "t,shoulder,elbow,quill,wrist\n0,0,1,-1e308,0\n1,0.5,1.2,-1e308,0\n2,0.6,1.1,-1e308,0.1\n");
  const Outcome outcome = here_.run("invdyn regressor scara far.csv -q");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("far.csv: the coefficients at t = "));
  EXPECT_THAT(outcome.out, Not(AnyOf(HasSubstr("inf,"), HasSubstr("nan"))));
}

TEST_F(RegressorCommand, RefusesMimicJointsAndKeepsItsInputs) {
  EXPECT_EQ(here_.run("invdyn regressor arm.json motion.csv -o motion.csv").code, 2);
  EXPECT_EQ(here_.read("motion.csv"), motion);
  std::string two = arm;
  two.replace(two.rfind("]}"), 2,
              R"(, {"name": "follower", "type": "revolute", "parent": "bar", "axis": [0, 1, 0],
                 "link": {"name": "tip", "mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
                 "mimic": {"joint": "pivot"}}]})");
  here_.write("two.json", two);
  const Outcome refused = here_.run("invdyn regressor two.json motion.csv");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("--independent-mimic"));
}

}  // namespace
}  // namespace invdyn::test
