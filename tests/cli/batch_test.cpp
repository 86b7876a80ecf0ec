// Many trajectories in one run: each gives the same output as a separate run, and a failed file does not stop
// the others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Batch : public testing::Test {
 protected:
  // Motions of the two-link robot with the given number of rows.
  void write_motion(const std::string& name, int rows) const {
    const Outcome outcome =
        here_.run("invdyn generate trapezoid two-link --from 0,0 --to 0." + std::to_string(rows) +
                  ",-1 --duration " + std::to_string(rows - 1) + " --dt 1 -o '" + name + "'");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }

  std::vector<std::string> names_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(here_ / folder))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  Workplace here_;
};

TEST_F(Batch, GivesTheSameOutputAsARunPerFile) {
  const std::string options = " --differentiate central --columns q,dq,tau --gravity 0,0,-1.6";
  std::filesystem::create_directory(here_ / "logs");
  for (const int rows : {4, 5, 100, 513, 2000})
    write_motion("logs/move of " + std::to_string(rows) + ".csv", rows);
  const Outcome outcome = here_.run("invdyn torque two-link logs/*.csv --output-dir some/torques" + options);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, EndsWith("note: some/torques: 5 files, 2622 rows in all\n"));
  ASSERT_EQ(names_in("some/torques"), names_in("logs"));
  for (const std::string& name : names_in("logs")) {
    ASSERT_EQ(here_.run("invdyn torque two-link 'logs/" + name + "' -o alone.csv" + options).code, 0);
    EXPECT_EQ(here_.read("some/torques/" + name), here_.read("alone.csv")) << name;
  }
}

// The long file comes first.
TEST_F(Batch, ReportsTheFilesInTheirOrder) {
  write_motion("long.csv", 3000);
  here_.write("a.csv", "t,shoulder,elbow\n0,0,0\n");
  here_.write("turned.csv", "t,shoulder,elbow,load\n0,0,0,1\n1,9,0,2\n");
  const Outcome outcome = here_.run("invdyn torque two-link long.csv turned.csv a.csv --output-dir out");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: long.csv: dq and ddq as given\nnote: turned.csv: columns not used: load\nnote: turned.csv "
            "and 1 more file: dq and ddq by backward differences of q, starting from rest\nwarning: "
            "turned.csv:3: joint \"shoulder\" jumps by 9 rad (515.7 deg), about a full turn or more: "
            "either the angle is wrapped (--unwrap corrects it), or the data have an error; the velocities "
            "are computed as if this jump were a motion\nnote: out: 3 files, 3003 rows in all\n");
}

// Also where they differ in numbers: the row, and the jump.
TEST_F(Batch, SaysOnceWhatManyFilesShare) {
  here_.write("a.csv", "t,shoulder,elbow\n0,0,0\n1,9,0\n");
  here_.write("b.csv", "t,shoulder,elbow\n0,0,0\n1,0,0\n2,8.5,0\n");
  here_.write("c.csv", "t,shoulder,elbow\n0,0,0\n1,0,9\n");
  const std::string err = here_.run("invdyn torque two-link a.csv b.csv c.csv --output-dir out").err;
  EXPECT_THAT(err, HasSubstr("note: a.csv and 2 more files: dq and ddq by backward differences of q, "));
  EXPECT_THAT(err,
              HasSubstr("warning: a.csv:3 and 1 more file, where only the numbers differ: joint \"shoulder\" "
                        "jumps by 9 rad"));
  EXPECT_THAT(err, HasSubstr("warning: c.csv:3: joint \"elbow\" jumps by 9 rad"));
  EXPECT_THAT(err, Not(HasSubstr("b.csv")));
}

// The first error of each text, and five that differ in numbers.
TEST_F(Batch, SaysOnceWhatManyFilesFailBy) {
  for (int i = 1; i <= 9; ++i) {
    here_.write("a" + std::to_string(i) + ".csv", "t,x,y\n0,0,0\n");
    here_.write("b" + std::to_string(i) + ".csv", "t,shoulder,elbow\n" + std::to_string(i) + ",0\n");
  }
  const Outcome outcome = here_.run("invdyn torque two-link a?.csv b?.csv --output-dir out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("error: a1.csv:1: no column for joints"), Not(HasSubstr("a2.csv:1")),
                    HasSubstr("error: 8 more files failed with the same error as a1.csv\n"),
                    HasSubstr("error: b1.csv:2: has 2 fields"), Not(HasSubstr("b2.csv:2")),
                    HasSubstr("error: 8 more files failed with the same error as b1.csv\n"),
                    HasSubstr("error: 18 of 18 files failed: a1.csv, a2.csv")));
}

// Rows of the first file arrive only after the second one is done: the run must not wait for them.
TEST_F(Batch, DoesSeveralFilesAtTheSameTime) {
  write_motion("b.csv", 4);
  const Outcome outcome = here_.run_in_bash(
      "mkfifo a.csv; (until [ -e out/b.csv ]; do sleep 0.02; done; cat b.csv) > a.csv &\n"
      "timeout 60 invdyn torque two-link a.csv b.csv --output-dir out --threads 2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, testing::StartsWith("note: a.csv and 1 more file: "));
  EXPECT_EQ(here_.read("out/a.csv"), here_.read("out/b.csv"));
}

TEST_F(Batch, GivesTheSameOnAnyNumberOfThreads) {
  for (const int rows : {4, 300, 20'000}) write_motion(std::to_string(rows) + ".csv", rows);
  std::string report;
  for (const std::string threads : {"1", "2", "3", "8"}) {
    const Outcome outcome = here_.run("invdyn torque two-link *.csv --output-dir out --threads " + threads);
    EXPECT_EQ(outcome.code, 0);
    if (report.empty()) report = outcome.err;
    EXPECT_EQ(outcome.err, report) << threads;
    EXPECT_EQ(here_.run("[ -d first ] || cp -r out first; diff -r first out").code, 0) << threads;
  }
}

TEST_F(Batch, DoesTheOtherFilesWhenSomeFail) {
  write_motion("a.csv", 4);
  write_motion("b.csv", 5);
  here_.write("bad.csv", "t,shoulder,elbow\n0,0,0\n1,0,much\n");
  std::filesystem::create_directory(here_ / "out");
  here_.write("out/bad.csv", "former");
  const Outcome outcome =
      here_.run("invdyn torque two-link a.csv bad.csv none.csv b.csv --output-dir out -q");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: bad.csv:3: elbow is \"much\": expected a finite number (rad) (--missing accepts these as "
            "missing values: an empty field, NaN, NA, null, none or -)\n"
            "error: none.csv: No such file or directory: expected a CSV file\n"
            "error: 2 of 4 files failed: bad.csv, none.csv\n");
  EXPECT_THAT(names_in("out"), ElementsAre("a.csv", "b.csv", "bad.csv"));
  EXPECT_EQ(here_.read("out/bad.csv"), "former");
}

// An output may be an existing pipe. If its reader closes it, the other files continue.
TEST_F(Batch, DoesTheOtherFilesWhenAPipeIsClosed) {
  write_motion("a.csv", 20'000);
  write_motion("b.csv", 4);
  const Outcome outcome = here_.run_in_bash(
      "mkdir out; mkfifo out/a.csv; (exec 3<out/a.csv) & invdyn torque two-link a.csv b.csv --output-dir out "
      "-q");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: out/a.csv: the program that reads this output ended too early: expected a "
            "program that reads the whole output\n"
            "error: 1 of 2 files failed: a.csv\n");
  EXPECT_EQ(table_of(here_.read("out/b.csv")).rows.size(), 4U);
}

TEST_F(Batch, AlsoTakesFilesFromAList) {
  for (const std::string name : {"a.csv", "b c.csv", "d.csv"}) write_motion(name, 4);
  here_.write("list", "b c.csv\r\n\nd.csv");
  EXPECT_EQ(here_.run("invdyn torque two-link a.csv --files-from list --output-dir one").code, 0);
  EXPECT_THAT(names_in("one"), ElementsAre("a.csv", "b c.csv", "d.csv"));
  EXPECT_EQ(here_.run("ls *.csv | invdyn torque two-link --files-from - --output-dir two").code, 0);
  EXPECT_THAT(names_in("two"), ElementsAre("a.csv", "b c.csv", "d.csv"));
  EXPECT_EQ(here_
                .run("find . -maxdepth 1 -name '*.csv' -print0 |"
                     "invdyn torque two-link --files-from - --output-dir three")
                .code,
            0);
  EXPECT_THAT(names_in("three"), ElementsAre("a.csv", "b c.csv", "d.csv"));
}

TEST_F(Batch, ResumesWithIncompleteFiles) {
  for (const std::string name : {"a.csv", "b.csv", "c.csv", "d.csv"}) write_motion(name, 4);
  ASSERT_EQ(here_.run("invdyn robots two-link > arm.json").code, 0);
  const std::string line = "invdyn torque arm.json ?.csv --output-dir out --resume";
  EXPECT_THAT(here_.run(line).err, EndsWith("note: out: 4 files, 16 rows in all\n"));
  ASSERT_EQ(here_.run("cp -r out first").code, 0);

  ASSERT_EQ(here_.run("rm out/b.csv; truncate -s 20 out/c.csv; touch d.csv").code, 0);
  const Outcome outcome = here_.run(line + " --threads 1 --sync");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: a.csv: skipped, because out/a.csv is complete\n"
            "note: b.csv and 2 more files: dq and ddq as given\n"
            "note: c.csv: computed again, because out/c.csv has been changed since\n"
            "note: d.csv: computed again, because out/d.csv was made from other files, or d.csv has "
            "changed since then\n"
            "note: out: 3 files, 12 rows in all, 1 already complete\n");
  EXPECT_EQ(here_.run("diff -r --exclude='*.run.json' first out").code, 0);
  EXPECT_THAT(here_.run(line).err, EndsWith("note: out: 0 files, 0 rows in all, 4 already complete\n"));

  ASSERT_EQ(here_.run("touch arm.json").code, 0);
  EXPECT_THAT(here_.run(line).err, EndsWith("note: out: 4 files, 16 rows in all\n"))
      << "the robot has changed";
  EXPECT_THAT(
      here_.run(line + " --gravity 0,0,-1.62").err,
      AllOf(HasSubstr("note: a.csv and 3 more files: computed again, because out/a.csv was made with other "
                      "settings: gravity"),
            EndsWith("note: out: 4 files, 16 rows in all\n")));
}

TEST_F(Batch, ThatIsCompleteHasNoSummaryAndSaysSoOnce) {
  for (const std::string name : {"a.csv", "b.csv"}) write_motion(name, 4);
  const std::string line = "invdyn torque two-link ?.csv --output-dir out --resume --summary";
  ASSERT_EQ(here_.run(line).code, 0);
  EXPECT_THAT(
      here_.run(line).err,
      HasSubstr(
          "warning: a.csv and 1 more file: not in the summary, because the output was already complete; a run "
          "without --resume summarizes all files\n"));
}

TEST_F(Batch, WithOneFileMayAlsoBeResumed) {
  write_motion("a.csv", 4);
  const std::string line = "invdyn torque two-link a.csv -o out.csv ";
  EXPECT_EQ(here_.run(line).code, 0);
  EXPECT_THAT(
      here_.run(line + "--resume").err,
      HasSubstr("note: a.csv: computed again, because out.csv has no record out.csv.run.json (only runs "
                "with --resume write this record: give --resume in the first run too)\n"));
  const std::string inode = here_.run("ls -i out.csv").out;
  const Outcome outcome = here_.run(line + "--resume --summary");
  EXPECT_EQ(outcome.code, 0);
  const std::string no_summary =
      "a.csv: no summary, because nothing was computed; a run without --resume prints a summary\n";
  EXPECT_EQ(outcome.err, "note: a.csv: skipped, because out.csv is complete\n" + no_summary);
  EXPECT_EQ(here_.run(line + "--resume --summary --quiet").err, no_summary);
  EXPECT_EQ(here_.run(line + "--resume --quiet").err, "");
  EXPECT_THAT(here_.run(line + "--resume --threads 1 --noise-gain --summary --format csv").err,
              HasSubstr("skipped, because out.csv is complete\n"));
  EXPECT_EQ(here_.run("ls -i out.csv").out, inode);
  EXPECT_THAT(here_.run(line + "--resume --plot f.txt").err,
              HasSubstr("computed again, because out.csv was made with other settings: plot\n"));
}

TEST_F(Batch, WithOneShardMayAlsoBeResumed) {
  write_motion("a.csv", 100);
  const std::string line = "invdyn torque two-link a.csv -o part --resume --shard ";
  EXPECT_EQ(here_.run(line + "1/2").code, 0);
  EXPECT_THAT(here_.run(line + "1/2").err, HasSubstr("skipped"));
  EXPECT_THAT(here_.run(line + "2/2").err, HasSubstr("because part was made with other settings: shard\n"));
}

TEST_F(Batch, SummaryForProgramsIsOneTableOfAllFiles) {
  write_motion("a.csv", 4);
  write_motion("b.csv", 5);
  const Outcome outcome =
      here_.run("invdyn torque two-link a.csv b.csv --output-dir out -q --summary --format csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, testing::StartsWith("trajectory,joint,peak_torque,time,rms_torque,unit\na.csv,"));
  EXPECT_THAT(outcome.out, testing::HasSubstr("\nb.csv,"));
  EXPECT_EQ(
      outcome.out,
      here_.run("invdyn torque two-link a.csv b.csv --output-dir out -q --summary --format csv --threads 1")
          .out);
}

// Where standard output has the torques, the summary goes to standard error.
TEST_F(Batch, SummaryForProgramsLeavesTheTorquesAlone) {
  write_motion("a.csv", 4);
  const Outcome plain = here_.run("invdyn torque two-link a.csv -q");
  const Outcome outcome = here_.run("invdyn torque two-link a.csv -q --summary --format csv");
  EXPECT_EQ(outcome.out, plain.out);
  EXPECT_EQ(outcome.err, here_.run("invdyn torque two-link a.csv -q --summary --format csv -o out.csv").out);
  EXPECT_EQ(here_.run("invdyn torque two-link a.csv -q --format csv").code, 2);
}

TEST_F(Batch, NamesTheFileInEachSummary) {
  write_motion("a.csv", 4);
  write_motion("b.csv", 5);
  ASSERT_EQ(here_
                .run("invdyn torque two-link a.csv -q --summary 2> a; invdyn torque two-link b.csv -q "
                     "--summary 2> b")
                .code,
            0);
  EXPECT_EQ(here_.run("invdyn torque two-link a.csv b.csv --output-dir out -q --summary").err,
            "a.csv\n" + here_.read("a") + "b.csv\n" + here_.read("b"));
}

// Complete outputs stay; temporary files are removed.
TEST_F(Batch, MayBeInterrupted) {
  write_motion("a.csv", 4);
  const Outcome outcome = here_.run_in_bash(
      "mkfifo slow.csv; exec 9<>slow.csv; invdyn torque two-link a.csv slow.csv --output-dir out -q &\n"
      "for i in $(seq 1000); do [ -e out/a.csv ] && ls -A out | grep -q '^.slow' && break; sleep 0.02; done\n"
      "ls -A out | wc -l; kill -TERM $!; wait $!");
  EXPECT_EQ(outcome.code, 128 + 15);
  EXPECT_EQ(outcome.out, "2\n") << "no temporary file to be left behind";
  EXPECT_THAT(names_in("out"), ElementsAre("a.csv"));
}

struct Refused {
  const char* name;
  std::string arguments, error;
};

class RefusedBatch : public Batch, public testing::WithParamInterface<Refused> {};

TEST_P(RefusedBatch, BeforeAnythingIsWritten) {
  write_motion("a.csv", 4);
  write_motion("b.csv", 4);
  std::filesystem::create_directory(here_ / "other");
  write_motion("other/a.csv", 4);
  const Outcome outcome = here_.run("invdyn torque two-link " + GetParam().arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: " + GetParam().error + "\n");
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(names_in("."), ElementsAre("a.csv", "b.csv", "other"));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedBatch,
    testing::Values(
        Refused{"NoFolder", "a.csv b.csv",
                "TRAJECTORY: is 2 files, \"a.csv\", \"b.csv\": expected one file. For several files, give "
                "--output-dir DIR, the folder to write into"},
        Refused{
            "FileForMany", "a.csv b.csv other/a.csv -o out.csv",
            "TRAJECTORY: is 3 files, \"a.csv\", \"b.csv\", ...: expected one file. For several files, give "
            "--output-dir DIR, the folder to write into"},
        Refused{
            "FileAndFolder", "a.csv b.csv -o out.csv --output-dir out",
            "--output: give --output or --output-dir, not both (to write the table of --summary to a file, give "
            "--summary --format csv > FILE)"},
        Refused{"ListWithoutFolder", "--files-from list",
                "--files-from: is for many files: expected --output-dir DIR, the folder to write into"},
        Refused{"TrajectoryAsAList", "--files-from a.csv --output-dir out",
                "--files-from: is a.csv, but none of its lines is the name of a file (a line is "
                "\"t,q_shoulder,q_elbow,dq_shoulder,dq_elbo...\"): expected one path per line. If a.csv "
                "is a trajectory, leave out --files-from"},
        Refused{"FolderWithoutFiles", "--output-dir out",
                "--output-dir: is given without a trajectory: expected trajectories, or --files-from LIST"},
        Refused{"StandardOutput", "a.csv --output-dir -",
                "--output-dir: is -: expected a folder, because there are many files to write"},
        Refused{"StandardInput", "a.csv - --output-dir out",
                "standard input: gives no name for the output file in out: expected input files with names"},
        Refused{"NothingToResume", "a.csv --resume",
                "--resume: needs output files: expected --output or --output-dir"},
        Refused{"SameName", "a.csv other/a.csv --output-dir out",
                "other/a.csv: has the same output file as a.csv (out/a.csv): expected input files "
                "with different names (or a separate run for each folder)"},
        Refused{
            "OntoItself", "b.csv a.csv --output-dir other/..",
            "b.csv: would be written to other/../b.csv, which is the input b.csv: expected another folder"}),
    [](const auto& refused) { return refused.param.name; });

TEST_F(Batch, LeavesTheRobotAndTheListAsTheyAre) {
  std::filesystem::create_directory(here_ / "in");
  for (const std::string name : {"arm.csv", "list", "other"}) write_motion("in/" + name, 4);
  ASSERT_EQ(here_.run("invdyn robots two-link > arm.csv; cp arm.csv other; ls in/list > list").code, 0);
  const std::string robot = here_.read("arm.csv"), list = here_.read("list");
  const auto error = [&](const std::string& line) {
    const Outcome outcome = here_.run("invdyn " + line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(here_.read("arm.csv"), robot) << line;
    EXPECT_EQ(here_.read("other"), robot) << line;
    EXPECT_EQ(here_.read("list"), list) << line;
    return outcome.err;
  };
  EXPECT_EQ(error("torque arm.csv in/arm.csv --output-dir ."),
            "error: in/arm.csv: would be written to ./arm.csv, which is the robot's file: expected another "
            "folder\n");
  EXPECT_EQ(error("torque arm.csv --files-from list --output-dir ."),
            "error: in/list: would be written to ./list, which is the list list: expected another folder\n");
  EXPECT_EQ(error("torque arm.csv in/arm.csv -o in/../arm.csv"),
            "error: --output: is in/../arm.csv, which is the robot's file: expected another file\n");
  EXPECT_EQ(error("generate trapezoid arm.csv --from 0,0 --to 1,1 --duration 3 --dt 1 -o arm.csv"),
            "error: --output: is arm.csv, which is the robot's file: expected another file\n");
  EXPECT_EQ(error("generate line arm.csv --from-joints 0,1 --displacement 0.1,0,0 --position-only --duration "
                  "3 --dt 1 -o arm.csv"),
            "error: --output: is arm.csv, which is the robot's file: expected another file\n");
  EXPECT_EQ(error("simulate arm.csv in/arm.csv -o arm.csv"),
            "error: --output: is arm.csv, which is the robot's file: expected another file\n");
  EXPECT_EQ(error("simulate arm.csv in/arm.csv --model other -o other"),
            "error: --output: is other, which is the model's file: expected another file\n");
}

// Even if a newer folder has the name of the shipped robot.
TEST_F(Batch, ResumesWithAShippedRobotNextToAFolderOfItsName) {
  write_motion("a.csv", 4);
  const std::string line = "invdyn torque two-link a.csv --resume ";
  for (const std::string out : {"-o out.csv", "--output-dir out"}) {
    ASSERT_EQ(here_.run(line + out).code, 0);
    ASSERT_EQ(here_.run("sleep 0.02; rm -rf two-link; mkdir two-link").code, 0);
    EXPECT_THAT(here_.run(line + out).err, HasSubstr("a.csv: skipped")) << out;
  }
}

TEST_F(Batch, ReportsThatTheFolderCannotBeMade) {
  write_motion("a.csv", 4);
  here_.write("out", "a file");
  const Outcome outcome = here_.run("invdyn torque two-link a.csv --output-dir out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: out: cannot create this folder: Not a directory\n");
  EXPECT_EQ(here_.read("out"), "a file");
}

// A robot of two files; the first names the second.
TEST(SubBodies, AreProtectedAndRecordedLikeTheRobot) {
  const Workplace here;
  const auto arm = [](const std::string& inertia) {
    return "format: ChoreonoidBody\nformatVersion: 1.0\nname: s\nlinks:\n - {name: base, jointType: fixed}\n"
           " - {name: arm, parent: base, jointId: 0, jointType: revolute, jointAxis: [0, 1, 0], mass: 1,\n"
           "    centerOfMass: [0, 0, 0], inertia: [1, 0, 0, 0, 1, 0, 0, 0, " +
           inertia + "]}\n";
  };
  here.write("part.body", arm("1"));
  here.write(
      "main.body",
      "format: ChoreonoidBody\nformatVersion: 1.0\nname: m\nlinks:\n - {name: root, jointType: fixed}\n"
      " - {type: SubBody, uri: \"part.body\", prefix: A_, parent: root}\n");
  here.write("m.csv", "t,A_arm\n0,0\n1,1\n2,3\n");
  for (const std::string line :
       {"torque main.body m.csv -q -o part.body", "torque main.body m.csv -q --sidecar part.body",
        "torque main.body m.csv -q -o x --sidecar part.body",
        "robot convert main.body part.body --format json", "simulate main.body m.csv -q -o part.body",
        "plot m.csv --robot main.body -o part.body --format txt",
        "generate cubic main.body --from 0 --to 1 --duration 1 --dt 1 -q -o part.body"}) {
    const Outcome outcome = here.run("invdyn " + line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.err, HasSubstr("which is a part of the robot: expected another file")) << line;
    EXPECT_EQ(here.read("part.body"), arm("1")) << line;
  }

  const std::string run = "invdyn torque main.body m.csv -o out.csv --resume";
  ASSERT_EQ(here.run(run).code, 0);
  EXPECT_THAT(here.run(run).err, HasSubstr("skipped, because out.csv is complete"));
  here.write("part.body", arm("10"));
  EXPECT_THAT(here.run(run).err, HasSubstr("out.csv was made from other files, or part.body has "
                                           "changed since then"));
}

}  // namespace
}  // namespace invdyn::test
