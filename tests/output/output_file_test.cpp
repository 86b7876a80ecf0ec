// Where a command's data goes: a regular file appears whole or not at all, whatever else
// is written directly.

#include "output/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "error.h"
#include "support/as_nobody.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

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

TEST_F(OutputFileTest, HasAllThatWasWritten) {
  OutputFile file(folder_ / "out.csv");
  file.write("one,");
  file.write("");
  file.write("two\n");
  file.commit();
  EXPECT_EQ(folder_.read("out.csv"), "one,two\n");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, IsNotThereBeforeItIsComplete) {
  OutputFile file(folder_ / "out.csv");
  file.write("half");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
}

TEST_F(OutputFileTest, LeavesTheFormerFileUntilTheNewOneIsComplete) {
  folder_.write("out.csv", "former");
  OutputFile file(folder_ / "out.csv");
  file.write("new");
  EXPECT_EQ(folder_.read("out.csv"), "former");
  file.commit();
  EXPECT_EQ(folder_.read("out.csv"), "new");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, LeavesTheFormerFileWhenNotCommitted) {
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

// A limit on the size of files stands for a disk that is full.
TEST_F(OutputFileTest, LeavesTheFormerFileWhenWritingFails) {
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

// What the handler of an interrupt calls.
TEST_F(OutputFileTest, LeavesNoTemporaryFileWhenInterrupted) {
  folder_.write("out.csv", "former");
  OutputFile file(folder_ / "out.csv");
  file.write("new");
  ASSERT_EQ(folder_.names().size(), 2U);
  remove_unfinished_output();
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
  EXPECT_EQ(folder_.read("out.csv"), "former");
}

TEST_F(OutputFileTest, IsKeptByAnInterruptThatComesLate) {
  write_and_commit(folder_ / "out.csv", "new");
  remove_unfinished_output();
  EXPECT_EQ(folder_.read("out.csv"), "new");
}

TEST_F(OutputFileTest, KeepsThePermissionsOfTheFormerFile) {
  for (const mode_t mode : {0640U, 0604U, 0755U}) {
    const std::string path = folder_.write("out.csv", "former");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    write_and_commit(path, "new");
    EXPECT_EQ(permissions(path), mode);
  }
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

TEST_F(OutputFileTest, HasThePermissionsThatTheUmaskLeaves) {
  const mode_t before = ::umask(027);
  write_and_commit(folder_ / "private.csv", "new");
  ::umask(022);
  write_and_commit(folder_ / "usual.csv", "new");
  ::umask(before);
  EXPECT_EQ(permissions(folder_ / "private.csv"), 0640U);
  EXPECT_EQ(permissions(folder_ / "usual.csv"), 0644U);
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

TEST_F(OutputFileTest, MakesTheTargetOfASymbolicLinkThatLeadsNowhereYet) {
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

TEST_F(OutputFileTest, MayLieInTheFolderThatOneIsIn) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  write_and_commit("out.csv", "new");
  std::filesystem::current_path(before);
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
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

TEST_F(OutputFileTest, TellsAClosedPipeFromAFailure) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  OutputFile file(pipe);
  ::close(reader);
  EXPECT_THROW(file.write("new"), ClosedPipe);
  std::signal(SIGPIPE, handler);
}

TEST_F(OutputFileTest, SaysWhatStandsInTheWay) {
  EXPECT_EQ(error_of("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(error_of(folder_.path()), folder_.path() + ": cannot be written: Is a directory");
  const std::string not_beside = ": no file can be written beside it, to take its place when complete: ";
  EXPECT_EQ(error_of(folder_ / "none/out.csv"),
            folder_ / "none/out.csv" + not_beside + "No such file or directory");
  EXPECT_EQ(error_of(folder_.write("file", "") + "/out.csv"),
            folder_ / "file/out.csv" + not_beside + "Not a directory");
  std::filesystem::create_symlink("circle", folder_ / "circle");
  EXPECT_EQ(error_of(folder_ / "circle"),
            folder_ / "circle" + ": cannot be written: Too many levels of symbolic links");
  EXPECT_THAT(folder_.names(), ElementsAre("circle", "file"));
}

TEST_F(OutputFileTest, LeavesAFileThatMayNotBeWritten) {
  const std::string path = folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0777) | ::chmod(path.c_str(), 0444), 0);
  const AsNobody as_nobody;
  EXPECT_EQ(error_of(path), path + ": cannot be written: Permission denied");
  EXPECT_EQ(folder_.read("out.csv"), "former");
  EXPECT_THAT(folder_.names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, SaysThatAFolderMayNotBeWritten) {
  folder_.write("out.csv", "former");
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0555) | ::chmod((folder_ / "out.csv").c_str(), 0666), 0);
  const AsNobody as_nobody;
  EXPECT_EQ(error_of(folder_ / "out.csv"),
            folder_ / "out.csv" +
                ": no file can be written beside it, to take its place when complete: Permission denied");
}

}  // namespace
}  // namespace invdyn::test
