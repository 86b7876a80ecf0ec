// Which files a batch has, where their results go, and which need no making.

#include "batch/batch_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> outputs(const std::vector<std::string>& inputs, const std::string& folder) {
  std::vector<std::string> result;
  for (const BatchFile& file : batch_files(inputs, folder)) result.push_back(file.output);
  return result;
}

std::string refusal(const std::vector<std::string>& inputs, const std::string& folder,
                    const KeptFiles& kept = {}) {
  try {
    batch_files(inputs, folder, kept);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

class BatchFiles : public testing::Test {
 protected:
  // A file that was changed so many seconds after 1 January 2001.
  std::string changed_at(const std::string& name, time_t second, long nanosecond = 0) const {
    const std::string path = folder_.write(name, "text");
    const timespec time{.tv_sec = 978'307'200 + second, .tv_nsec = nanosecond};
    const timespec times[] = {time, time};
    EXPECT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    return path;
  }

  const TemporaryFolder folder_;
};

TEST_F(BatchFiles, HaveTheirNamesInTheFolder) {
  EXPECT_THAT(outputs({"a.csv", "x/b c.csv", "/y/.hidden", "../no extension", "/dev/fd/63"}, "out"),
              ElementsAre("out/a.csv", "out/b c.csv", "out/.hidden", "out/no extension", "out/63"));
  EXPECT_THAT(outputs({"a.csv"}, "/far/away/"), ElementsAre("/far/away/a.csv"));
}

TEST_F(BatchFiles, OfOneNameAreRefused) {
  EXPECT_EQ(
      refusal({"x/a.csv", "b.csv", "y/a.csv"}, "out"),
      "y/a.csv: would be written to out/a.csv, and so would x/a.csv: expected names that differ (or a run "
      "for each folder)");
  EXPECT_EQ(refusal({"x/a.csv", "x/./a.csv"}, "out"), "x/./a.csv: is named twice: expected each file once");
}

TEST_F(BatchFiles, WithoutANameAreRefused) {
  EXPECT_EQ(refusal({"-"}, "out"), "standard input: has no name for its output in out: expected files");
  for (const std::string path : {"folder/", ".", "..", "/"})
    EXPECT_EQ(refusal({path}, "out"), path + ": has no name for its output in out: expected files");
}

// Whatever the way to the input.
TEST_F(BatchFiles, ThatWouldBeOverwrittenAreRefused) {
  const std::string input = folder_.write("a.csv", "");
  std::filesystem::create_directory(folder_ / "out");
  std::filesystem::create_directory_symlink(folder_.path(), folder_ / "out/same folder");
  for (const std::string& out : {folder_.path(), folder_ / "out/..", folder_ / "out/same folder"})
    EXPECT_EQ(refusal({input}, out), input + ": would be written to " + out + "/a.csv, which is the input " +
                                         input + ": expected another folder");
  std::filesystem::create_symlink("../b.csv", folder_ / "out/a.csv");
  const std::string other = folder_.write("b.csv", "");
  EXPECT_EQ(refusal({input, other}, folder_ / "out"), input + ": would be written to " +
                                                          folder_ / "out/a.csv" + ", which is the input " +
                                                          other + ": expected another folder");
  EXPECT_EQ(refusal({input}, folder_ / "out"), "taken");
}

// The robot's file, the list.
TEST_F(BatchFiles, ThatWouldReplaceAnotherFileToKeepAreRefused) {
  const std::string robot = folder_.write("a.csv", "");
  std::filesystem::create_directory(folder_ / "in");
  std::filesystem::create_symlink(robot, folder_ / "link");
  for (const std::string& path : {robot, folder_ / "in/../a.csv", folder_ / "link"}) {
    KeptFiles kept;
    kept.add(path, "the robot's file");
    EXPECT_EQ(
        refusal({"in/a.csv"}, folder_.path(), kept),
        "in/a.csv: would be written to " + robot + ", which is the robot's file: expected another folder");
    EXPECT_EQ(refusal({"in/b.csv"}, folder_.path(), kept), "taken");
  }
}

TEST_F(BatchFiles, WhoseNamesWouldReplaceAFileToKeepAreRefused) {
  KeptFiles kept;
  kept.add(folder_.write("a.npy.json", ""), "the robot's file");
  EXPECT_EQ(refusal({"in/a.npy"}, folder_.path(), kept),
            "in/a.npy: would be written to " + folder_ / "a.npy" + " with its names in " +
                folder_ / "a.npy.json" + ", which is the robot's file: expected another folder");
  const std::string array = folder_.write("b.npy", ""), names = folder_.write("b.npy.json", "");
  EXPECT_EQ(refusal({"in/b.npy.json", array}, folder_.path()), "in/b.npy.json: would be written to " + names +
                                                                   ", which is the file of the names of " +
                                                                   array + ": expected another folder");
}

// What is written to these does not take their place.
TEST_F(BatchFiles, MayGoToPipesDevicesAndWhatIsNotThere) {
  KeptFiles kept;
  kept.add("/dev/null", "the robot's file");
  kept.add(folder_ / "none", "the robot's file");
  kept.add("", "the list");
  EXPECT_EQ(refusal({"in/null"}, "/dev", kept), "taken");
  EXPECT_EQ(refusal({"in/none"}, folder_.path(), kept), "taken");
}

TEST_F(BatchFiles, ReplaceTheirTrajectoryOnlyWhereThatIsWhatIsAsked) {
  const auto taken = [](const std::string& input, const std::string& output, const KeptFiles& kept = {}) {
    try {
      expect_kept({input, output}, kept);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  const std::string csv = folder_.write("a.csv", ""), array = folder_.write("a.npy", ""),
                    names = folder_.write("a.npy.json", "");
  EXPECT_EQ(taken(csv, csv), "taken");
  EXPECT_EQ(taken(array, array), "taken");
  EXPECT_EQ(taken(array, "-"), "taken");
  EXPECT_EQ(taken("-", csv), "taken");
  EXPECT_EQ(taken(array, names), "--output: is " + names + ", which is the file of the names of " + array +
                                     ": expected another file");
  EXPECT_EQ(taken(names, array), "--output: is " + array + " with its names in " + names +
                                     ", which is the input " + names + ": expected another file");
  KeptFiles kept;
  kept.add(csv, "the robot's file");
  EXPECT_EQ(taken(csv, csv, kept),
            "--output: is " + csv + ", which is the robot's file: expected another file");
}

TEST_F(BatchFiles, AreListedOnePerLine) {
  const auto listed = [&](const std::string& text) { return paths_listed_in(folder_.write("list", text)); };
  EXPECT_THAT(listed("a.csv\nx/b c.csv\n"), ElementsAre("a.csv", "x/b c.csv"));
  EXPECT_THAT(listed("a.csv\r\n\n\r\n#b\r\n c"), ElementsAre("a.csv", "#b", " c"));
  EXPECT_THAT(listed(std::string("a.csv\0two\nlines\0", 16)), ElementsAre("a.csv", "two\nlines"));
}

TEST_F(BatchFiles, InAListThatIsNoneAreAnError) {
  const auto error_of = [](const std::string& list) -> std::string {
    try {
      paths_listed_in(list);
    } catch (const Error& error) {
      return error.what();
    }
    return "read";
  };
  EXPECT_EQ(error_of(folder_ / "none"),
            folder_ / "none" + ": No such file or directory: expected a list of files");
  const std::string empty = folder_.write("empty", "\n\n");
  EXPECT_EQ(error_of(empty), empty + ": names no files: expected a path on each line");
  EXPECT_EQ(error_of(folder_.path()), folder_.path() + ": Is a directory: expected a list of files");
}

TEST_F(BatchFiles, AreUpToDateIfNoOlderThanAllThatTheyAreMadeFrom) {
  const std::string input = changed_at("input", 10, 5), robot = changed_at("robot", 20);
  EXPECT_FALSE(is_up_to_date(folder_ / "none", {input}));
  EXPECT_TRUE(is_up_to_date(changed_at("out", 30), {input, robot}));
  EXPECT_TRUE(is_up_to_date(changed_at("out", 20), {input, robot}));
  EXPECT_FALSE(is_up_to_date(changed_at("out", 19), {input, robot}));
  EXPECT_FALSE(is_up_to_date(changed_at("out", 10, 4), {input}));
  EXPECT_FALSE(is_up_to_date(changed_at("out", 30), {input, folder_ / "none"}));
  EXPECT_FALSE(is_up_to_date(folder_.path(), {input})) << "a folder is no output";
}

}  // namespace
}  // namespace invdyn::test
