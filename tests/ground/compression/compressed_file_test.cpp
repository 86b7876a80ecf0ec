// Files that are compressed, read and written as files.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "ground/base/error.h"
#include "ground/compression/packed_text.h"
#include "ground/document/input_file.h"
#include "ground/document/read_text_file.h"
#include "ground/output_files/output_file.h"
#include "support/temporary_folder.h"

namespace invdyn {
namespace {

using test::packed;
using testing::HasSubstr;

std::string rest_of(InputFile& file, std::size_t piece = 1000) {
  std::string text, part(piece, '\0');
  while (const std::size_t count = file.read(part.data(), part.size())) text.append(part, 0, count);
  return text;
}

class CompressedFile : public testing::TestWithParam<Compression> {
 protected:
  const Compression compression = GetParam();
  const test::TemporaryFolder here;
};
INSTANTIATE_TEST_SUITE_P(As, CompressedFile, testing::Values(Compression::gzip, Compression::zstd),
                         [](const auto& each) { return std::string(name_of(each.param)); });

TEST_P(CompressedFile, IsReadWhateverItsName) {
  for (const std::string name : {"a.csv", "a.csv.gz", "a.csv.zst", "a"}) {
    InputFile file(here.write(name, packed(compression, "t,q\n0,1\n")), "text");
    for (const char c : std::string("t,q\n0,1\n")) {
      char read = 0;
      EXPECT_EQ(file.read(&read, 1), 1U);
      EXPECT_EQ(read, c);
    }
    EXPECT_EQ(rest_of(file), "");
    EXPECT_EQ(file.compression(), compression);
  }
}

TEST(PlainFile, IsReadAsItIsWhateverItsName) {
  const test::TemporaryFolder here;
  for (const std::string text : {"", "(", "T", "T*", "\x1f", "(\xb5/", "t,q\n0,1\n"})
    for (const std::size_t piece : {1U, 3U, 1000U}) {
      InputFile file(here.write("a.csv.gz", text), "text");
      EXPECT_TRUE(file.is_ready());
      EXPECT_EQ(rest_of(file, piece), text);
      EXPECT_FALSE(file.is_compressed());
    }
}

// Each piece of a live pipe comes out before the next one goes in, and a piece that needs more bytes is not
// ready.
TEST_P(CompressedFile, IsReadyWhenItsTextIsThere) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  InputFile file("/dev/fd/" + std::to_string(ends[0]), "text");
  ::close(ends[0]);
  const auto write = [&](std::string_view bytes) {
    ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  };
  EXPECT_FALSE(file.is_ready());
  for (const std::string text : {"first", "second", "third"}) {
    const std::string data = packed(compression, text);
    write(data);
    std::string read(text.size(), '\0');  // exactly, so that nothing is known of what comes after it
    EXPECT_EQ(file.read(read.data(), read.size()), text.size());
    EXPECT_EQ(read, text);
    EXPECT_FALSE(file.is_ready());
    write(packed(compression, "x").substr(0, 3));
    EXPECT_FALSE(file.is_ready()) << "bytes, but no text";
    write(packed(compression, "x").substr(3));
    EXPECT_TRUE(file.is_ready());
    char c = 0;
    EXPECT_EQ(file.read(&c, 1), 1U);
  }
  ::close(ends[1]);
  EXPECT_TRUE(file.is_ready()) << "its end needs no waiting";
  EXPECT_EQ(rest_of(file), "");
}

TEST_P(CompressedFile, CanBeStoppedWhileItWaits) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  InputFile file("/dev/fd/" + std::to_string(ends[0]), "text");
  ::close(ends[0]);
  const std::string data = packed(compression, "text").substr(0, 6);
  ASSERT_EQ(::write(ends[1], data.data(), data.size()), static_cast<ssize_t>(data.size()));
  std::thread stopper([&] { file.stop(); });
  EXPECT_THROW(rest_of(file), StoppedInput);
  stopper.join();
  ::close(ends[1]);
}

// 64 MiB in less than one.
TEST_P(CompressedFile, IsLimitedByItsTextWhereItIsReadWhole) {
  const std::string path = here.write("a.json.gz", packed(compression, std::string(64 << 20, ' ')));
  EXPECT_LT(std::filesystem::file_size(path), 1'000'000U);
  try {
    read_text_file(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.json.gz: is larger than 8 MiB"));
  }
}

TEST_P(CompressedFile, IsWrittenByItsName) {
  const std::string path = here / (compression == Compression::gzip ? "a.csv.gz" : "a.csv.zst");
  {
    OutputFile file(path);
    file.write("t,q\n");
    file.write("0,1\n");
    file.commit();
  }
  EXPECT_EQ(here.read(std::filesystem::path(path).filename()), packed(compression, "t,q\n0,1\n"));
  { OutputFile(path).write("not committed"); }
  EXPECT_EQ(read_text_file(path), "t,q\n0,1\n");
}

// SHA-256 and size are of the bytes in the file.
TEST_P(CompressedFile, IsDescribedByItsBytes) {
  const std::string path = here / (compression == Compression::gzip ? "a.gz" : "a.zst");
  OutputFile file(path);
  file.hash_content();
  file.write("t,q\n");
  file.finish_content();
  const std::string data = packed(compression, "t,q\n");
  EXPECT_EQ(file.identity().size, data.size());
  Sha256 hash;
  hash.add(data);
  EXPECT_EQ(file.sha256(), hash.hex());
}

// The bytes that are held back are written, and so fail, at the end.
TEST_P(CompressedFile, ReportsAFullDisk) {
  const std::string path = here / (compression == Compression::gzip ? "full.gz" : "full.zst");
  std::filesystem::create_symlink("/dev/full", path);
  OutputFile file(path);
  file.write("t,q\n");
  EXPECT_THROW(file.commit(), Error);
}

}  // namespace
}  // namespace invdyn
