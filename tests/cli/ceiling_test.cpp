// Input that has no end, or that was made to harm, ends in an error that names it, and takes little memory
// and time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "cli/run_program.h"
#include "support/sanitizers.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Case {
  const char* name;
  std::string line;   // of a shell, which becomes the program
  std::string error;  // the text that it begins with, after "error: "
};

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// A robot of so many joints in a chain, as a .json file.
std::string chain(int joints) {
  std::ostringstream text;
  text << R"({"name": "chain", "convention": "tree", "joints": [)";
  for (int i = 0; i < joints; ++i)
    text << (i > 0 ? "," : "") << R"({"name":"j)" << i << R"(","type":"revolute","axis":[0,1,0],"parent":")"
         << (i > 0 ? "l" + std::to_string(i - 1) : "base") << R"(","link":{"name":"l)" << i
         << R"(","mass":0}})";
  text << "]}";
  return text.str();
}

class Ceiling : public testing::TestWithParam<Case> {
 protected:
  Ceiling() {
    std::ofstream(here_ / "rows.csv") << "t,q_pivot\n0,0\n1,1\n2,2\n3,3\n";
    std::ofstream(here_ / "brackets.json") << repeated("[", 1 << 20);
    std::ofstream(here_ / "values.json") << '[' << repeated("[],", 1'000'000) << "0]";
    std::ofstream(here_ / "deep.urdf") << repeated("<a>", 1 << 20);
    std::ofstream(here_ / "wide.urdf") << "<robot>" << repeated("<a/>", 1 << 20) << "</robot>";
    std::ofstream(here_ / "brackets.body") << "#ChoreonoidBody\n" << repeated("[", 1 << 20);
    std::ofstream(here_ / "lines.body") << "#ChoreonoidBody\n" << repeated("[\n", 1 << 20);
    std::ofstream(here_ / "values.body")
        << "format: ChoreonoidBody\nlinks: [" << repeated("1,", 1 << 20) << "1]\n";
    std::ofstream(here_ / "comma.body") << ",ChoreonoidBody\n";
    std::ofstream(here_ / "anchor.body") << "&a,ChoreonoidBody\n";
    std::ofstream(here_ / "list.body") << "[a],ChoreonoidBody\n";
    std::ofstream(here_ / "parts.toml") << "a" << repeated(".a", 300'000) << " = 1\n";
    std::ofstream(here_ / "deep.toml") << "a = " << repeated("[", 300'000) << '\n';
    std::ofstream(here_ / "long.json") << chain(10'001);
    std::ofstream(here_ / "header.csv") << "t,q_pivot" << repeated(",", 1 << 20) << '\n';
  }

  Workplace here_;
};

TEST_P(Ceiling, IsKept) {
  Child child({"bash", "-c", GetParam().line, program}, here_.path(), "/dev/null", here_ / "err");
  struct rusage usage {};
  const int status = child.wait(&usage);
  std::ifstream err(here_ / "err");
  std::string text;
  for (std::string line; std::getline(err, line);)
    if (line.starts_with("error: ")) text = line.substr(7);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status << ' ' << text.substr(0, 300);
  EXPECT_THAT(text, StartsWith(GetParam().error));
#ifndef INVDYN_UNDER_SANITIZER
  EXPECT_LT(usage.ru_maxrss, 96 * 1024);
  EXPECT_LT(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec, 5);
#endif
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

const std::string run = "exec \"$0\" ";  // which is the program
const std::string too_large = " is larger than 8 MiB, the limit for ";

// Rows without end, where all are kept in memory.
const std::string endless = "(echo q_pivot; yes 0.1) | \"$0\" ";
const std::string too_many = "standard input: has more than ";

INSTANTIATE_TEST_SUITE_P(
    Kept, Ceiling,
    testing::Values(
        Case{"LowPass", endless + "torque pendulum - --rate 1000 --lowpass 5", too_many},
        Case{"Resample", endless + "torque pendulum - --rate 1000 --resample 100 --unwrap", too_many},
        Case{"Simulate", endless + "simulate pendulum - --rate 1000", "the trajectory: has more than "},
        Case{"Fit", endless + "size pendulum - --rate 1000 --fit-duration",
             "the trajectory: has more than "}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Robots, Ceiling,
    testing::Values(
        Case{"Zeros", run + "robot inspect /dev/zero", "/dev/zero:" + too_large},
        Case{"Noise", run + "torque /dev/urandom rows.csv", "/dev/urandom:" + too_large},
        Case{"Lines", run + "robot check <(yes '{')", "/dev/fd/63:" + too_large},
        Case{"Json", run + "robot inspect brackets.json",
             "brackets.json: lists and objects stand in each other more"},
        Case{"JsonValues", run + "robot inspect values.json", "values.json: has more than 500000 values"},
        Case{"Xml", run + "robot inspect deep.urdf", "deep.urdf:"},
        Case{"XmlElements", run + "robot inspect wide.urdf",
             "wide.urdf: has more than 400000 tags and attributes"},
        Case{"Yaml", run + "robot inspect brackets.body",
             "brackets.body:2: no value ends in more than 128 KiB"},
        Case{"YamlLines", run + "robot inspect lines.body",
             "lines.body:65530: no value ends in more than 128 KiB"},
        Case{"YamlValues", run + "robot inspect values.body", "values.body:2: more than 100000 values"},
        Case{"YamlComma", run + "robot inspect comma.body",
             "comma.body:1: what stands here follows a whole YAML"},
        Case{"YamlAnchor", run + "robot inspect anchor.body",
             "anchor.body:1: what stands here follows a whole YAML"},
        Case{"YamlList", run + "robot inspect list.body",
             "list.body:1: what stands here follows a whole YAML"},
        Case{"Joints", run + "robot inspect long.json",
             "long.json: /joints/10000/name: is joint number 10001: expected at most 10000 joints"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Settings, Ceiling,
    testing::Values(
        Case{"Zeros", run + "torque pendulum rows.csv --config /dev/zero", "/dev/zero:" + too_large},
        Case{"Lines", run + "torque pendulum rows.csv --config <(yes a=1)", "/dev/fd/63:" + too_large},
        Case{"KeyParts", run + "torque pendulum rows.csv --config parts.toml",
             "parts.toml:1: a key of more than 16 parts"},
        Case{"Brackets", run + "torque pendulum rows.csv --config deep.toml",
             "deep.toml:1: lists and tables stand in each other more than 16 deep"},
        Case{"NoName", run + "torque pendulum rows.csv --config <(echo '[+]')",
             "/dev/fd/63:1: a bracket without the name of a table"},
        Case{"OtherLetters", run + "torque pendulum rows.csv --config <(echo 'a = [0б')",
             "/dev/fd/63:1: a character that stands in no key and no number"},
        Case{"List", run + "torque pendulum --files-from <(yes a) --output-dir out",
             "/dev/fd/63:" + too_large},
        Case{"ListOnStandardInput", "yes a | \"$0\" torque pendulum --files-from - --output-dir out",
             "standard input:" + too_large}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Tables, Ceiling,
    testing::Values(
        Case{"Motors",
             run + "size pendulum rows.csv --motors <(echo joint,continuous_torque,peak_torque; yes '#')",
             "/dev/fd/63:" + too_large},
        Case{"MotorsOfZeros", run + "size pendulum rows.csv --motors /dev/zero",
             "/dev/zero:1: holds a NUL byte"},
        Case{"Wrenches",
             run + "torque pendulum rows.csv --wrench file=<(echo t,fx_link; for k in {1..9}; do echo $k,1; "
                   "done; "
                   "yes '#')",
             "/dev/fd/63:"},
        Case{"BaseMotion", run + "torque pendulum rows.csv --base-motion <(echo t,x; yes '')", "/dev/fd/63:"},
        Case{"Plot", run + "plot <(echo a,b; yes 1,2)",
             "/dev/fd/63:4000002: is a row too many for 2 columns"},
        Case{"Columns", run + "plot header.csv", "header.csv:1: has more than 200000 fields"},
        Case{"OneLine", run + "plot <(yes a | tr -d '\\n')", "/dev/fd/63:1: is longer than 16 MiB"}),
    name_of);

}  // namespace
}  // namespace invdyn::test
