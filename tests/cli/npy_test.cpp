// Trajectories and torques as .npy arrays, with a second file for the names of their columns.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "cli/held_pipe.h"
#include "cli/run_program.h"
#include "ground/npy/npy_header.h"
#include "ground/text/number.h"
#include "support/npy_number.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class Npy : public testing::Test {
 protected:
  void SetUp() override {
    expect_done(
        "invdyn generate trapezoid two-link --from 0,0 --to 1,-2 --duration 9 --dt 0.01 -q -o all.csv");
    expect_done("invdyn torque two-link all.csv --columns q -q -o motion.csv");
    expect_done("invdyn torque two-link motion.csv --columns q -q -o motion.npy");
  }

  void expect_done(const std::string& line) const {
    const Outcome outcome = here_.run(line);
    EXPECT_EQ(outcome.code, 0) << line << '\n' << outcome.err;
  }

  // The array and its names, as a CSV file would contain them.
  std::string as_csv(const std::string& name) const {
    const std::string bytes = here_.read(name);
    const NpyArray array = read_npy_header(bytes.substr(0, npy_header_size), bytes.size(), name);
    std::string text, comma;
    const nlohmann::json names = nlohmann::json::parse(here_.read(name + ".json"));
    for (const std::string column : names.at("columns")) {
      text += comma + column;
      comma = ",";
    }
    for (std::size_t i = 0; i < array.rows * array.columns; ++i) {
      text += i % array.columns == 0 ? '\n' : ',';
      append_shortest(text, npy_number(bytes.data() + array.data_offset + i * sizeof(double)));
    }
    return text + '\n';
  }

  std::string error(const std::string& arguments) const {
    const Outcome outcome = here_.run("invdyn torque two-link -q " + arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
    return outcome.err;
  }

  Workplace here_;
};

TEST_F(Npy, HoldsTheNumbersOfTheCsvFile) {
  EXPECT_EQ(as_csv("motion.npy"), here_.read("motion.csv"));
}

// From each format to each format, on any number of threads.
TEST_F(Npy, GivesTheSameTorquesAsCsv) {
  for (const std::string options : {"", " --differentiate central", " --start extrapolate --unwrap",
                                    " --degrees --dt 0.01", " --columns q,dq,ddq,tau --method luh"}) {
    const std::string expected = here_.run("invdyn torque two-link motion.csv -q" + options).out;
    ASSERT_EQ(table_of(expected).rows.size(), 901U);
    std::string array;
    for (const std::string threads : {"1", "2", "3", "8"})
      for (const std::string input : {"motion.csv", "motion.npy"}) {
        const std::string line = "invdyn torque two-link -q --threads " + threads + options + ' ' + input;
        EXPECT_EQ(here_.run(line).out, expected) << line;
        expect_done(line + " -o torques.npy");
        EXPECT_EQ(as_csv("torques.npy"), expected) << line;
        if (array.empty()) array = here_.read("torques.npy");
        EXPECT_EQ(here_.read("torques.npy"), array) << line;
      }
  }
}

TEST_F(Npy, OutputCanBeReadAsATrajectory) {
  expect_done("invdyn torque two-link motion.npy --columns q,dq,ddq,tau -o full.npy");
  const Outcome again = here_.run("invdyn torque two-link full.npy");
  EXPECT_THAT(again.err, HasSubstr("full.npy: dq and ddq as given"));
  EXPECT_THAT(again.err, HasSubstr("full.npy: columns not used: tau_shoulder, tau_elbow"));
  EXPECT_EQ(again.out, here_.run("invdyn torque two-link motion.csv").out);
}

TEST_F(Npy, TakesTheSameNamesInTheSameFolder) {
  expect_done("invdyn torque two-link motion.npy --columns q,tau -o motion.npy --in-place");
  EXPECT_EQ(as_csv("motion.npy"), here_.run("invdyn torque two-link motion.csv --columns q,tau").out);
}

TEST_F(Npy, WorksWithEveryCommandThatReadsTrajectories) {
  expect_done("invdyn compare two-link motion.npy -q");
  const std::string simulate = "invdyn simulate two-link -q ";
  EXPECT_EQ(here_.run(simulate + "motion.npy").out, here_.run(simulate + "motion.csv").out);
}

TEST_F(Npy, IsComputedInShardsWithoutATimeColumn) {
  std::string names = here_.read("motion.npy.json");
  names.replace(names.find("\"t\""), 3, "\"number\"");
  here_.write("motion.npy.json", names);
  const std::string whole = here_.run("invdyn torque two-link motion.npy -q --rate 100").out;
  ASSERT_EQ(table_of(whole).rows.size(), 901U);
  std::string joined;
  for (const std::string part : {"1/3", "2/3", "3/3"})
    joined += here_.run("invdyn torque two-link motion.npy -q --rate 100 --shard " + part).out;
  EXPECT_EQ(joined, whole);
}

TEST_F(Npy, OutputHasNoShards) {
  const Outcome outcome = here_.run("invdyn torque two-link motion.npy --shard 1/2 -o part.npy");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--shard: cannot write .npy, because"));
  EXPECT_THAT(outcome.err, HasSubstr("expected CSV"));
}

TEST_F(Npy, BatchGivesNpy) {
  expect_done("cp motion.npy second.npy; cp motion.npy.json second.npy.json");
  expect_done("invdyn torque two-link motion.npy motion.csv second.npy --output-dir out");
  const std::string expected = here_.run("invdyn torque two-link motion.csv").out;
  EXPECT_EQ(here_.read("out/motion.csv"), expected);
  EXPECT_EQ(as_csv("out/motion.npy"), expected);
  EXPECT_EQ(as_csv("out/second.npy"), expected);
}

// Both files of the output and both files of the input are checked.
TEST_F(Npy, IsCompleteOnlyWithItsNames) {
  const auto says = [&](const std::string& line, const std::string& text) {
    EXPECT_THAT(here_.run("invdyn torque two-link motion.npy --resume " + line).err, HasSubstr(text));
  };
  for (const std::string out : {"-o out/motion.npy", "--output-dir out"}) {
    expect_done("mkdir -p out");
    says(out, "backward differences");
    says(out, "motion.npy: skipped");
    expect_done("rm out/motion.npy.json");
    says(out, "because out/motion.npy.json does not describe out/motion.npy");
    says(out, "motion.npy: skipped");
    expect_done("sleep 0.02; touch motion.npy.json");
    says(out, "or motion.npy.json has changed since then");
    says(out, "motion.npy: skipped");
    expect_done("rm out/motion.npy");
    says(out, "backward differences");
    expect_done("rm -r out");
  }
}

// This happens if a run is killed between the two renames, or if only one file is copied.
TEST_F(Npy, IsRefusedWithTheNamesOfAnotherArray) {
  expect_done("invdyn torque two-link all.csv --columns q,dq -q -o one.npy");
  expect_done("invdyn torque two-link all.csv --columns dq,q -q -o two.npy");
  expect_done("cp one.npy.json two.npy.json");
  EXPECT_THAT(error("two.npy"), StartsWith("error: two.npy.json: /data: does not describe two.npy, "));
  here_.write("two.npy.json", R"({"columns": ["t", "dq_shoulder", "dq_elbow", "q_shoulder", "q_elbow"]})");
  expect_done("invdyn torque two-link two.npy -q");  // by hand
}

TEST_F(Npy, ReportsErrorsInItsNames) {
  const auto with_names = [&](const std::string& text) {
    here_.write("motion.npy.json", text);
    return error("motion.npy");
  };
  EXPECT_EQ(with_names(R"({"columns": ["t", "q_shoulder"]})"),
            "error: motion.npy.json: /columns: has 2 names: expected 3, one for each column of motion.npy\n");
  EXPECT_THAT(with_names(R"({"columns": ["t", "q_elbow", "q_elbow"]})"),
              HasSubstr("expected each name once"));
  EXPECT_THAT(with_names("{"), StartsWith("error: motion.npy.json"));
  expect_done("rm motion.npy.json");
  EXPECT_EQ(error("motion.npy"),
            "error: motion.npy.json: no such file: expected {\"columns\": [\"t\", ...]}, the names of the 3 "
            "columns of motion.npy\n");
}

TEST_F(Npy, FromAPipeIsRefusedWithAdvice) {
  EXPECT_THAT(error("- < motion.npy"),
              HasSubstr("standard input: is a .npy array, but its name does not end in .npy"));
  EXPECT_THAT(error("< motion.npy"), HasSubstr("the names of the columns in NAME.npy.json"));
}

TEST_F(Npy, IntoAPipeIsRefusedWithTheReason) {
  expect_done("ln -s /dev/null device.npy; ln -s /dev/stdout out.npy");
  EXPECT_THAT(
      error("motion.npy -o device.npy"),
      HasSubstr("device.npy: is a pipe, a device or standard output: expected a regular file, because a .npy "
                "array begins with the number of rows"));
  EXPECT_THAT(error("motion.npy -o out.npy"), HasSubstr("expected a regular file"));
  EXPECT_THAT(here_.names(), testing::Not(testing::Contains("device.npy.json")));
}

class NpyOutput : public Npy {
 protected:
  void SetUp() override {
    Npy::SetUp();
    here_.write("torques.npy", "former array");
    here_.write("torques.npy.json", "former names");
    before_ = here_.names();
  }
  void expect_unchanged() const {
    EXPECT_EQ(here_.read("torques.npy"), "former array");
    EXPECT_EQ(here_.read("torques.npy.json"), "former names");
    EXPECT_EQ(here_.names(), before_);
  }

  std::vector<std::string> before_;
};

TEST_F(NpyOutput, IsUnchangedAfterAFailure) {
  here_.write("motion.npy.json", R"({"columns": ["t", "q_shoulder", "q_elbow"]})");  // fits any array
  std::string bytes = here_.read("motion.npy");
  put_npy_number(std::nan(""), bytes.data() + npy_header_size + (800 * 3 + 2) * sizeof(double));
  here_.write("motion.npy", bytes);
  EXPECT_EQ(error("motion.npy -o torques.npy"),
            "error: motion.npy: row 800: q_elbow is nan: expected a finite number (rad)\n");
  expect_unchanged();
  here_.write("motion.npy", bytes.substr(0, bytes.size() - 1));
  EXPECT_THAT(error("motion.npy -o torques.npy"), HasSubstr("the file is cut short"));
  expect_unchanged();
}

// Same error as on a full disk.
TEST_F(NpyOutput, IsUnchangedIfItsFileCannotGrow) {
  const Outcome outcome =
      here_.run_in_bash("trap '' XFSZ; ulimit -f 10; invdyn torque two-link motion.npy -q -o torques.npy");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: torques.npy: cannot be written: File too large\n");
  expect_unchanged();
}

TEST_F(NpyOutput, IsUnchangedIfTheNamesCannotBeWritten) {
  expect_done("rm torques.npy.json; mkdir torques.npy.json");
  EXPECT_THAT(error("motion.npy -o torques.npy"), StartsWith("error: torques.npy.json: "));
  EXPECT_EQ(here_.read("torques.npy"), "former array");
  EXPECT_EQ(here_.names(), before_);
}

TEST_F(NpyOutput, IsUnchangedAfterASignal) {
  const std::size_t files = before_.size() + 1;
  const HeldPipe pipe(here_ / "live.csv");
  Child child({program, "torque", "two-link", "live.csv", "-o", "torques.npy"}, here_.path());
  pipe.write("t,shoulder,elbow\n0,0,0\n1,0,0\n");
  EXPECT_TRUE(wait_until([&] { return here_.names().size() == files + 2; })) << "two temporary files";
  ASSERT_EQ(::kill(child.id(), SIGTERM), 0);
  EXPECT_TRUE(WIFSIGNALED(child.wait()));
  expect_done("rm live.csv");
  expect_unchanged();
}

TEST_F(NpyOutput, ReplacesBothFilesTogether) {
  expect_done("chmod 640 torques.npy; chmod 604 torques.npy.json");
  expect_done("invdyn torque two-link motion.npy -o torques.npy");
  EXPECT_EQ(as_csv("torques.npy"), here_.run("invdyn torque two-link motion.csv").out);
  EXPECT_EQ(here_.names(), before_);
  EXPECT_EQ(here_.run("stat -c %a torques.npy torques.npy.json").out, "640\n604\n");
}

// A writer switches the names of the columns back and forth. A reader opens the array and then reads its
// names. It gets an array with its own names, an array without names, or an array that was replaced in the
// meantime.
TEST_F(NpyOutput, NeverHasTheNamesOfAnotherArray) {
  const std::string torque = "invdyn torque two-link motion.npy -q --threads 1 -o torques.npy --columns ";
  expect_done(torque + "tau");
  here_.write("go", "");
  std::size_t met = 0;
  std::thread reader([&] {
    while (std::filesystem::exists(here_ / "go")) {
      const int array = ::open((here_ / "torques.npy").c_str(), O_RDONLY | O_CLOEXEC);
      char header[npy_header_size];
      const ssize_t size = ::read(array, header, sizeof header);
      std::ifstream file(here_ / "torques.npy.json");
      const nlohmann::json names = nlohmann::json::parse(file, nullptr, false);
      struct stat opened {
      }, now{};
      ::fstat(array, &opened);
      const bool is_same = ::stat((here_ / "torques.npy").c_str(), &now) == 0 && now.st_ino == opened.st_ino;
      ::close(array);
      ASSERT_EQ(size, static_cast<ssize_t>(npy_header_size));
      if (names.is_discarded() || !is_same) continue;
      ++met;
      ASSERT_EQ(read_npy_header({header, npy_header_size}, std::nullopt, "torques.npy").columns,
                names.at("columns").size());
    }
  });
  for (int turn = 0; turn < 20; ++turn) expect_done(torque + (turn % 2 == 0 ? "q,dq" : "tau"));
  std::filesystem::remove(here_ / "go");
  reader.join();
  EXPECT_GT(met, 0U);
}

TEST_F(Npy, StoresGeneratedMotions) {
  const std::string trapezoid = "invdyn generate trapezoid --from 0,1 --to 1,-1 --duration 3 --dt 0.002",
                    line =
                        "invdyn generate line puma560 --from-joints 0,0.5,-1,0,0.5,0 --displacement 0,0.1,0 "
                        "--duration 1 --dt 0.01";
  for (const std::string& generate : {trapezoid, line}) {
    expect_done(generate + " -q -o made.npy");
    EXPECT_EQ(as_csv("made.npy"), here_.run(generate).out);
  }
}

TEST_F(Npy, IsNoFormatForSimulateOutput) {
  const Outcome outcome = here_.run("invdyn simulate two-link motion.csv -o out.npy");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "error: --output: is out.npy, but simulate writes only CSV: expected another name\n");
  EXPECT_THAT(here_.names(), testing::Not(testing::Contains("out.npy")));
}

}  // namespace
}  // namespace invdyn::test
