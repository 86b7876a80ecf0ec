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

}  // namespace
}  // namespace invdyn::test
