// The files of a batch, their outputs, and the files that need no computation.

#include "ground/job/job_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ground/base/error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::vector<std::string> outputs(const std::vector<std::string>& inputs, const std::string& folder) {
  std::vector<std::string> result;
  for (const BatchFile& file : batch_files(inputs, folder, file_name)) result.push_back(file.output);
  return result;
}

std::string refusal(const std::vector<std::string>& inputs, const std::string& folder,
                    const ProtectedFiles& kept = {}) {
  try {
    batch_files(inputs, folder, file_name, kept);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

class BatchFiles : public testing::Test {
 protected:
  const TemporaryFolder folder_;
};

TEST_F(BatchFiles, HaveTheirNamesInTheFolder) {
  EXPECT_THAT(outputs({"a.csv", "x/b c.csv", "/y/.hidden", "../no extension", "/dev/fd/63"}, "out"),
              ElementsAre("out/a.csv", "out/b c.csv", "out/.hidden", "out/no extension", "out/63"));
  EXPECT_THAT(outputs({"a.csv"}, "/far/away/"), ElementsAre("/far/away/a.csv"));
}

TEST_F(BatchFiles, OfOneNameAreRefused) {
  EXPECT_EQ(refusal({"x/a.csv", "b.csv", "y/a.csv"}, "out"),
            "y/a.csv: has the same output file as x/a.csv (out/a.csv): expected input files with different "
            "names (or a separate run for each folder)");
  EXPECT_EQ(refusal({"x/a.csv", "x/./a.csv"}, "out"),
            "x/./a.csv: is named twice: expected each "
            "input file once");
}

TEST_F(BatchFiles, WithoutANameAreRefused) {
  EXPECT_EQ(refusal({"-"}, "out"),
            "standard input: gives no name for the output file in out: expected input files with names");
  for (const std::string path : {"folder/", ".", "..", "/"})
    EXPECT_EQ(refusal({path}, "out"),
              path + ": gives no name for the output file in out: expected input files with names");
}

// For every path to the input.
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
}

TEST_F(BatchFiles, OutsideTheFolderThroughALinkAreRefused) {
  for (const std::string folder : {"out", "else"}) std::filesystem::create_directory(folder_ / folder);
  std::filesystem::create_symlink("../else/b.csv", folder_ / "out/a.csv");
  std::filesystem::create_symlink("d.csv", folder_ / "out/c.csv");
  const std::string out = folder_ / "out";
  EXPECT_EQ(refusal({"a.csv"}, out), "a.csv: would be written to " + out +
                                         "/a.csv, a symbolic link to a place outside " + out +
                                         ": expected a regular file or a new file name");
  EXPECT_EQ(refusal({"c.csv"}, out), "taken");
}

// Such a file fails when it is opened; the others are computed.
TEST_F(BatchFiles, MayBeACycleOfLinks) {
  std::filesystem::create_symlink("a.csv", folder_ / "a.csv");
  EXPECT_EQ(refusal({folder_ / "a.csv", "b.csv"}, folder_ / "out"), "taken");
}

// Such as the robot's file and the list.
TEST_F(BatchFiles, ThatWouldReplaceAProtectedFileAreRefused) {
  const std::string robot = folder_.write("a.csv", "");
  std::filesystem::create_directory(folder_ / "in");
  std::filesystem::create_symlink(robot, folder_ / "link");
  for (const std::string& path : {robot, folder_ / "in/../a.csv", folder_ / "link"}) {
    ProtectedFiles kept;
    kept.add(path, "the robot's file");
    EXPECT_EQ(
        refusal({"in/a.csv"}, folder_.path(), kept),
        "in/a.csv: would be written to " + robot + ", which is the robot's file: expected another folder");
    EXPECT_EQ(refusal({"in/b.csv"}, folder_.path(), kept), "taken");
  }
}

TEST_F(BatchFiles, WithNamesThatWouldReplaceAProtectedFileAreRefused) {
  ProtectedFiles kept;
  kept.add(folder_.write("a.npy.json", ""), "the robot's file");
  EXPECT_EQ(refusal({"in/a.npy"}, folder_.path(), kept),
            "in/a.npy: would be written to " + folder_ / "a.npy" + " with its names in " +
                folder_ / "a.npy.json" + ", which is the robot's file: expected another folder");
  const std::string array = folder_.write("b.npy", ""), names = folder_.write("b.npy.json", "");
  EXPECT_EQ(refusal({"in/b.npy.json", array}, folder_.path()),
            "in/b.npy.json: would be written to " + names + ", which is the file of column names for " +
                array + ": expected another folder");
}

// Output to these does not replace them.
TEST_F(BatchFiles, MayGoToPipesDevicesAndNewFiles) {
  ProtectedFiles kept;
  kept.add("/dev/null", "the robot's file");
  kept.add(folder_ / "none", "the robot's file");
  kept.add("", "the list");
  EXPECT_EQ(refusal({"in/null"}, "/dev", kept), "taken");
  EXPECT_EQ(refusal({"in/none"}, folder_.path(), kept), "taken");
}

TEST_F(BatchFiles, AreListedOnePerLine) {
  const auto listed = [&](const std::string& text) { return paths_listed_in(folder_.write("list", text)); };
  EXPECT_THAT(listed("a.csv\nx/b c.csv\n"), ElementsAre("a.csv", "x/b c.csv"));
  EXPECT_THAT(listed("a.csv\r\n\n\r\n#b\r\n c"), ElementsAre("a.csv", "#b", " c"));
  EXPECT_THAT(listed(std::string("a.csv\0two\nlines\0", 16)), ElementsAre("a.csv", "two\nlines"));
}

TEST_F(BatchFiles, InAnInvalidListAreAnError) {
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
  EXPECT_EQ(error_of(empty), empty + ": lists no files: expected a path on each line");
  EXPECT_EQ(error_of(folder_.path()), folder_.path() + ": Is a directory: expected a list of files");
}

// Their records occupy names too.
TEST_F(BatchFiles, MustNotBeTheRecordsOfOthers) {
  std::string text;
  try {
    batch_files({"a.csv", "a.csv.run.json"}, "out", file_name, {}, true);
  } catch (const UsageError& error) {
    text = error.what();
  }
  EXPECT_EQ(text,
            "a.csv.run.json: has the same output file as a.csv (out/a.csv.run.json): expected input "
            "files with different names (or a separate run for each folder)");
}

TEST_F(BatchFiles, AreAtMostAHundredThousand) {
  EXPECT_EQ(refusal(std::vector<std::string>(100'001, "a.csv"), "out"),
            "out: the run would write 100001 files into this folder: expected at most 100000");
}

}  // namespace
}  // namespace invdyn::test
