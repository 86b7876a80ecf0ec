// Each system call of a run on an output fails once, and the run is killed once at each. Afterwards either
// the former files or the new ones exist, files of one group match, the run reports correctly whether it
// failed, and the next run leaves no litter.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <regex>

#include "cli/run_program.h"
#include "faults/traced_run.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Files = std::map<std::string, std::string>;  // contents by name

struct Scenario {
  const char* name;
  std::string options;                           // of torque; the former run had other options
  std::vector<std::vector<std::string>> groups;  // data, then the files that describe it
};

class Faults : public testing::TestWithParam<Scenario> {
 protected:
  void SetUp() override {
    if (const auto reason = reason_not_to_trace()) GTEST_SKIP() << *reason;
    here_.write("a.csv", "t,shoulder,elbow\n0,0,0\n1,0.1,0.2\n2,0.3,0.1\n");
    here_.write("b.csv", "t,shoulder,elbow\n0,0,1\n1,0.1,0.2\n");
    former_ = made_over({}, line(" --columns q,tau"));
    fresh_ = made_over(former_, line(""));
  }

  std::string line(const std::string& more) const {
    return "torque two-link --threads 1 " + GetParam().options + more;
  }

  Outcome invdyn(const std::string& arguments) const { return here_.run("invdyn " + arguments); }

  Files made_over(const Files& before, const std::string& arguments) {
    put(before);
    const Outcome outcome = invdyn(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return files();
  }

  void put(const Files& files) const {
    std::filesystem::remove_all(here_ / "out");
    std::filesystem::create_directory(here_ / "out");
    for (const auto& [name, text] : files) here_.write("out/" + name, text);
  }

  // The time of the last write differs between runs.
  Files files() const {
    Files found;
    for (const auto& entry : std::filesystem::directory_iterator(here_ / "out")) {
      const std::string name = entry.path().filename();
      const std::string text = here_.read("out/" + name);
      found[name] =
          name.ends_with(".run.json")
              ? std::regex_replace(text, std::regex("\"modified_ns\": [0-9]+"), "\"modified_ns\": 0")
              : text;
    }
    return found;
  }

  static Files litter_in(const Files& files) {
    Files litter;
    for (const auto& file : files)
      if (file.first.starts_with(".")) litter.insert(file);
    return litter;
  }

  // "former", "new", "missing".
  std::string state_of(const std::string& name, const Files& files) const {
    const auto is_as_in = [&](const Files& others) {
      return others.contains(name) && others.at(name) == files.at(name);
    };
    if (!files.contains(name)) return "missing";
    return is_as_in(fresh_) ? "new" : is_as_in(former_) ? "former" : "damaged";
  }

  // All files of a group are former, or all are new.
  bool are_of_one_run(const std::vector<std::string>& group, const Files& files) const {
    const std::string state = state_of(group.front(), files);
    return (state == "former" || state == "new") &&
           std::all_of(group.begin(), group.end(),
                       [&](const std::string& name) { return state_of(name, files) == state; });
  }
  bool are_of_one_run(const Files& files) const {
    const auto& groups = GetParam().groups;
    return std::all_of(groups.begin(), groups.end(),
                       [&](const auto& group) { return are_of_one_run(group, files); });
  }

  TracedRun run_with(const std::optional<Fault>& fault) const {
    std::vector<std::string> arguments{program};
    std::istringstream words(line(""));
    for (std::string word; words >> word;) arguments.push_back(word);
    return traced_run(arguments, here_.path(), fault);
  }

  // A run that writes another file into the folder.
  void expect_tidied() const {
    ASSERT_EQ(invdyn("torque two-link b.csv -q -o out/other").code, 0);
    std::filesystem::remove(here_ / "out/other");
    EXPECT_THAT(litter_in(files()), IsEmpty());
    EXPECT_TRUE(are_of_one_run(files()));
  }

  Workplace here_;
  Files former_, fresh_;
};

std::size_t min_calls(const Scenario& scenario) {
  std::size_t files = 0;
  for (const auto& group : scenario.groups) files += group.size();
  return 6 * files;  // each is created, written, given permissions, closed twice, renamed
}

TEST_P(Faults, OfEachCallLeaveTheFormerFilesOrTheNewOnes) {
  put(former_);
  const TracedRun whole = run_with({});
  ASSERT_EQ(whole.code, 0) << whole.err;
  ASSERT_EQ(files(), fresh_);
  ASSERT_GE(whole.calls.size(), min_calls(GetParam()));
  for (std::size_t call = 0; call < whole.calls.size(); ++call)
    for (const int error : {EIO, ENOSPC, EINTR}) {
      SCOPED_TRACE(whole.calls[call] + " fails: " + ::strerror(error));
      put(former_);
      const TracedRun run = run_with(Fault{call, error});
      const Files left = files();
      EXPECT_TRUE(are_of_one_run(left));
      if (run.code == 0) {
        for (const auto& [name, text] : fresh_) EXPECT_EQ(state_of(name, left), "new") << name;
      } else {
        EXPECT_EQ(run.code, 1);
        EXPECT_NE(error, EINTR) << "such a call is made again";
        EXPECT_THAT(run.err, HasSubstr("error: out/"));
        EXPECT_THAT(run.err, HasSubstr(::strerror(error)));
      }
      if (!litter_in(left).empty()) {
        EXPECT_THAT(whole.calls[call], HasSubstr("unlink"));
        expect_tidied();
      }
    }
}

TEST_P(Faults, ThatKillTheRunLeaveTheFormerFilesOrTheNewOnes) {
  put(former_);
  const std::vector<std::string> calls = run_with({}).calls;
  for (std::size_t call = 0; call < calls.size(); ++call) {
    SCOPED_TRACE("killed at " + calls[call]);
    put(former_);
    ASSERT_EQ(run_with(Fault{call, {}}).code, 128 + SIGKILL);
    const Files left = files();
    for (const auto& group : GetParam().groups) {
      const std::string data = state_of(group.front(), left);
      EXPECT_THAT(data, testing::AnyOf("former", "new"));
      for (const std::string& name : group)
        EXPECT_THAT(state_of(name, left), testing::AnyOf(data, "missing")) << name << " beside " << data;
      if (group[1 % group.size()].ends_with(".npy.json")) {
        const Outcome read = invdyn("torque two-link out/" + group[0]);
        EXPECT_EQ(read.code, state_of(group[1], left) == "missing" || data == "new" ? 1 : 0) << read.err;
      }
    }
    expect_tidied();
    ASSERT_EQ(invdyn(line("")).code, 0);
    EXPECT_EQ(files(), fresh_);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Faults,
    testing::Values(Scenario{"Csv", "a.csv -o out/a.csv", {{"a.csv"}}},
                    Scenario{"Synced", "a.csv --sync -o out/a.csv", {{"a.csv"}}},
                    Scenario{"Array", "a.csv --sync -o out/a.npy", {{"a.npy", "a.npy.json"}}},
                    Scenario{
                        "Sidecar", "a.csv -o out/a.csv --sidecar out/about.json", {{"a.csv", "about.json"}}},
                    Scenario{"ArrayWithAll",
                             "a.csv -o out/a.npy --sidecar out/about.json --resume",
                             {{"a.npy", "a.npy.json", "about.json", "a.npy.run.json"}}},
                    Scenario{"Batch",
                             "a.csv b.csv --output-dir out --resume",
                             {{"a.csv", "a.csv.run.json"}, {"b.csv", "b.csv.run.json"}}}),
    [](const auto& scenario) { return scenario.param.name; });

}  // namespace
}  // namespace invdyn::test
