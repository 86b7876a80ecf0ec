// Endless or malicious input ends in an error that names it, with little memory and time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
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
  std::string line;   // shell command; the shell replaces itself with the program
  std::string error;  // start of the error text, after "error: "
};

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// A robot with the given number of joints in a chain, as a .json file.
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

// An array of one number, as numpy saves it.
std::string array_of_one() {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n' + std::string(8, '\0');
}

// The files that the commands name, written once: some have several megabytes.
class Files : public Workplace {
 public:
  Files() {
    const std::string robot = "#ChoreonoidBody\n";
    for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
             {"rows.csv", "t,q_pivot\n0,0\n1,1\n2,2\n3,3\n"},
             {"header.csv", "t,q_pivot" + repeated(",", 1 << 20) + '\n'},
             {"brackets.json", repeated("[", 1 << 20)},
             {"values.json", '[' + repeated("[],", 1'000'000) + "0]"},
             {"long.json", chain(10'001)},
             {"deep.urdf", repeated("<a>", 1 << 20)},
             {"wide.urdf", "<robot>" + repeated("<a/>", 1 << 20) + "</robot>"},
             {"brackets.body", robot + repeated("[", 1 << 20)},
             {"lines.body", robot + repeated("[\n", 1 << 20)},
             {"values.body", "format: ChoreonoidBody\nlinks: [" + repeated("1,", 1 << 21) + "1]\n"},
             {"mesh.body", "format: ChoreonoidBody\nmesh: [\n" + repeated("0.125, -0.25,\n", 1 << 19) +
                               "0]\nlinks: [1]\n"},
             {"comma.body", ",ChoreonoidBody\n"},
             {"anchor.body", "&a,ChoreonoidBody\n"},
             {"list.body", "[a],ChoreonoidBody\n"},
             {"deep_settings.json", "{\"a\": " + repeated("[", 300'000)},
             {"many_settings.json", "{\"a\": [0" + repeated(",0", 500'000) + "]}"},
             {"long_text.json", "{\"gravity\": \"" + repeated("1,", 4'000'000) + "1\"}"},
             {"parts.toml", "a" + repeated(".a", 300'000) + " = 1\n"},
             {"tables.toml", repeated("[a]\n", 1 << 17)}})
      write(name, text);
    // Endless files whose names give their format.
    for (const char* name : {"endless.sto", "endless.mot", "endless.pos"})
      std::filesystem::create_symlink("/dev/stdin", *this / name);
    std::filesystem::create_symlink("/dev/zero", *this / "endless.npy");
    std::filesystem::create_symlink("/dev/zero", *this / "one.npy.json");
    write("one.npy", array_of_one());
  }
};

class Ceiling : public testing::TestWithParam<Case> {};

TEST_P(Ceiling, IsKept) {
  static const Files here;
  Child child({"bash", "-c", GetParam().line, program}, here.path(), "/dev/null", here / "err");
  struct rusage usage {};
  const int status = child.wait(&usage);
  std::ifstream err(here / "err");
  std::string text;
  for (std::string line; std::getline(err, line);)
    if (line.starts_with("error: ")) text = line.substr(7);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status << ' ' << text.substr(0, 300);
  EXPECT_THAT(text, StartsWith(GetParam().error));
#ifndef INVDYN_UNDER_SANITIZER
  // The most is of `plot`: 64 MB of numbers, and 32 MiB that are read ahead.
  EXPECT_LT(usage.ru_maxrss, 112 * 1024);
  EXPECT_LT(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec, 5);
#endif
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

const std::string run = "exec \"$0\" ";  // $0 is the program
const std::string too_large = " is larger than 8 MiB, the limit for ";

// Rows without end, for commands that keep all rows in memory.
const std::string endless = "(echo q_pivot; yes 0.1) | \"$0\" ";
const std::string too_many = "standard input: has more than ";

INSTANTIATE_TEST_SUITE_P(
    Kept, Ceiling,
    testing::Values(
        Case{"LowPass", endless + "torque pendulum - --rate 1000 --lowpass 5", too_many},
        Case{"Resample", endless + "torque pendulum - --rate 1000 --resample 100 --unwrap", too_many},
        Case{"Simulate", endless + "simulate pendulum - --rate 1000", "the trajectory: has more than "},
        Case{"FitPath", endless + "size pendulum - --rate 1000 --fit-path", "the trajectory: has more than "},
        Case{"Fit", endless + "size pendulum - --rate 1000 --fit-duration",
             "the trajectory: has more than "}),
    name_of);

const std::string more_than_a_header = "comes after more than 16 MiB of header, comments and blank lines";

INSTANTIATE_TEST_SUITE_P(
    Trajectories, Ceiling,
    testing::Values(
        Case{"Comments", "yes '#' | \"$0\" torque pendulum -",
             "standard input:8388610: " + more_than_a_header},
        Case{"BlankLines", "yes '' | \"$0\" size pendulum -",
             "standard input:16777218: " + more_than_a_header},
        Case{"StorageHeader", "(echo a; echo nRows=1; yes b=c) | \"$0\" torque pendulum endless.sto",
             "endless.sto:4194305: " + more_than_a_header},
        Case{"StorageBlanks", "(echo a; echo nRows=1; yes ' ') | \"$0\" simulate pendulum endless.mot",
             "endless.mot:8388607: " + more_than_a_header},
        Case{"PosComments", "yes '#' | \"$0\" torque pendulum endless.pos --rate 1",
             "endless.pos:8388610: " + more_than_a_header},
        Case{"PosLine", "yes 1 | tr '\\n' ' ' | \"$0\" torque pendulum endless.pos --rate 1",
             "endless.pos:1: is longer than 16 MiB"},
        Case{"Array", run + "torque pendulum endless.npy", "endless.npy: is a pipe or a device"},
        Case{"NamesOfColumns", run + "torque pendulum one.npy --rate 1", "one.npy.json:" + too_large},
        Case{"Waypoints", run + "generate cubic --via <(echo q_pivot; yes 0.1)", "/dev/fd/63:" + too_large}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Robots, Ceiling,
    testing::Values(
        Case{"Zeros", run + "robot inspect /dev/zero", "/dev/zero:" + too_large},
        Case{"Noise", run + "torque /dev/urandom rows.csv", "/dev/urandom:" + too_large},
        Case{"Lines", run + "robot check <(yes '{')", "/dev/fd/63:" + too_large},
        Case{"Json", run + "robot inspect brackets.json", "brackets.json: lists and objects are nested more"},
        Case{"JsonValues", run + "robot inspect values.json", "values.json: has more than 500000 values"},
        Case{"Xml", run + "robot inspect deep.urdf", "deep.urdf:"},
        Case{"XmlElements", run + "robot inspect wide.urdf",
             "wide.urdf: has more than 400000 tags and attributes"},
        Case{"Yaml", run + "robot inspect brackets.body",
             "brackets.body:2: the last value before this line is longer than 128 KiB"},
        Case{"YamlLines", run + "robot inspect lines.body",
             "lines.body:65530: the last value before this line is longer than 128 KiB"},
        Case{"YamlValues", run + "robot inspect values.body", "values.body:2: more than 100000 values"},
        Case{"YamlMesh", run + "robot inspect mesh.body", "mesh.body:50000: more than 100000 values"},
        Case{"YamlComma", run + "robot inspect comma.body",
             "comma.body:1: there is more text after a whole YAML"},
        Case{"YamlAnchor", run + "robot inspect anchor.body",
             "anchor.body:1: there is more text after a whole YAML"},
        Case{"YamlList", run + "robot inspect list.body",
             "list.body:1: there is more text after a whole YAML"},
        Case{"Joints", run + "robot inspect long.json",
             "long.json: /joints/10000/name: is joint number 10001: expected at most 10000 joints"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Settings, Ceiling,
    testing::Values(
        Case{"Zeros", run + "torque pendulum rows.csv --config /dev/zero", "/dev/zero:" + too_large},
        Case{"Lines", run + "torque pendulum rows.csv --config <(yes //)", "/dev/fd/63:" + too_large},
        Case{"Brackets", run + "torque pendulum rows.csv --config deep_settings.json",
             "deep_settings.json: lists and objects are nested more than 100 levels deep"},
        Case{"Values", run + "torque pendulum rows.csv --config many_settings.json",
             "many_settings.json: has more than 500000 values"},
        Case{"Text", run + "torque pendulum rows.csv --config long_text.json",
             "long_text.json: is larger than 1 MiB, the limit for settings"},
        Case{"TomlParts", run + "torque pendulum rows.csv --config parts.toml", "parts.toml:1:1: "},
        Case{"TomlTables", run + "torque pendulum rows.csv --config tables.toml", "tables.toml:1:2: "},
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
                   "done; yes '#')",
             "/dev/fd/63:"},
        Case{"BaseMotion", run + "torque pendulum rows.csv --base-motion <(echo t,x; yes '')", "/dev/fd/63:"},
        Case{"Plot", run + "plot <(echo a,b; yes 1,2)",
             "/dev/fd/63: has more than 8000000 numbers, but no times"},
        Case{"Columns", run + "plot header.csv", "header.csv:1: has more than 200000 fields"},
        Case{"OneLine", run + "plot <(yes a | tr -d '\\n')", "/dev/fd/63:1: is longer than 16 MiB"}),
    name_of);

}  // namespace
}  // namespace invdyn::test
