// One trajectory in parts, each processed separately: the concatenated outputs equal the output of one run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::IsEmpty;
using testing::Not;

class ShardOption : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome = here_.run(
        "invdyn generate trapezoid two-link --from 0,0 --to 1,-2 --duration 9 --dt 0.01 -q -o motion.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }

  Outcome torque(const std::string& arguments) const {
    return here_.run("invdyn torque two-link " + arguments);
  }

  Workplace here_;
};

TEST_F(ShardOption, GivesPartsThatJoinToTheWhole) {
  for (const std::string options :
       {"", " --differentiate central --columns q,dq,ddq,tau",
        " --differentiate savgol:101,3 --columns ddq,tau", " --differentiate savgol:5,4",
        " --differentiate backward --start extrapolate", " --differentiate backward --degrees --dt 0.01"}) {
    const std::string whole = torque("motion.csv -q" + options).out;
    ASSERT_EQ(table_of(whole).rows.size(), 901U);
    for (const int count : {2, 10, options.empty() ? 64 : 3}) {
      std::string joined;
      for (int index = 1; index <= count; ++index) {
        const Outcome part = torque("motion.csv -q --threads " + std::to_string(1 + index % 3) + " --shard " +
                                    std::to_string(index) + "/" + std::to_string(count) + options);
        EXPECT_EQ(part.code, 0) << part.err;
        EXPECT_THAT(part.err, IsEmpty());
        EXPECT_EQ(part.out.find("tau") != std::string::npos, index == 1) << "the header is the first part's";
        joined += part.out;
      }
      EXPECT_EQ(joined, whole) << options << ", " << count << " shards";
    }
  }
}

// The shard has no rows, but the file must exist for the program that joins the parts.
TEST_F(ShardOption, WithoutRowsGivesAnEmptyFile) {
  here_.write("one.csv", "t,shoulder,elbow\n0,0,0\n");
  const std::string whole = torque("one.csv -q").out;
  for (int index = 1; index <= 9; ++index) {
    const std::string number = std::to_string(index);
    const Outcome outcome = torque("one.csv -q --shard " + number + "/9 -o part." + number);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
  std::string joined, empty;
  for (int index = 1; index <= 9; ++index) {
    const std::string part = here_.read("part." + std::to_string(index));
    if (part.empty()) empty += std::to_string(index);
    joined += part;
  }
  EXPECT_EQ(joined, whole);
  EXPECT_GE(empty.size(), 7U);
}

// sbatch --array=10-40:10 sets the variables like this.
TEST_F(ShardOption, IsTheTaskOfASlurmArray) {
  std::string joined;
  for (const std::string task : {"10", "20", "30", "40"}) {
    const Outcome part = here_.run(
        "export SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=40 SLURM_ARRAY_TASK_STEP=10 "
        "SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_ID=" +
        task + "\ninvdyn torque two-link motion.csv -q --shard slurm");
    EXPECT_EQ(part.code, 0) << part.err;
    EXPECT_THAT(part.out, Not(IsEmpty()));
    joined += part.out;
  }
  EXPECT_EQ(joined, torque("motion.csv -q").out);
}

// --array=1,2,5: the task number does not determine the part.
TEST_F(ShardOption, IsNotTakenFromAnArrayWithGaps) {
  const Outcome outcome = here_.run(
      "export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=3 "
      "SLURM_ARRAY_TASK_ID=5\ninvdyn torque two-link motion.csv --shard slurm");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      "error: --shard: is slurm, but the job array has 3 tasks, numbered from 1 to 5 in steps of 1: expected "
      "task numbers without gaps, as from sbatch --array=1-64. For other task numbers, give --shard I/N\n");
}

TEST_F(ShardOption, GivesLocationsInBytes) {
  here_.write("bad.csv", "t,shoulder,elbow\n0,0,0\n1,0,0\n2,0,much\n3,0,0\n");
  EXPECT_EQ(torque("bad.csv -q --shard 1/2").code, 0);
  const Outcome outcome = torque("bad.csv -q --shard 2/2 -o part.2");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(
      outcome.err,
      "error: bad.csv: byte 29: elbow is \"much\": expected a finite number (rad) (--missing accepts these "
      "as missing values: an empty field, NaN, NA, null, none or -)\n");
  EXPECT_THAT(here_.names(), testing::ElementsAre("bad.csv", "motion.csv"));
}

TEST_F(ShardOption, RefusesPipes) {
  const Outcome outcome = here_.run("cat motion.csv | invdyn torque two-link /dev/stdin --shard 1/2");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      "error: --shard: needs a file that can be read from any position: /dev/stdin is a pipe or a device\n");
}

// A pipe cannot be synchronized to disk.
TEST_F(ShardOption, WritesToPipes) {
  EXPECT_EQ(here_.run("invdyn torque two-link motion.csv -q --shard 1/1 -o /dev/stdout | cat").out,
            torque("motion.csv -q").out);
}

// The other parts still have to read it.
TEST_F(ShardOption, DoesNotReplaceTheWhole) {
  const std::string whole = here_.read("motion.csv");
  const Outcome outcome = torque("motion.csv --shard 1/2 -o motion.csv");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "error: --output: is motion.csv, which is the input motion.csv: expected another file, or "
            "--in-place\n");
  EXPECT_EQ(
      torque("motion.csv --shard 1/2 -o motion.csv --in-place").err,
      "error: --in-place: give --in-place or --shard, not both: the runs of the other parts still read the "
      "trajectory\n");
  EXPECT_EQ(here_.read("motion.csv"), whole);
}

struct Refused {
  const char* name;
  std::string arguments, error;
};

class RefusedShard : public ShardOption, public testing::WithParamInterface<Refused> {};

TEST_P(RefusedShard, SaysWhy) {
  here_.write("no-time.csv", "shoulder,elbow\n0,0\n1,1\n");
  const Outcome outcome = torque(GetParam().arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: --shard" + GetParam().error + "\n");
  EXPECT_THAT(outcome.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedShard,
    testing::Values(
        Refused{"NoFraction", "motion.csv --shard 3",
                ": is \"3\": expected slurm, or I/N: 3/64 is shard 3 of 64"},
        Refused{"NoPart", "motion.csv --shard 0/3", " I: is \"0\": expected a whole number from 1 to 3"},
        Refused{"AfterTheLast", "motion.csv --shard 4/3",
                " I: is \"4\": expected a whole number from 1 to 3"},
        Refused{"OfNone", "motion.csv --shard 1/0",
                " N: is \"0\": expected a whole number from 1 to 1000000000"},
        Refused{"NoArray", "motion.csv --shard slurm",
                ": is slurm, but the variable SLURM_ARRAY_TASK_ID is not set: start a job array with "
                "sbatch --array=1-N"},
        Refused{"Batch", "motion.csv --output-dir out --shard 1/2",
                ": is for one file: leave out --output-dir"},
        Refused{
            "StandardInput", "--shard 1/2",
            ": cannot read standard input, because a part may begin in the middle of the rows: expected the "
            "name of a file"},
        Refused{"Unwrap", "motion.csv --unwrap --shard 1/2",
                ": give --shard or --unwrap, not both: --unwrap counts turns from the first row"},
        Refused{"Summary", "motion.csv --summary --shard 1/2",
                ": give --shard or --summary, not both: the summary covers all rows"},
        Refused{"NoTime", "no-time.csv --dt 1 --shard 1/2",
                ": needs a column \"t\" or \"time\", and no-time.csv has none: with --dt or --rate, the "
                "times of a part depend on the number of rows before this part, which is unknown"}),
    [](const auto& refused) { return refused.param.name; });

}  // namespace
}  // namespace invdyn::test
