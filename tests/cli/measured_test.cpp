// Measured torques in the trajectory's file, next to the computed ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

// The torques of the two-link arm, with 0.5 N m more at the elbow.
class Measured : public testing::Test {
 protected:
  Measured() {
    here_.run(
        "invdyn generate quintic two-link --from 0,0 --to 1,-1 --duration 1 --dt 0.01 -q -o motion.csv;"
        "invdyn torque two-link motion.csv -q --columns q,dq,ddq,tau -o exact.csv;"
        "awk -F, -v OFS=, 'NR > 1 { $NF += 0.5 } { print }' exact.csv > log.csv");
  }
  Workplace here_;
};

TEST_F(Measured, IsWrittenWithItsResidual) {
  const Table table =
      table_of(here_.run("invdyn torque two-link log.csv -q --columns tau,measured,residual").out);
  EXPECT_EQ(table.header,
            "t,tau_shoulder,tau_elbow,measured_shoulder,measured_elbow,residual_shoulder,residual_elbow");
  ASSERT_EQ(table.rows.size(), 101u);
  for (const auto& row : table.rows) {
    EXPECT_EQ(row[3], row[1]);
    EXPECT_NEAR(row[4], row[2] + 0.5, 1e-4);  // awk prints six digits
    EXPECT_EQ(row[5], 0);
    EXPECT_EQ(row[6], row[4] - row[2]);
  }
}

TEST_F(Measured, IsTheSameForAnyThreadsAndFromArrays) {
  const std::string columns = " -q --columns measured,residual";
  const std::string one = here_.run("invdyn torque two-link log.csv --threads 1" + columns).out;
  EXPECT_EQ(here_.run("invdyn torque two-link log.csv --threads 4" + columns).out, one);
  EXPECT_EQ(here_.run("invdyn torque two-link - < log.csv" + columns).out, one);
  ASSERT_EQ(here_.run("invdyn torque two-link exact.csv -q --columns q,dq,ddq,tau -o log.npy").code, 0);
  const Table table = table_of(here_.run("invdyn torque two-link log.npy" + columns).out);
  ASSERT_EQ(table.rows.size(), 101u);
  for (const auto& row : table.rows) EXPECT_EQ(row[3], 0);
}

TEST_F(Measured, HasNamesByMap) {
  here_.run("sed -i '1s/tau_shoulder/current 1/; 1s/tau_elbow/current 2/' log.csv");
  const Outcome missing = here_.run("invdyn torque two-link log.csv -q --columns residual");
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err,
              HasSubstr("no measured torque of joints shoulder, elbow: expected \"tau_shoulder\""));
  const Outcome mapped = here_.run(
      "invdyn torque two-link log.csv -q --columns residual "
      "--map 'current 1=tau_shoulder' --map 'current 2=tau_elbow'");
  EXPECT_EQ(mapped.code, 0) << mapped.err;
  EXPECT_EQ(table_of(mapped.out).rows.size(), 101u);
}

TEST_F(Measured, IsNotAskedOfFilesByAPattern) {
  EXPECT_EQ(here_.run("invdyn torque two-link motion.csv -q --columns '*'").code, 0);
  EXPECT_THAT(here_.run("invdyn torque two-link log.csv --columns tau").err,
              HasSubstr("columns not used: tau_shoulder, tau_elbow"));
}

TEST_F(Measured, MustBeFinite) {
  here_.run("sed -i '4s/,[^,]*$/,nan/' log.csv");
  const Outcome outcome = here_.run("invdyn torque two-link log.csv -q --columns residual");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("log.csv:4: tau_elbow is \"nan\": expected a finite number (N m)"));
}

// Filters keep constants, and without delay the torques stay in step with the motion: peak 3.5 N m at the
// shoulder, which a delay of one row would change by up to 0.1.
TEST_F(Measured, IsFilteredLikeThePositions) {
  for (const std::string filter : {"--lowpass 10", "--smooth 10", "--resample 200"}) {
    const Outcome outcome =
        here_.run("invdyn torque two-link log.csv -q --columns residual --differentiate central " + filter);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Table table = table_of(outcome.out);
    for (std::size_t k = table.rows.size() / 4; k < table.rows.size() * 3 / 4; ++k) {
      EXPECT_NEAR(table.rows[k][1], 0, 0.01) << filter << ", row " << k;
      EXPECT_NEAR(table.rows[k][2], 0.5, 0.01) << filter << ", row " << k;
    }
  }
}

// A gearbox of each kind: with losses, a motor with friction and a rotor, and a motor that turns the other
// way.
const std::string geared = R"({"name": "geared", "convention": "tree", "joints": [
  {"name": "a", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
   "link": {"name": "upper", "mass": 2, "com": [0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0.25, "izz": 0.25}},
   "motor": {"rotor_inertia": 0.001, "gear_ratio": 80, "efficiency": 0.7,
             "damping": 1e-4, "coulomb": 0.01},
   "friction": {"damping": 0.5, "coulomb": [0.4, -0.5], "offset": 0.25}},
  {"name": "b", "type": "revolute", "parent": "upper", "axis": [0, 0, 1], "origin": {"xyz": [1, 0, 0]},
   "link": {"name": "fore", "mass": 1, "com": [0.3, 0, 0], "inertia": {"ixx": 0, "iyy": 0.1, "izz": 0.1}},
   "motor": {"rotor_inertia": 0.0005, "gear_ratio": -50, "efficiency": 0.9}}]})";

class MeasuredAtMotor : public testing::Test {
 protected:
  MeasuredAtMotor() {
    here_.write("geared.json", geared);
    here_.run(
        "invdyn generate quintic geared.json --from 0,0 --to 1,-1 --duration 1 --dt 0.01 -q -o motion.csv;"
        "invdyn torque geared.json motion.csv -q --columns q,dq,ddq,motor_torque |"
        "sed '1s/motor_torque_/tau_/g' > log.csv");
  }
  Workplace here_;
};

// The torque that `motor_torque` writes is the joint's torque again, with the motor driving and being driven.
TEST_F(MeasuredAtMotor, IsTheInverseOfMotorTorque) {
  for (const std::string model : {"", " --no-friction", " --no-rotor"}) {
    ASSERT_EQ(here_
                  .run("invdyn torque geared.json motion.csv -q --columns q,dq,ddq,motor_torque" + model +
                       "| sed '1s/motor_torque_/tau_/g' > log.csv")
                  .code,
              0);
    const Outcome outcome = here_.run(
        "invdyn torque geared.json log.csv -q --measured-at motor --columns tau,measured,power" + model);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Table table = table_of(outcome.out);
    ASSERT_EQ(table.rows.size(), 101u);
    bool drives = false, is_driven = false;
    for (const auto& row : table.rows) {
      for (const std::size_t joint : {1u, 2u}) EXPECT_NEAR(row[joint + 2], row[joint], 1e-12);
      drives |= row[6] > 0, is_driven |= row[6] < 0;
    }
    EXPECT_TRUE(drives && is_driven);
  }
}

TEST_F(MeasuredAtMotor, IsCurrentTimesTheTorqueConstant) {
  const std::string columns = " -q --columns tau,measured";
  // tau = 0.5 N m/A and -0.25 N m/A times the current.
  here_.run(
      "awk -F, -v OFS=, -v OFMT=%.17g -v CONVFMT=%.17g "
      "'NR > 1 { $(NF - 1) = $(NF - 1) / 0.5; $NF = $NF / -0.25 } { print }' log.csv > current.csv");
  const Outcome outcome =
      here_.run("invdyn torque geared.json current.csv --torque-constant 0.5,-0.25" + columns);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const auto& row : table_of(outcome.out).rows)
    for (const std::size_t joint : {1u, 2u}) EXPECT_NEAR(row[joint + 2], row[joint], 1e-11);
  const Table at_joint = table_of(
      here_.run("invdyn torque geared.json log.csv --torque-constant 2 --measured-at joint" + columns).out);
  const Table plain = table_of(here_.run("invdyn torque geared.json log.csv" + columns).out);
  for (std::size_t k = 0; k < plain.rows.size(); ++k) EXPECT_EQ(at_joint.rows[k][3], 2 * plain.rows[k][3]);
}

TEST_F(MeasuredAtMotor, IsRefusedIfTheOptionsDoNotFit) {
  const auto complaint = [&](const std::string& arguments) {
    const Outcome outcome = here_.run("invdyn torque geared.json log.csv -q --columns residual " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(complaint("--torque-constant 1,2,3"),
            "error: --torque-constant: has 3 values: expected one value for all joints, or one for each of "
            "the 2 joints that move\n");
  EXPECT_THAT(complaint("--torque-constant 1,0"), HasSubstr("expected numbers other than 0 (N m/A)"));
  EXPECT_THAT(complaint("--measured-at gear"), HasSubstr("expected one of joint, motor"));
  EXPECT_EQ(
      here_.run("invdyn torque geared.json log.csv --torque-constant 2").err,
      "error: --torque-constant: is used only for measured torques: expected the word measured or residual in "
      "--columns\n");
}

// t, two positions and two torques among 31 columns of a log without a header.
TEST_F(Measured, IsReadByNumberOfColumn) {
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { printf \"%s\", $1; for (i = 2; i < 29; ++i) printf \",%s\", i == 7 ? \"x\" "
      ": i;print \"\", $2, $3, $NF }' exact.csv | sed 's/x/-/' > bare.csv");
  const std::string map = " --no-header --map 1=t,29=shoulder,30=elbow,31=tau_elbow,5=tau_shoulder ";
  const Outcome outcome = here_.run("invdyn torque two-link bare.csv --columns q,measured" + map);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Table expected = table_of(here_.run("invdyn torque two-link exact.csv -q --columns q,measured").out);
  const Table table = table_of(outcome.out);
  ASSERT_EQ(table.rows.size(), 101u);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_EQ(table.rows[k][0], expected.rows[k][0]);
    EXPECT_EQ(table.rows[k][2], expected.rows[k][2]);
    EXPECT_EQ(table.rows[k][3], 5);
    EXPECT_EQ(table.rows[k][4], expected.rows[k][4]);
  }
}

}  // namespace
}  // namespace invdyn::test
