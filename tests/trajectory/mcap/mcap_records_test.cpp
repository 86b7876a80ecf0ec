// The records of MCAP files, and every way in which a file can be broken.

#include "trajectory/mcap/mcap_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "ground/base/error.h"
#include "ground/compression/packer.h"
#include "support/mcap_writer.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string three = mcap_schema(1, "type") + mcap_channel(1, 1, "/topic") + mcap_message(1, 5, "data");

// The types of the records as digits, then the error if there is one.
std::string read(const std::string& file, std::size_t max_read = 1'000'000) {
  static const TemporaryFolder folder;
  InputFile input(folder.write("run.mcap", file), "a file");
  std::string types;
  try {
    McapRecords records(input, {}, max_read);
    while (const auto record = records.next()) types += std::to_string(static_cast<int>(record->type));
  } catch (const Error& error) {
    const std::string text = error.what();
    return types + text.substr(text.find("run.mcap") + 8);
  }
  return types;
}

std::string zstd_of(const std::string& text) {
  std::string packed;
  Packer packer(Compression::zstd, [&](std::string_view more) { packed += more; });
  packer.write(text);
  packer.finish();
  return packed;
}

// A frame of LZ4 with one block that is not compressed.
std::string lz4_of(const std::string& text) {
  return std::string("\x04\x22\x4d\x18\x40\x40\xc0", 7) +
         bytes_of(static_cast<std::uint32_t>(text.size()) | 0x80000000) + text + std::string(4, '\0');
}

TEST(McapFile, HasItsRecordsInOrder) {
  for (const std::size_t max_read : {1U, 7U, 1'000'000U}) {
    EXPECT_EQ(read(mcap_file(three), max_read), "345");
    EXPECT_EQ(read(mcap_file(mcap_chunk(three) + mcap_record(12, "any") + three), max_read), "345345");
    EXPECT_EQ(read(mcap_file(mcap_chunk(three, "zstd", zstd_of(three))), max_read), "345");
    EXPECT_EQ(read(mcap_file(mcap_chunk(three, "lz4", lz4_of(three))), max_read), "345");
    EXPECT_EQ(read(mcap_file(mcap_chunk("", "", "", false) + mcap_chunk(three)), max_read), "345")
        << "an empty chunk has no messages";
  }
  EXPECT_EQ(read(mcap_file(mcap_record(0x90, std::string(1'000'000, 'x')) + three)), "345");
}

TEST(McapFile, IsReadOnlyIfItIsWhole) {
  for (const std::string& file : {mcap_file(three), mcap_file(mcap_chunk(three, "zstd", zstd_of(three)))})
    for (std::size_t size = 0; size < file.size(); ++size) {
      const std::string error = read(file.substr(0, size));
      EXPECT_THAT(error, HasSubstr("the file ends before its end record")) << size;
      EXPECT_THAT(error, HasSubstr("\"mcap recover ")) << size;
    }
  EXPECT_THAT(read(mcap_file("").substr(0, mcap_file("").size() - 50) + std::string(100, '\0')),
              HasSubstr("mcap recover"));
  EXPECT_EQ(read(mcap_file(three) + "x"),
            "345: after 1 message: the file continues after its end: expected one recording in a file");
}

TEST(McapFile, TellsWhereItIsDamaged) {
  std::string file = mcap_file(three);
  file[30] ^= 1;
  EXPECT_THAT(read(file), HasSubstr("the data are damaged: their crc32 is"));
  std::string chunk = mcap_chunk(three);
  chunk.back() ^= 1;
  EXPECT_THAT(read(mcap_file(three + chunk)),
              StartsWith("345: chunk 1, after 1 message: the chunk's records are damaged: their crc32 is"));
  EXPECT_EQ(read(mcap_file(mcap_chunk(three, "zstd", "none"))).substr(0, 41),
            ": chunk 1, after 0 messages: the chunk ha");
  EXPECT_THAT(read(mcap_file(mcap_chunk(three, "lz4", "none"))), HasSubstr("the chunk has damaged lz4 data"));
  for (const std::string& longer :
       {mcap_chunk(three, "zstd", zstd_of(three + three)), mcap_chunk(three, "lz4", lz4_of(three + three))})
    EXPECT_THAT(read(mcap_file(longer)), HasSubstr("the chunk's data have more than "));
  EXPECT_THAT(read(mcap_file(mcap_chunk(three, "zstd", zstd_of("")))),
              HasSubstr("the chunk's data have 0 bytes when unpacked: expected "));
  EXPECT_THAT(read(mcap_file(mcap_chunk(three, "snappy", "none"))),
              HasSubstr("compressed by \"snappy\": expected zstd or lz4 (\"mcap decompress "));
  EXPECT_THAT(read(mcap_file(mcap_chunk(three + mcap_chunk(three)))),
              StartsWith("345: chunk 1, after 1 message: the chunk holds a chunk"));
  EXPECT_THAT(read(mcap_file(mcap_chunk(three + three.substr(0, 30)))),
              StartsWith("345: chunk 1, after 1 message: a record goes beyond the end of the chunk"));
  EXPECT_THAT(read(mcap_file(mcap_record(2, std::string(20, '\0')))), HasSubstr("the footer comes before"));
  EXPECT_THAT(read(mcap_file(mcap_record(6, "short"))), HasSubstr("the chunk's fields go beyond its end"));
}

TEST(McapFile, MayHaveLongMessagesOfOtherTopics) {
  const std::string image((std::size_t{64} << 20) + 1, 'x');
  EXPECT_EQ(read(mcap_file(three + mcap_message(1, 5, image) + three)), "3455345");
}

TEST(McapFile, IsReadyIfItHoldsARecord) {
  const std::string file =
      mcap_file(three).substr(0, mcap_file(three).size() - 45);  // 5 bytes of the next one
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], file.data(), file.size()), static_cast<ssize_t>(file.size()));
  InputFile input("/proc/self/fd/" + std::to_string(ends[0]), "a file");
  McapRecords records(input, {}, 1'000'000);
  EXPECT_TRUE(records.next());
  EXPECT_TRUE(records.is_ready()) << "the channel";
  EXPECT_TRUE(records.next() && records.next());
  EXPECT_FALSE(records.is_ready());
  ::close(ends[0]), ::close(ends[1]);
}

TEST(McapFile, HasLimits) {
  for (const std::uint64_t size : {std::uint64_t{67'108'865}, std::numeric_limits<std::uint64_t>::max()}) {
    for (const char type : {'\3', '\4', '\6'})
      EXPECT_THAT(read(mcap_file(type + bytes_of(size))),
                  HasSubstr("expected at most 64 MiB (\"mcap filter "));
    for (const char type : {'\5', '\x09'})
      EXPECT_THAT(read(mcap_file(type + bytes_of(size))), HasSubstr("mcap recover")) << "passed over";
    std::string chunk = mcap_chunk("", "zstd", zstd_of(""), false);
    chunk.replace(9 + 16, 8, bytes_of(size));
    EXPECT_THAT(read(mcap_file(chunk)), HasSubstr("when unpacked: expected at most 64 MiB"));
    const std::string inner = mcap_chunk('\5' + bytes_of(size));
    EXPECT_THAT(read(mcap_file(inner)), HasSubstr("a record goes beyond the end of the chunk"));
  }
}

}  // namespace
}  // namespace invdyn::test
