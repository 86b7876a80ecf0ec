// An output must not replace an input of the run, under any name.

#include "ground/job/protected_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ground/base/error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

class Protected : public testing::Test {
 protected:
  std::string refusal(const std::string& input, const std::string& output, bool resume = false) const {
    ProtectedFiles kept;
    kept.add_input(input);
    try {
      expect_kept(output, kept, resume);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "taken";
  }
  std::string as_input(const std::string& output, const std::string& input) const {
    return "`output`: is " + output + ", which is the input " + input + ": expected another file";
  }

  const TemporaryFolder folder_;
};

TEST(FilesWritten, AreAllFilesOfAnOutput) {
  EXPECT_THAT(files_written("-", true), ElementsAre("-"));
  EXPECT_THAT(files_written("a.csv", false), ElementsAre("a.csv"));
  EXPECT_THAT(files_written("a.npy", true), ElementsAre("a.npy", "a.npy.json", "a.npy.run.json"));
}

TEST_F(Protected, ByEachOfItsNames) {
  const std::string input = folder_.write("a.csv", "");
  std::filesystem::create_symlink("a.csv", folder_ / "symbolic");
  std::filesystem::create_symlink("symbolic", folder_ / "twice");
  std::filesystem::create_hard_link(input, folder_ / "hard");
  std::filesystem::create_directory(folder_ / "in");
  std::filesystem::create_directory_symlink(folder_.path(), folder_ / "in/same");
  for (const std::string name : {"a.csv", "symbolic", "twice", "hard", "in/../a.csv", "in/same/hard"}) {
    EXPECT_EQ(refusal(input, folder_ / name), as_input(folder_ / name, input));
    EXPECT_EQ(refusal(folder_ / name, input), as_input(input, folder_ / name));
  }
  EXPECT_EQ(refusal(input, folder_ / "b.csv"), "taken");
}

TEST_F(Protected, AlsoIfAddedAfterAQuestion) {
  const std::string first = folder_.write("a.csv", ""), second = folder_.write("b.csv", "");
  ProtectedFiles kept;
  kept.add_input(first);
  EXPECT_EQ(kept.replaced_by(second), std::nullopt);
  ProtectedFiles copy = kept;
  copy.add(second, "the robot's file");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(copy.replaced_by(first), first + ", which is the input " + first);
    EXPECT_EQ(copy.replaced_by(second), second + ", which is the robot's file");
    EXPECT_EQ(kept.replaced_by(second), std::nullopt);
  }
}

// A link may point to a file that will be created.
TEST_F(Protected, BeforeItExists) {
  std::filesystem::create_symlink("later.csv", folder_ / "link");
  EXPECT_EQ(refusal(folder_ / "later.csv", folder_ / "link"),
            as_input(folder_ / "link", folder_ / "later.csv"));
}

TEST_F(Protected, WithItsNames) {
  const std::string array = folder_.write("a.npy", ""), names = folder_.write("a.npy.json", "");
  EXPECT_EQ(refusal(array, "-"), "taken");
  EXPECT_EQ(refusal(array, names), "`output`: is " + names + ", which is the file of column names for " +
                                       array + ": expected another file");
  EXPECT_EQ(refusal(names, array), "`output`: is " + array + " with its names in " + names +
                                       ", which is the input " + names + ": expected another file");
}

TEST_F(Protected, FromTheRecordOfAnOutput) {
  const std::string input = folder_.write("a.csv.run.json", "");
  EXPECT_EQ(refusal(input, folder_ / "a.csv"), "taken");
  EXPECT_EQ(refusal(input, folder_ / "a.csv", true),
            "`output`: is " + folder_ / "a.csv" + " with its record in " + input + ", which is the input " +
                input + ": expected another file");
}

}  // namespace
}  // namespace invdyn::test
