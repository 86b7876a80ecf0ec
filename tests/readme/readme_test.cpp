// The README's promise: every command line that it shows runs and prints what it shows.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Example {
  std::string command, output;
};

// The README's fenced blocks of one kind, without the indentation that they have in lists.
std::vector<std::string> blocks(const std::string& kind) {
  std::ifstream readme(INVDYN_SOURCE_DIR "/README.md");
  std::vector<std::string> found;
  std::size_t indentation = 0;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    const std::size_t fence = line.find("```");
    if (fence != std::string::npos) {
      if (!inside && line.substr(fence) == "```" + kind) {
        inside = true;
        indentation = fence;
        found.emplace_back();
      } else {
        inside = false;
      }
    } else if (inside) {
      found.back() += line.substr(std::min(indentation, line.size())) + '\n';
    }
  }
  return found;
}

// "$ command" lines, each followed by what it prints.
std::vector<Example> examples() {
  std::vector<Example> found;
  for (const std::string& block : blocks("console")) {
    std::istringstream lines(block);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("$ "))
        found.push_back({line.substr(2), ""});
      else
        found.back().output += line + '\n';
    }
  }
  return found;
}

std::string printed_by(const std::string& command) {
  std::FILE* pipe = ::popen(("exec 2>&1; " + command).c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  ::pclose(pipe);
  return text;
}

class Readme : public testing::Test {
 protected:
  void SetUp() override {
    std::string folder = testing::TempDir() + "readme.XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    std::filesystem::current_path(folder_);
    const std::string path =
        std::filesystem::path(INVDYN_PROGRAM).parent_path().string() + ":" + ::getenv("PATH");
    ::setenv("PATH", path.c_str(), 1);
  }
  void TearDown() override {
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path folder_;
};

TEST_F(Readme, EveryCommandLinePrintsWhatItShows) {
  ASSERT_EQ(blocks("json").size(), 1u);
  ASSERT_EQ(blocks("csv").size(), 1u);
  std::ofstream("arm.json") << blocks("json").front();
  std::ofstream("log.csv") << blocks("csv").front();
  std::filesystem::create_directory_symlink(INVDYN_SOURCE_DIR "/trajectories", "trajectories");

  const auto shown = examples();
  ASSERT_GE(shown.size(), 8u);
  for (const Example& example : shown)
    EXPECT_EQ(printed_by(example.command), example.output) << "$ " << example.command;
}

}  // namespace
