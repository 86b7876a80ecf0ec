// The destination of a command's data: a regular file appears complete or not at all; any other destination
// is written directly.

#include "ground/output_files/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ground/base/error.h"
#include "ground/output_files/unfinished_files.h"
#include "support/as_nobody.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

mode_t permissions(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

void write_and_commit(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

std::string error_of(const std::string& path) {
  try {
    write_and_commit(path, "new");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

class OutputFileTest : public testing::Test {
 protected:
  const TemporaryFolder folder_;
};

TEST_F(OutputFileTest, HasAllWrittenData) {
  OutputFile file(folder_ / "out.csv");
  file.write("one,");
  file.write("");
  file.write("two\n");
  file.commit();
  EXPECT_EQ(folder_.read("out.csv"), "one,two\n");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, DoesNotExistBeforeItIsComplete) {
  OutputFile file(folder_ / "out.csv");
  file.write("half");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
}

TEST_F(OutputFileTest, KeepsTheFormerFileUntilTheNewOneIsComplete) {
  folder_.write("out.csv", "former");
  OutputFile file(folder_ / "out.csv");
  file.write("new");
  EXPECT_EQ(folder_.read("out.csv"), "former");
  file.commit();
  EXPECT_EQ(folder_.read("out.csv"), "new");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, KeepsTheFormerFileWithoutACommit) {
  folder_.write("out.csv", "former");
  try {
    OutputFile file(folder_ / "out.csv");
    file.write("new");
    throw std::runtime_error("a bad row, say");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(folder_.read("out.csv"), "former");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

// A limit on file sizes simulates a full disk.
TEST_F(OutputFileTest, KeepsTheFormerFileIfWritingFails) {
  folder_.write("out.csv", "former");
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string text = "no error";
  try {
    write_and_commit(folder_ / "out.csv", std::string(10000, 'x'));
  } catch (const Error& error) {
    text = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(text, folder_ / "out.csv" + ": cannot be written: File too large");
  EXPECT_EQ(folder_.read("out.csv"), "former");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, MayBeOneOfMany) {
  std::vector<std::unique_ptr<OutputFile>> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back(std::make_unique<OutputFile>(folder_ / std::to_string(i)));
    files.back()->write("text of " + std::to_string(i));
  }
  for (std::size_t i = 0; i < 100; i += 2) files[i]->commit();
  files.clear();
  EXPECT_EQ(folder_.names().size(), 50U);
  for (int i = 0; i < 100; i += 2) EXPECT_EQ(folder_.read(std::to_string(i)), "text of " + std::to_string(i));
}

TEST_F(OutputFileTest, MayBeOneOfEachThread) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) {
        const std::string name = std::to_string(thread) + "." + std::to_string(i);
        OutputFile file(folder_ / name);
        file.write(name);
        if (i % 2 == 0) file.commit();
      }
    });
  for (std::thread& thread : threads) thread.join();
  const auto names = folder_.names();
  EXPECT_EQ(names.size(), 8U * 25U);
  for (const std::string& name : names) EXPECT_EQ(folder_.read(name), name);
}

TEST_F(OutputFileTest, ReportsTooManyFiles) {
  std::vector<std::unique_ptr<OutputFile>> files;
  std::string text = "no error";
  try {
    for (int i = 0; i < 4200; ++i) files.push_back(std::make_unique<OutputFile>(folder_ / std::to_string(i)));
  } catch (const Error& error) {
    text = error.what();
  }
  EXPECT_THAT(text, EndsWith("cannot be made in its folder: Too many open files"));
  files.clear();
  EXPECT_THAT(folder_.names(), IsEmpty());
  write_and_commit(folder_ / "out.csv", "there is room again");
}

// The function that an interrupt handler calls; it ends the process.
using InterruptedOutputFile = OutputFileTest;

TEST_F(InterruptedOutputFile, LeavesNoTemporaryFile) {
  folder_.write("out.csv", "former");
  OutputFile file(folder_ / "out.csv"), other(folder_ / "other.csv");
  file.write("new");
  ASSERT_EQ(folder_.names().size(), 3U);
  const auto interrupt = [] {
    remove_unfinished_outputs();
    std::_Exit(5);
  };
  EXPECT_EXIT(interrupt(), testing::ExitedWithCode(5), "");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
  EXPECT_EQ(folder_.read("out.csv"), "former");
}

TEST_F(InterruptedOutputFile, IsKeptIfItIsComplete) {
  write_and_commit(folder_ / "out.csv", "new");
  const auto interrupt = [] {
    remove_unfinished_outputs();
    std::_Exit(5);
  };
  EXPECT_EXIT(interrupt(), testing::ExitedWithCode(5), "");
  EXPECT_EQ(folder_.read("out.csv"), "new");
}

// Whenever the signal interrupts the other threads, every file is complete or does not exist.
TEST_F(InterruptedOutputFile, IsCompleteOrMissingInEveryThread) {
  constexpr std::size_t pieces = 20;
  const std::string piece(100, 'x');
  const auto interrupted_among_threads = [&](int moment_us) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        for (int i = 0;; ++i) {
          OutputFile file(folder_ / (std::to_string(thread) + "." + std::to_string(i)));
          for (std::size_t n = 0; n < pieces; ++n) file.write(piece);
          if (i % 3 != 0) file.commit();
        }
      });
    std::signal(SIGTERM, [](int) {
      remove_unfinished_outputs();
      std::_Exit(5);
    });
    std::this_thread::sleep_for(std::chrono::microseconds(moment_us));
    ::kill(::getpid(), SIGTERM);
    for (std::thread& thread : threads) thread.join();
  };
  std::size_t complete = 0;
  for (int moment_us = 500; moment_us < 20'000; moment_us += 1'000) {
    EXPECT_EXIT(interrupted_among_threads(moment_us), testing::ExitedWithCode(5), "");
    for (const std::string& name : folder_.names()) {
      EXPECT_EQ(std::count(name.begin(), name.end(), '.'), 1) << name << " is a temporary file";
      EXPECT_EQ(folder_.read(name).size(), pieces * piece.size()) << name;
      std::filesystem::remove(folder_ / name);
      ++complete;
    }
  }
  EXPECT_GT(complete, 0U);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfTheFormerFile) {
  for (const mode_t mode : {0640U, 0604U, 0755U}) {
    const std::string path = folder_.write("out.csv", "former");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    write_and_commit(path, "new");
    EXPECT_EQ(permissions(path), mode);
  }
}

// The permissions were given to the former contents.
TEST_F(OutputFileTest, HasNoSetuidBit) {
  const std::string path = folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(path.c_str(), 07755), 0);
  write_and_commit(path, "new");
  EXPECT_EQ(permissions(path), 0755U);
}

// Permissions of another group must not become permissions of this group.
TEST_F(OutputFileTest, GivesAnotherGroupOnlyEverybodysPermissions) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may make a file of a group that is not its own";
  const std::string path = folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0777) | ::chmod(path.c_str(), 0666), 0);
  ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
  {
    const AsNobody as_nobody;
    write_and_commit(path, "new");
  }
  EXPECT_EQ(permissions(path), 0666U);
  constexpr gid_t of_others = 12345;
  ASSERT_EQ(::chown(path.c_str(), 0, of_others) | ::chmod(path.c_str(), 0662), 0);
  {
    const AsNobody as_nobody;
    write_and_commit(path, "new");
  }
  EXPECT_EQ(permissions(path), 0622U);
}

TEST_F(OutputFileTest, KeepsTheOwnerOfTheFormerFile) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const std::string path = folder_.write("out.csv", "former");
  constexpr uid_t nobody = 65534;
  ASSERT_EQ(::chown(path.c_str(), nobody, nobody), 0);
  write_and_commit(path, "new");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, nobody);
  EXPECT_EQ(status.st_gid, nobody);
}

TEST_F(OutputFileTest, HasThePermissionsOfTheUmask) {
  const mode_t before = ::umask(027);
  write_and_commit(folder_ / "private.csv", "new");
  ::umask(022);
  write_and_commit(folder_ / "usual.csv", "new");
  ::umask(before);
  EXPECT_EQ(permissions(folder_ / "private.csv"), 0640U);
  EXPECT_EQ(permissions(folder_ / "usual.csv"), 0644U);
}

TEST_F(OutputFileTest, IsPrivateUntilItHasTheFormerPermissions) {
  const std::string path = folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  OutputFile file(path);
  file.write("secret");
  for (const std::string& name : folder_.names()) EXPECT_EQ(permissions(folder_ / name), 0600U) << name;
}

TEST_F(OutputFileTest, ReplacesTheTargetOfASymbolicLink) {
  std::filesystem::create_directory(folder_ / "elsewhere");
  folder_.write("elsewhere/target.csv", "former");
  std::filesystem::create_symlink("elsewhere/target.csv", folder_ / "link.csv");
  std::filesystem::create_symlink("link.csv", folder_ / "link-to-link.csv");
  write_and_commit(folder_ / "link-to-link.csv", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.csv"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link-to-link.csv"));
  EXPECT_FALSE(std::filesystem::is_symlink(folder_ / "elsewhere/target.csv"));
  EXPECT_EQ(folder_.read("elsewhere/target.csv"), "new");
  EXPECT_THAT(folder_.names(), ElementsAre("elsewhere", "link-to-link.csv", "link.csv"));
}

TEST_F(OutputFileTest, CreatesTheTargetOfADanglingSymbolicLink) {
  std::filesystem::create_symlink("target.csv", folder_ / "link.csv");
  write_and_commit(folder_ / "link.csv", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(folder_.read("target.csv"), "new");
}

TEST_F(OutputFileTest, MayHaveBlanksInItsPath) {
  std::filesystem::create_directory(folder_ / "my results");
  write_and_commit(folder_ / "my results/joint torques.csv", "new");
  EXPECT_EQ(folder_.read("my results/joint torques.csv"), "new");
}

TEST_F(OutputFileTest, MayBeInTheCurrentFolder) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  write_and_commit("out.csv", "new");
  std::filesystem::current_path(before);
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

// The temporary name would be too long.
TEST_F(OutputFileTest, MayHaveTheLongestName) {
  const std::string name(255, 'x');
  write_and_commit(folder_ / name, "former");
  write_and_commit(folder_ / name, "new");
  EXPECT_EQ(folder_.read(name), "new");
  EXPECT_THAT(folder_.names(), ElementsAre(name));
}

// A temporary name must give the target; otherwise the file could not be restored after a kill.
TEST_F(OutputFileTest, OfAPairHasAShorterName) {
  for (const std::size_t size : {239u, 240u}) {
    const std::string name(size, 'x');
    folder_.write(name, "former");
    OutputFile data(folder_ / name), description(folder_ / "description");
    data.write("new");
    if (size < 240)
      commit_together(data, {&description}, Sync::no);
    else
      EXPECT_THROW(commit_together(data, {&description}, Sync::no), Error);
    EXPECT_EQ(folder_.read(name), size < 240 ? "new" : "former");
  }
}

TEST_F(OutputFileTest, WritesToDevicesDirectly) {
  write_and_commit("/dev/null", "new");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(OutputFileTest, WritesToNamedPipesDirectly) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  write_and_commit(pipe, "new");
  char buffer[10] = {};
  EXPECT_EQ(::read(reader, buffer, sizeof buffer), 3);
  EXPECT_STREQ(buffer, "new");
  ::close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_THAT(folder_.names(), ElementsAre("pipe"));
}

TEST_F(OutputFileTest, DistinguishesAClosedPipeFromAFailure) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  OutputFile file(pipe);
  ::close(reader);
  EXPECT_THROW(file.write("new"), ClosedPipe);
  std::signal(SIGPIPE, handler);
}

TEST_F(OutputFileTest, ReportsTheObstacle) {
  EXPECT_EQ(error_of("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(error_of(folder_.path()), folder_.path() + ": cannot be written: Is a directory");
  EXPECT_EQ(error_of(folder_ / "none/out.csv"),
            folder_ / "none/out.csv" +
                ": its folder does not exist: expected an existing folder (mkdir -p makes it)");
  EXPECT_EQ(error_of(folder_.write("file", "") + "/out.csv"),
            folder_ / "file/out.csv" +
                ": cannot be written, because a new file cannot be made in its folder: Not a directory");
  std::filesystem::create_symlink("circle", folder_ / "circle");
  EXPECT_EQ(error_of(folder_ / "circle"),
            folder_ / "circle" + ": cannot be written: Too many levels of symbolic links");
  EXPECT_THAT(folder_.names(), ElementsAre("circle", "file"));
}

TEST_F(OutputFileTest, KeepsAReadOnlyFile) {
  const std::string path = folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0777) | ::chmod(path.c_str(), 0444), 0);
  const AsNobody as_nobody;
  EXPECT_EQ(error_of(path), path + ": cannot be written: Permission denied");
  EXPECT_EQ(folder_.read("out.csv"), "former");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, ReportsAReadOnlyFolder) {
  folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0555) | ::chmod((folder_ / "out.csv").c_str(), 0666), 0);
  const AsNobody as_nobody;
  EXPECT_EQ(error_of(folder_ / "out.csv"),
            folder_ / "out.csv" +
                ": cannot be written, because a new file cannot be made in its folder: Permission denied");
}

}  // namespace
}  // namespace invdyn::test
