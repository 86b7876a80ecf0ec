// The next run removes or completes files of killed runs, and nothing else.

#include "ground/output_files/litter.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ground/output_files/output_file.h"
#include "ground/output_files/unfinished_files.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

// CRC-32 of "123456789", the usual check value (Williams 1993).
constexpr const char* about_nine_digits = R"({"data": {"file": "x", "size": 9, "sample_crc32": "cbf43926"}})";

class Litter : public testing::Test {
 protected:
  std::vector<std::string> names_after_clearing() const {
    clear_litter_once(folder_.path());
    return folder_.names();
  }

  const TemporaryFolder folder_;
};

TEST_F(Litter, OfDeadRunsIsRemoved) {
  folder_.write(".out.csv.invdyn-a1b2c3", "half");
  folder_.write(".gone.csv.invdyn-zzzzzz", "half");
  folder_.write("out.csv", "whole");
  EXPECT_THAT(names_after_clearing(), ElementsAre("out.csv"));
}

TEST_F(Litter, IsRecognizedByItsWholeName) {
  const std::vector<std::string> others{".invdyn-a1b2c3",        ".out.csv.invdyn-A1b2c3",
                                        ".out.csv.invdyn-a1b2c", ".out.csv.invdyn-a1b2c3d",
                                        "out.csv.invdyn-a1b2c3", "out.csv.a1b2c3"};
  for (const std::string& name : others) folder_.write(name, "");
  EXPECT_THAT(names_after_clearing(), testing::UnorderedElementsAreArray(others));
}

TEST_F(Litter, IsNoFileOfALiveRun) {
  OutputFile file(folder_ / "out.csv");
  file.write("half");
  const auto before = folder_.names();
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(names_after_clearing(), before) << "the folder was cleared when the file was made";
  // As another process sees it.
  EXPECT_EXIT(
      {
        clear_litter_once(folder_.path() + "/");
        std::_Exit(folder_.names() == before ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(Litter, IsNoFolderAndNoLink) {
  folder_.write("kept", "");
  std::filesystem::create_directory(folder_ / ".a.invdyn-aaaaaa");
  std::filesystem::create_symlink("kept", folder_ / ".b.invdyn-aaaaaa");
  ASSERT_EQ(::mkfifo((folder_ / ".c.invdyn-aaaaaa").c_str(), 0600), 0);
  EXPECT_EQ(names_after_clearing().size(), 4U);
}

// A live run has moved it there, and is about to continue.
TEST_F(Litter, KeepsFilesMovedByALiveRun) {
  folder_.write("x", "former");
  folder_.write(".x.json.invdyn~aaaaaa", "of the former");
  const int alive = ::open(folder_.write(".x.json.invdyn-aaaaaa", "").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(alive, LOCK_EX), 0);
  EXPECT_THAT(names_after_clearing(), ElementsAre(".x.json.invdyn-aaaaaa", ".x.json.invdyn~aaaaaa", "x"));
  ::close(alive);
}

// A run that was killed while it replaced the data x and its description x.json.
struct Killed {
  std::string name;
  std::vector<std::pair<std::string, std::string>> left;  // remaining files with their text
  std::string x, description;                             // afterwards
};

class Pair : public Litter, public testing::WithParamInterface<Killed> {};

TEST_P(Pair, IsCompleteAfterwards) {
  for (const auto& [name, text] : GetParam().left) folder_.write(name, text);
  EXPECT_THAT(names_after_clearing(), ElementsAre("x", "x.json"));
  EXPECT_EQ(folder_.read("x"), GetParam().x);
  EXPECT_EQ(folder_.read("x.json"), GetParam().description);
}

INSTANTIATE_TEST_SUITE_P(Killed, Pair,
                         testing::Values(Killed{"WhenTheFormerDescriptionWasAside",
                                                {{"x", "former"},
                                                 {".x.invdyn-bbbbbb", "123456789"},
                                                 {".x.json.invdyn-aaaaaa", about_nine_digits},
                                                 {".x.json.invdyn~aaaaaa", "of the former"}},
                                                "former",
                                                "of the former"},
                                         Killed{"WhenTheNewDataHadItsName",
                                                {{"x", "123456789"},
                                                 {".x.invdyn~bbbbbb", "former"},
                                                 {".x.json.invdyn-aaaaaa", about_nine_digits},
                                                 {".x.json.invdyn~aaaaaa", "of the former"}},
                                                "123456789",
                                                about_nine_digits},
                                         Killed{"WhenAllHadTheirNames",
                                                {{"x", "123456789"},
                                                 {"x.json", about_nine_digits},
                                                 {".x.invdyn~bbbbbb", "former"},
                                                 {".x.json.invdyn~aaaaaa", "of the former"}},
                                                "123456789",
                                                about_nine_digits}),
                         [](const auto& killed) { return killed.param.name; });

}  // namespace
}  // namespace invdyn::test
