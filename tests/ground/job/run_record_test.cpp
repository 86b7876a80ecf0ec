// From the record next to an output, a later run knows whether it would give the same output.

#include "ground/job/run_record.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "ground/base/error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

constexpr const char* usual =
    R"({"invdyn": "1", "command": "c", "settings": {"gravity": null, "columns": "tau"}})";

class RunRecordTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in", "an input");
    folder_.write("out", "an output");
  }

  RunRecord record(const std::string& run = usual) const { return {run, {state_of(folder_ / "in")}}; }
  OutputState output() const {
    return {.file = DescribedData{"out", *identity_of_file(folder_ / "out"),
                                  state_of(folder_ / "out").modified_ns},
            .bytes = 0,
            .sha256 = ""};
  }
  void leave_record() const { folder_.write("out.run.json", record().text(output(), Times::included)); }
  // Without the folder.
  std::optional<std::string> reason(const std::string& run = usual) const {
    std::optional<std::string> text = record(run).reason_to_make(folder_ / "out");
    for (std::size_t at; text && (at = text->find(folder_.path())) != text->npos;)
      text->erase(at, folder_.path().size() + 1);
    return text;
  }
  void change_time(const std::string& name) const {
    const timespec times[] = {{.tv_sec = 978'307'200, .tv_nsec = 1}, {.tv_sec = 978'307'200, .tv_nsec = 1}};
    EXPECT_EQ(::utimensat(AT_FDCWD, (folder_ / name).c_str(), times, 0), 0);
  }

  const TemporaryFolder folder_;
};

TEST_F(RunRecordTest, OfTheSameRunGivesNoReason) {
  EXPECT_EQ(reason(),
            "out has no record out.run.json (only runs with `resume` write this record: give `resume` in "
            "the first run too)");
  leave_record();
  EXPECT_EQ(reason(), std::nullopt);
}

TEST_F(RunRecordTest, ReportsTheDifference) {
  leave_record();
  EXPECT_EQ(reason(R"({"invdyn": "2", "command": "c", "settings": {"gravity": null, "columns": "tau"}})"),
            "out was made by another version");
  EXPECT_EQ(reason(R"({"invdyn": "1", "command": "c", "settings": {"gravity": "0", "columns": "q"}})"),
            "out was made with other settings: columns, gravity");
  change_time("in");
  EXPECT_EQ(reason(), "out was made from other files, or in has changed since then");
  leave_record();
  folder_.write("in", "another input");
  EXPECT_EQ(reason(), "out was made from other files, or in has changed since then");
}

TEST_F(RunRecordTest, IsValidForTheUnchangedOutput) {
  leave_record();
  folder_.write("out", "an out");
  EXPECT_EQ(reason(), "out has been changed since") << "cut short";
  folder_.write("out", "an output");
  change_time("out");
  EXPECT_EQ(reason(), "out has been changed since") << "written again";
  folder_.write("out.run.json", "[1");
  EXPECT_EQ(reason(), "out.run.json is not the record of a run");
  folder_.write("out.run.json", R"({"data": {"size": 1, "sample_crc32": "0", "file": 7}})");
  EXPECT_EQ(reason(), "out.run.json is not the record of a run");
}

TEST_F(RunRecordTest, GivesNoReasonForAMissingOutput) {
  leave_record();
  std::filesystem::remove(folder_ / "out");
  EXPECT_EQ(reason(), "");
}

// A pipe may give other data next time.
TEST_F(RunRecordTest, OfAPipeNeverMatches) {
  std::filesystem::remove(folder_ / "in");
  ASSERT_EQ(::mkfifo((folder_ / "in").c_str(), 0600), 0);
  leave_record();
  EXPECT_EQ(reason(), "in is not a regular file");
}

// A sidecar in the same place adds hashes and whatever its run had to say.
TEST_F(RunRecordTest, IsOfTheSameRunWithMoreInIt) {
  OutputState hashed = output();
  hashed.sha256 = "00";
  const RunRecord sidecar(
      R"({"invdyn": "1", "command": "c", "settings": {"gravity": null, "columns": "tau"}, "rows": 3})",
      {with_hash(state_of(folder_ / "in"))});
  folder_.write("out.run.json", sidecar.text(hashed, Times::included));
  EXPECT_EQ(reason(), std::nullopt);
}

TEST_F(RunRecordTest, LetsImmaterialSettingsDiffer) {
  leave_record();
  const RunRecord other(
      R"({"invdyn": "1", "command": "c", "settings": {"gravity": null, "columns": "tau", "threads": "2"}})",
      {state_of(folder_ / "in")}, {"threads"});
  EXPECT_EQ(other.reason_to_make(folder_ / "out"), std::nullopt);
}

// The hash of "an input" is what sha256sum prints of it.
TEST_F(RunRecordTest, WithoutTimesIsTheSameForTheSameFiles) {
  const RunRecord first(usual, {with_hash(state_of(folder_ / "in"))});
  const std::string text = first.text(output(), Times::left_out);
  change_time("in");
  change_time("out");
  EXPECT_EQ(RunRecord(usual, {with_hash(state_of(folder_ / "in"))}).text(output(), Times::left_out), text);
  EXPECT_THAT(text, testing::HasSubstr("4fddb6e92a8333684779335007eda9426ddd8ea849ce4ab7c8340016d9d9d89a"));
}

TEST_F(RunRecordTest, HasNoHashOfAnInputThatChangedMeanwhile) {
  const InputState before = state_of(folder_ / "in");
  folder_.write("in", "another input");
  EXPECT_EQ(with_hash(before).sha256, "");
}

// No file can be opened any more.
TEST_F(RunRecordTest, HasNoMissingHashWithoutAWord) {
  const InputState before = state_of(folder_ / "in");
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  std::string text = "no error";
  try {
    with_hash(before);
  } catch (const Error& error) {
    text = error.what();
  }
  ::setrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(text, (folder_ / "in") + ": cannot be read to compute its SHA-256: Too many open files");
}

// A file next to an output may come from anyone: if it is no record, the output is computed again.
TEST_F(RunRecordTest, MayBeHostile) {
  const auto deep = [](const std::string& before) {
    return before + std::string(400'000, '[') + std::string(400'000, ']') + "}";
  };
  std::string many = "{\"a\": 1";
  for (int i = 0; i < 60'000; ++i) many += ", \"" + std::to_string(i) + "\": 1";
  for (const std::string& text :
       {deep("{\"data\": "), deep("{\"settings\": "), many + "}", std::string("[]"), std::string(),
        std::string(R"({"data": {"file": "out", "size": 9, "sample_crc32": "0"}, "inputs": {"a": 1}})"),
        std::string(R"({"data": {"file": "out", "size": 9, "sample_crc32": "0"}, "inputs": 3})")}) {
    folder_.write("out.run.json", text);
    EXPECT_EQ(reason(), "out.run.json is not the record of a run") << text.substr(0, 80);
    EXPECT_FALSE(is_described(folder_ / "out", folder_ / "out.run.json"));
  }
}

}  // namespace
}  // namespace invdyn::test
