// Every command line in README.md and the manual runs and prints the documented output, and every link has a
// target.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <fstream>

#include "readme/markdown.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

namespace fs = std::filesystem;

const fs::path source_folder = INVDYN_SOURCE_DIR;

std::string printed_by(const std::string& command) {
  std::FILE* pipe = ::popen(("exec 2>&1; " + command).c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  ::pclose(pipe);
  return text;
}

std::string name_of(const testing::TestParamInfo<std::string>& document) {
  std::string name = document.param;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    fs::current_path(folder_.path());
    const std::string path = fs::path(INVDYN_PROGRAM).parent_path().string() + ":" + ::getenv("PATH");
    ::setenv("PATH", path.c_str(), 1);
  }
  void TearDown() override { fs::current_path("/"); }

  TemporaryFolder folder_;
};

class Examples : public InFolder, public testing::WithParamInterface<std::string> {};

void write_files(const Document& document) {
  fs::create_directory_symlink(source_folder / "trajectories", "trajectories");
  for (const auto& [name, text] : document.files) {
    EXPECT_FALSE(fs::exists(name)) << name << " stands in two blocks";
    if (fs::path(name).has_parent_path()) fs::create_directories(fs::path(name).parent_path());
    std::ofstream(name) << text;
  }
}

TEST_P(Examples, PrintTheDocumentedOutput) {
  const Document document = read_document(source_folder / GetParam());
  write_files(document);
  for (const Example& example : document.examples)
    EXPECT_EQ(printed_by(example.command), example.output) << "$ " << example.command;
}
INSTANTIATE_TEST_SUITE_P(Documents, Examples, testing::ValuesIn(user_documents()), name_of);

class Links : public testing::TestWithParam<std::string> {};

TEST_P(Links, LeadToFilesAndHeadings) {
  const fs::path path = source_folder / GetParam();
  for (const std::string& link : read_document(path).links) {
    if (link.find("://") != std::string::npos || link.starts_with("mailto:")) continue;
    const std::size_t hash = link.find('#');
    const std::string file = link.substr(0, hash);
    const fs::path target = file.empty() ? path : path.parent_path() / file;
    EXPECT_TRUE(fs::exists(target)) << link;
    if (hash != std::string::npos && target.extension() == ".md") {
      EXPECT_TRUE(read_document(target).anchors.contains(link.substr(hash + 1))) << link;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Documents, Links, testing::ValuesIn(all_documents()), name_of);

// The commands in the table of jobs, with the files of the examples. tests/pictures/reproduction has all
// reproductions.
TEST_F(InFolder, CommandsOfReadmesTableSucceed) {
  const Document document = read_document(source_folder / "README.md");
  write_files(document);
  for (const Example& example : document.examples) printed_by(example.command);
  std::ofstream("motors.csv") << "joint,continuous_torque,peak_torque\nturn,100,200\nreach,100,200\n";
  std::ifstream text(source_folder / "README.md");
  int commands = 0;
  for (std::string line; std::getline(text, line);) {
    const std::size_t begin = line.find("| `invdyn "), end = line.rfind("` |");
    if (!line.starts_with("| ") || begin == std::string::npos) continue;
    const std::string command = line.substr(begin + 3, end - begin - 3);
    if (command.starts_with("invdyn reproduce all")) continue;
    EXPECT_EQ(printed_by("(" + command + ") > printed 2>&1; echo $?"), "0\n") << command;
    ++commands;
  }
  EXPECT_GE(commands, 14);
}

TEST(Readme, ShowsExamples) {
  EXPECT_GE(read_document(source_folder / "README.md").examples.size(), 4u);
}

}  // namespace
}  // namespace invdyn::test
