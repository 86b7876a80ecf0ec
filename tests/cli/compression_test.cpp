// Compressed trajectories and outputs, as users have them: gzip and the functions of libzstd are the outside
// check.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <zstd.h>

#include <algorithm>
#include <random>

#include "cli/held_pipe.h"
#include "cli/run_program.h"
#include "support/sanitizers.h"

namespace invdyn::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string zstd_of(const std::string& text) {
  std::string data(ZSTD_compressBound(text.size()), '\0');
  data.resize(ZSTD_compress(data.data(), data.size(), text.data(), text.size(), 3));
  return data;
}

std::string text_of_zstd(const std::string& data) {
  std::string text(std::size_t{1} << 20, '\0');
  const std::size_t size = ZSTD_decompress(text.data(), text.size(), data.data(), data.size());
  EXPECT_FALSE(ZSTD_isError(size)) << ZSTD_getErrorName(size);
  text.resize(ZSTD_isError(size) ? 0 : size);
  return text;
}

class CompressedRun : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome = here_.run(
        "invdyn generate trapezoid two-link --from 0,0 --to 1,-2 --duration 9 --dt 0.002 -q -o motion.csv && "
        "gzip -k motion.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    here_.write("motion.csv.zst", zstd_of(here_.read("motion.csv")));
  }

  Outcome torque(const std::string& arguments) const {
    return here_.run("invdyn torque two-link " + arguments);
  }
  std::string error_of(const std::string& arguments, int code) const {
    const Outcome outcome = torque(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    return outcome.err;
  }

  Workplace here_;
};

TEST_F(CompressedRun, ReadsWhatThePlainFileHolds) {
  here_.run(
      "cp motion.csv.gz as.csv; cp motion.csv.zst also.csv.gz; cp motion.csv plain.csv.gz; "
      "(head -500 motion.csv | gzip -c; tail -n +501 motion.csv | gzip -9c) > members.csv.gz");
  for (const std::string options : {" --columns q,dq,ddq,tau", " --differentiate central --threads 3",
                                    " --lowpass 8", " --missing skip --columns tau"}) {
    const std::string plain = torque("motion.csv -q" + options).out;
    EXPECT_EQ(table_of(plain).rows.size(), 4501U);
    for (const std::string file :
         {"motion.csv.gz", "motion.csv.zst", "as.csv", "also.csv.gz", "plain.csv.gz", "members.csv.gz",
          "- < motion.csv.gz", "<(cat motion.csv.zst)", "<(cat motion.csv)"}) {
      const Outcome outcome = here_.run_in_bash("invdyn torque two-link " + file + " -q" + options);
      EXPECT_EQ(outcome.code, 0) << file << outcome.err;
      EXPECT_EQ(outcome.out, plain) << file << options;
    }
  }
}

TEST_F(CompressedRun, ReadsOtherFormatsTablesAndRobots) {
  here_.run("invdyn robot init arm.json; gzip -k arm.json");
  here_.write(
      "walk.sto",
      "walk\nnRows=2\nnColumns=3\ninDegrees=no\nendheader\ntime\tshoulder\telbow\n0\t0\t0\n1\t0\t1\n");
  here_.write("walk.pos", "0 0 0\n1 0 1\n");
  here_.write("force.csv", "t,fx,fy,fz\n0,1,0,0\n9,2,0,0\n");
  here_.run("gzip -k walk.sto walk.pos force.csv");
  const auto same = [&](const std::string& before, const std::string& after) {
    const Outcome plain = here_.run("invdyn " + before + after),
                  packed = here_.run("invdyn " + before + ".gz" + after);
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_EQ(packed.code, plain.code) << packed.err;
    EXPECT_EQ(packed.out, plain.out) << before;
  };
  same("torque two-link walk.sto", " -q");
  same("torque two-link walk.pos", " -q");
  same("torque two-link motion.csv -q --wrench \"link=forearm file=force.csv\"", "");
  same("robot check arm.json", " | sed 's/arm.json.gz/arm.json/'");
  same("size two-link motion.csv", " -q");
  same("simulate two-link motion.csv", " -q --columns q");
  same("view two-link motion.csv", " -q -o - | sed 's/motion.csv.gz/motion.csv/'");
  here_.run("invdyn torque two-link motion.csv -q -o torques.csv.gz");
  here_.run("gunzip -k torques.csv.gz");
  same("plot torques.csv", " --format txt");
}

TEST_F(CompressedRun, WritesTheSameTextByName) {
  const std::string plain = torque("motion.csv -q").out;
  EXPECT_EQ(torque("motion.csv -q -o out.csv.gz").code, 0);
  EXPECT_EQ(torque("motion.csv -q -o out.csv.zst").code, 0);
  EXPECT_EQ(here_.run("gzip -t out.csv.gz && gzip -dc out.csv.gz").out, plain);
  EXPECT_EQ(text_of_zstd(here_.read("out.csv.zst")), plain);
  EXPECT_LT(here_.read("out.csv.gz").size(), plain.size() / 2);
  for (const std::string threads : {"1", "3", "8"})
    for (const std::string ending : {".gz", ".zst"}) {
      EXPECT_EQ(torque("motion.csv -q --threads " + threads + " -o again.csv" + ending).code, 0);
      EXPECT_EQ(here_.read("again.csv" + ending), here_.read("out.csv" + ending)) << threads;
    }
}

TEST_F(CompressedRun, EveryCommandWithRowsWrites) {
  for (const std::string line :
       {"generate trapezoid two-link --from 0,0 --to 1,1 --duration 1 --dt 0.1",
        "generate excitation two-link --duration 5 --rate 20", "regressor two-link motion.csv",
        "simulate two-link motion.csv", "size two-link motion.csv --format csv"}) {
    const Outcome plain = here_.run("invdyn " + line + " -q");
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_EQ(here_.run("invdyn " + line + " -q -o out.csv.gz").code, 0) << line;
    EXPECT_EQ(here_.run("gzip -dc out.csv.gz").out, plain.out) << line;
  }
}

TEST_F(CompressedRun, NamesOutputsOfAFolderAfterTheirInputs) {
  here_.write(
      "walk.sto",
      "walk\nnRows=2\nnColumns=3\ninDegrees=no\nendheader\ntime\tshoulder\telbow\n0\t0\t0\n1\t0\t1\n");
  here_.run("gzip walk.sto");
  const std::string run = "motion.csv motion.csv.gz motion.csv.zst walk.sto.gz -q --output-dir out --resume";
  const Outcome outcome = torque(run);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(here_.run("ls out | grep -v run.json").out,
            "motion.csv\nmotion.csv.gz\nmotion.csv.zst\nwalk.csv.gz\n");
  const std::string plain = here_.read("out/motion.csv");
  EXPECT_EQ(here_.run("gzip -dc out/motion.csv.gz").out, plain);
  EXPECT_EQ(text_of_zstd(here_.read("out/motion.csv.zst")), plain);
  const std::string times = here_.run("stat -c '%n %Y %Z' out/*").out;
  EXPECT_EQ(torque(run).code, 0);
  EXPECT_EQ(here_.run("stat -c '%n %Y %Z' out/*").out, times) << "complete outputs stay";
}

TEST_F(CompressedRun, IsRecordedByItsBytesAndRepeated) {
  EXPECT_EQ(torque("motion.csv.zst -q -o out.csv.gz --sidecar out.json").code, 0);
  const std::string record = here_.read("out.json");
  for (const std::string file : {"out.csv.gz", "motion.csv.zst"})
    EXPECT_THAT(record, HasSubstr(here_.run("sha256sum < " + file).out.substr(0, 64)));
  const Outcome again = here_.run("invdyn rerun out.json -o again.csv.gz");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(here_.read("again.csv.gz"), here_.read("out.csv.gz"));
  EXPECT_THAT(here_.run("invdyn rerun out.json -o again.csv").err,
              HasSubstr("expected a name that ends in .gz"));
  EXPECT_EQ(here_
                .run("mkfifo p.csv.gz; gzip -dc < p.csv.gz > p.csv & "
                     "invdyn torque two-link motion.csv -q -o p.csv.gz --sidecar p.json; wait")
                .code,
            0);
  EXPECT_EQ(here_.read("p.csv"), torque("motion.csv -q").out);
  EXPECT_THAT(here_.read("p.json"), HasSubstr(here_.run("sha256sum < out.csv.gz").out.substr(0, 64)));
}

// A fault at the end comes after rows, and still no output is replaced.
TEST_F(CompressedRun, OfABadFileFailsAndReplacesNothing) {
  here_.run(
      "head -c 60000 motion.csv.gz > cut.csv.gz; head -c 60000 motion.csv.zst > cut.csv.zst;(cat "
      "motion.csv.gz; echo more) > more.csv.gz;(head -c -8 motion.csv.gz; printf 12345678) > "
      "sum.csv.gz;printf '\\037\\213' > begin.csv.gz");
  here_.write("out.csv.gz", "former\n");
  const std::string size = std::to_string(here_.read("motion.csv").size());
  for (const auto& [file, text] : std::vector<std::pair<std::string, std::string>>{
           {"cut.csv.gz", "stops in the middle of its gzip data, after "},
           {"cut.csv.zst", "stops in the middle of its zstd data, after "},
           {"begin.csv.gz",
            "stops in the middle of its gzip data, after 0 bytes of text: expected "
            "the whole file"},
           {"more.csv.gz", "continues with bytes that are not gzip data, after " + size +
                               " bytes of text: expected more gzip data, or the end of the file\n"},
           {"sum.csv.gz", "has damaged gzip data (incorrect data check), after " + size +
                              " bytes of text: expected intact data; gzip -t checks a file\n"}})
    for (const std::string options : {"", " --threads 3", " --lowpass 8", " --missing skip"}) {
      EXPECT_THAT(error_of(file + " -q -o out.csv.gz" + options, 1),
                  StartsWith("error: " + file + ": " + text));
      EXPECT_EQ(here_.read("out.csv.gz"), "former\n");
    }
}

// A flipped bit makes other text long before the checksum at the end. So the row that is refused must not be
// all that the user is told.
TEST_F(CompressedRun, OfDamagedDataTellsOfTheDamage) {
  here_.run(
      "invdyn generate trapezoid two-link --from 0,0 --to 1,-2 --duration 9 --dt 0.002 -q -o sum.csv.zst");
  std::mt19937 random(3);
  for (const std::string file : {"motion.csv.gz", "sum.csv.zst"}) {
    const std::string data = here_.read(file), name = "bad-" + file;
    for (int run = 0; run < 8; ++run) {
      std::string damaged = data;
      char& byte = damaged[30 + random() % (data.size() - 40)];  // after the header
      byte = static_cast<char>(byte ^ 1 << random() % 8);
      here_.write(name, damaged);
      for (const std::string options : {" -q --threads 3", " -q --missing skip", " -q --lowpass 8"}) {
        const std::string error = error_of(name + options, 1);
        EXPECT_THAT(error, StartsWith("error: " + name + ": ")) << run;
        EXPECT_THAT(error,
                    testing::ContainsRegex("damaged|continues with|stops in|ends within|need a window"))
            << run;
      }
      const std::string plot = here_.run("invdyn plot " + name + " --format txt").err;
      EXPECT_THAT(plot, testing::ContainsRegex("damaged|continues with|stops in|ends within|need a window"))
          << run;
      EXPECT_THAT(error_of("- -q < " + name, 1), HasSubstr("standard input: ")) << run;
      if (HasFailure()) return;
    }
  }
}

// A bad row of intact data is only that; of a pipe, whose bytes are gone, it is not known.
TEST_F(CompressedRun, OfABadRowTellsTheRow) {
  here_.run("sed '3000s/,/;/' motion.csv | gzip -c > row.csv.gz");
  const std::string error = error_of("row.csv.gz -q", 1);
  EXPECT_THAT(error, StartsWith("error: row.csv.gz:3000: "));
  EXPECT_THAT(error, testing::Not(HasSubstr("gzip")));
  EXPECT_THAT(error_of("- -q < row.csv.gz", 1), testing::Not(HasSubstr("gzip")));
  const std::string of_pipe = here_.run("cat row.csv.gz | invdyn torque two-link - -q").err;
  EXPECT_THAT(of_pipe, StartsWith("error: standard input:3000: "));
  EXPECT_THAT(of_pipe, EndsWith(" (the file is compressed: gzip -t checks whether it is damaged)\n"));
}

TEST_F(CompressedRun, RefusesOtherCompressions) {
  here_.write("motion.csv.xz", std::string("\xfd"
                                           "7zXZ\0\0\4",
                                           8) +
                                   "data");
  EXPECT_EQ(error_of("motion.csv.xz -q", 1),
            "error: motion.csv.xz: is compressed by xz, which invdyn cannot read: expected plain text, "
            "gzip or zstd. To unpack the file, use unxz -k\n");
  here_.run("gzip -c motion.csv.zst > both.csv.gz");
  EXPECT_EQ(error_of("both.csv.gz -q", 1),
            "error: both.csv.gz: is compressed twice, zstd within gzip: expected a file that is compressed "
            "once. Unpack it once: gunzip -k both.csv.gz\n");
}

TEST_F(CompressedRun, RefusesWhatNeedsAnyPlaceOfAFile) {
  EXPECT_THAT(error_of("motion.csv.gz --shard 1/2", 2),
              HasSubstr("--shard: needs a file that can be read from any position: motion.csv.gz is "
                        "compressed; unpack it first, by gunzip -k motion.csv.gz"));
  here_.run("invdyn torque two-link motion.csv --columns q -q -o motion.npy; gzip -k motion.npy");
  EXPECT_THAT(
      error_of("motion.npy.gz", 1),
      HasSubstr("motion.npy.gz: is a compressed .npy array: expected an unpacked array (to unpack it, run "
                "gunzip -k motion.npy.gz)"));
  EXPECT_THAT(error_of("motion.csv -o out.npy.gz", 2),
              HasSubstr("is out.npy.gz, but arrays cannot be compressed"));
  EXPECT_THAT(error_of("motion.csv -o out.csv.xz", 2), HasSubstr("expected out.csv.gz or .zst"));
  EXPECT_THAT(error_of("motion.csv -o out.xlsx.gz", 2),
              HasSubstr("is out.xlsx.gz, but the program cannot write"));
  EXPECT_THAT(here_.run("invdyn simulate two-link motion.csv -o out.npy.zst").err,
              HasSubstr("writes only CSV"));
}

// Members of one row each.
TEST(LiveCompressedPipe, IsAnsweredRowByRow) {
  const Workplace here;
  const HeldPipe pipe(here / "motion");
  const Child child({program, "torque", "pendulum", "motion"}, here.path(), here / "out", here / "err");
  const auto lines = [&] {
    const std::string out = std::filesystem::exists(here / "out") ? here.read("out") : "";
    return std::count(out.begin(), out.end(), '\n');
  };
  pipe.write(zstd_of("t,pivot\n"));
  for (int row = 0; row < 5; ++row) {
    const std::string frame = zstd_of(std::to_string(row) + ",0.1\n");
    pipe.write(frame.substr(0, 7));
    pipe.write(frame.substr(7));
    EXPECT_TRUE(wait_until([&] { return lines() == 2 + row; })) << row;
  }
}

// 200 MiB of text in 1 MiB of data: memory stays as for any other file, and the limits hold for the text.
TEST(Bomb, TakesLittleMemory) {
#ifdef INVDYN_UNDER_SANITIZER
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const Workplace here;
  here.run(
      "head -c 200M /dev/zero | tr '\\0' '0' | gzip -1c > zeros.gz; cp zeros.gz zeros.json.gz;"
      "(echo 't,pivot'; yes '#' | head -c 100M) | gzip -1c > comments.gz");
  for (const auto& [arguments, error] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"torque", "pendulum", "zeros.gz"}, "is longer than 16 MiB"},
           {{"torque", "zeros.json.gz", "zeros.gz"}, "is larger than 8 MiB"},
           {{"plot", "zeros.gz"}, "MiB"},
           {{"torque", "pendulum", "comments.gz"}, "no rows"}}) {
    std::vector<std::string> line{program};
    line.insert(line.end(), arguments.begin(), arguments.end());
    Child child(line, here.path(), "/dev/null", here / "err");
    struct rusage usage {};
    const int status = child.wait(&usage);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    EXPECT_THAT(here.read("err"), HasSubstr(error));
    EXPECT_LT(usage.ru_maxrss, 100 * 1024) << arguments.front();
  }
}

}  // namespace
}  // namespace invdyn::test
