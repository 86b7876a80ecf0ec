// LZ4 frames, packed by the program lz4 1.9.4 or by hand from the description of the format.

#include "trajectory/mcap/lz4_frame.h"

#include <gtest/gtest.h>

#include <string>

namespace invdyn::test {
namespace {

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

std::string unpacked(const std::string& data, std::size_t room = 1'000) {
  std::string text(room, '?');
  const std::optional<char*> end = unpack_lz4_frame(data, text.data(), text.data() + room);
  if (!end) return "damaged";
  text.resize(static_cast<std::size_t>(*end - text.data()));
  return text;
}

std::string abc_100_times() {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "abc";
  return text;
}

const std::string packed_abc = from_hex("04224d186440a70e0000003f6162630300ff1250626361626300000000bed6ca55");

TEST(Lz4Frame, IsUnpacked) {
  EXPECT_EQ(unpacked(packed_abc), abc_100_times()) << "lz4 -c";
  EXPECT_EQ(unpacked(from_hex("04224d186040820e0000003f6162630300ff1250626361626300000000")), abc_100_times())
      << "lz4 -c --no-frame-crc";
  EXPECT_EQ(unpacked(from_hex("04224d187440bd0e0000003f6162630300ff12506263616263c0aad45c00000000bed6ca55")),
            abc_100_times())
      << "lz4 -c -BX --content-size: a checksum of the block";
  EXPECT_EQ(unpacked(from_hex("04224d186440a70a00008030313233343536373839000000000a9c0c95")), "0123456789")
      << "a block that is not compressed";
}

// Linked blocks: the second one, of a token for 0 literals and a copy of 4, goes back to the first one's
// text; it ends with 5 literals.
TEST(Lz4Frame, MayHaveBlocksThatCopyTextOfOthers) {
  EXPECT_EQ(unpacked(from_hex("04224d184040c0"
                              "04000080"
                              "77786162"
                              "09000000"
                              "000400"
                              "5068656c6c6f"
                              "00000000")),
            "wxabwxabhello");
}

TEST(Lz4Frame, OfWhichAnyPartIsMissingIsDamaged) {
  for (std::size_t size = 0; size < packed_abc.size(); ++size)
    EXPECT_EQ(unpacked(packed_abc.substr(0, size)), "damaged") << size;
}

TEST(Lz4Frame, HasChecksums) {
  std::string literal = packed_abc;
  literal[12] = 'x';
  EXPECT_EQ(unpacked(literal), "damaged") << "the checksum of the text";
  EXPECT_EQ(unpacked(from_hex("04224d187440bd0e0000003f7862630300ff12506263616263c0aad45c00000000bed6ca55")),
            "damaged")
      << "the checksum of the block";
  std::string header = packed_abc;
  header[6] ^= 1;
  EXPECT_EQ(unpacked(header), "damaged");
}

TEST(Lz4Frame, NeverLeavesItsMemory) {
  EXPECT_EQ(unpacked(packed_abc, 300), abc_100_times());
  EXPECT_EQ(unpacked(packed_abc, 299).size(), 299U) << "the text may go on";
  for (std::size_t i = 0; i < packed_abc.size(); ++i)
    for (const char byte : {'\0', '\1', '\x7F', '\xFF'}) {
      std::string damaged = packed_abc;
      damaged[i] = byte;
      EXPECT_EQ(unpacked(damaged) == abc_100_times(), byte == packed_abc[i]) << i;
    }
  EXPECT_EQ(unpacked(from_hex("04224d184040c0"
                              "03000000"
                              "000100"
                              "00000000")),
            "damaged")
      << "a copy from before the text";
}

}  // namespace
}  // namespace invdyn::test
