// Packed and unpacked text. The libraries' functions for whole texts check both, and RFC 1952 and RFC 8878
// the bytes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <random>

#include "ground/base/error.h"
#include "ground/compression/packed_text.h"
#include "ground/compression/unpacker.h"

namespace invdyn {
namespace {

using test::packed;

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

std::string rows(std::size_t count) {
  std::string text = "t,q_a,q_b\n";
  for (std::size_t k = 0; k < count; ++k)
    text += std::to_string(0.001 * static_cast<double>(k)) + ',' + std::to_string(k * k % 977) + ",-0.25\n";
  return text;
}

std::string noise(std::size_t size) {
  std::mt19937 random(7);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

// By the functions of the libraries for one whole text.
std::string unpacked_whole(Compression compression, const std::string& data, std::size_t size) {
  std::string text(size + 1, '\0');
  if (compression == Compression::zstd) {
    const std::size_t count = ZSTD_decompress(text.data(), text.size(), data.data(), data.size());
    EXPECT_FALSE(ZSTD_isError(count)) << ZSTD_getErrorName(count);
    text.resize(count);
    return text;
  }
  z_stream stream{};
  EXPECT_EQ(::inflateInit2(&stream, 16 + 15), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0U);
  text.resize(stream.total_out);
  ::inflateEnd(&stream);
  return text;
}

struct Unpacked {
  std::string text, error;
};
// Given in pieces of this size.
Unpacked unpacked(Compression compression, std::string_view data, std::size_t piece = 1 << 16) {
  Unpacked result;
  Unpacker unpacker(compression, "a");
  std::string part(777, '\0');
  try {
    for (;; data.remove_prefix(std::min(piece, data.size()))) {
      const std::string given(data.substr(0, piece));  // so that reading beyond it is found
      if (given.empty()) break;
      unpacker.give(given);
      while (unpacker.has_text()) result.text.append(part, 0, unpacker.take(part.data(), part.size()));
    }
    unpacker.expect_end();
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

class Packed : public testing::TestWithParam<Compression> {
 protected:
  const Compression compression = GetParam();
};
INSTANTIATE_TEST_SUITE_P(As, Packed, testing::Values(Compression::gzip, Compression::zstd),
                         [](const auto& each) { return std::string(name_of(each.param)); });

TEST_P(Packed, IsTheSameTextForTheLibraryAndForTheUnpacker) {
  for (const std::string& text : {std::string(), std::string("t"), rows(30'000), noise(300'000),
                                  std::string(1 << 16, '0'), std::string(3'000'000, '0')}) {
    const std::string data = packed(compression, text);
    EXPECT_EQ(compression_of(data), compression);
    EXPECT_EQ(unpacked_whole(compression, data, text.size()), text);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{4097}, data.size()}) {
      const Unpacked result = unpacked(compression, data, piece);
      EXPECT_EQ(result.text, text);
      EXPECT_EQ(result.error, "");
    }
  }
}

TEST_P(Packed, DependsOnTheTextAlone) {
  for (const std::string& text : {rows(30'000), noise(300'000)}) {
    const std::string data = packed(compression, text, text.size());
    for (const std::size_t piece : {1U, 100U, 65'535U, 65'536U, 65'537U})
      EXPECT_EQ(packed(compression, text, piece), data) << piece;
  }
}

// `gzip -c b >> a`
TEST_P(Packed, MayBeJoined) {
  const std::string first = rows(10), second = rows(5'000);
  const std::string data = packed(compression, first) + packed(compression, "") + packed(compression, second);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, data.size()}) {
    const Unpacked result = unpacked(compression, data, piece);
    EXPECT_EQ(result.text, first + second);
    EXPECT_EQ(result.error, "");
  }
}

TEST_P(Packed, CutAnywhereIsAnErrorAfterTheTextBefore) {
  const std::string first = rows(20), second = rows(30);
  const std::string begin = packed(compression, first), data = begin + packed(compression, second);
  for (std::size_t size = 1; size < data.size(); ++size) {
    const Unpacked result = unpacked(compression, data.substr(0, size));
    EXPECT_TRUE((first + second).starts_with(result.text)) << size;
    if (size == begin.size()) {
      EXPECT_EQ(result.error, "");
      EXPECT_EQ(result.text, first);
    } else {
      EXPECT_EQ(result.error, "a: stops in the middle of its " + std::string(name_of(compression)) +
                                  " data, after " + std::to_string(result.text.size()) +
                                  " bytes of text: expected the whole file (perhaps the copy is "
                                  "incomplete, or a program still writes the file)");
    }
  }
}

// Some bits of a header mean nothing for the text, such as the time in gzip's.
TEST_P(Packed, WithAFlippedBitIsAnErrorOrTheSameText) {
  const std::string text = rows(60);
  const std::string data = packed(compression, text);
  std::size_t errors = 0;
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    std::string damaged = data;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    const Unpacked result = unpacked(compression, damaged);
    errors += !result.error.empty();
    EXPECT_TRUE(!result.error.empty() || result.text == text) << "bit " << bit;
  }
  EXPECT_GE(errors, 8 * (data.size() - 10)) << "gzip's header has 10 bytes";
}

TEST_P(Packed, WithOtherBytesAfterItIsAnError) {
  const std::string text = rows(20), name(name_of(compression));
  const bool may_be_padded = compression == Compression::gzip;
  for (const std::string& rest : {std::string("more"), std::string(4, '\0') + (may_be_padded ? "more" : ""),
                                  std::string(4, '\0') + (may_be_padded ? packed(compression, text) : "")}) {
    const Unpacked result = unpacked(compression, packed(compression, text) + rest);
    EXPECT_TRUE(text.starts_with(result.text));
    EXPECT_THAT(result.error, testing::StartsWith("a: continues with bytes that are not " + name + " data"));
  }
}

// The program gzip reads such files: "trailing zero bytes ignored".
TEST(Gzip, MayBePaddedWithZeros) {
  const std::string text = rows(20), data = packed(Compression::gzip, text) + std::string(100'000, '\0');
  for (const std::size_t piece : {std::size_t{1}, std::size_t{4097}, data.size()}) {
    const Unpacked result = unpacked(Compression::gzip, data, piece);
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.error, "");
  }
}

TEST_P(Packed, TwiceIsAnError) {
  for (const Compression inner : {Compression::gzip, Compression::zstd})
    EXPECT_EQ(unpacked(compression, packed(compression, packed(inner, rows(20)))).error,
              "a: is compressed twice, " + std::string(name_of(inner)) + " within " +
                  std::string(name_of(compression)) +
                  ": expected a file that is compressed once. Unpack it once: " +
                  std::string(unpacking_command(compression)) + " a");
}

// The file formats' own documents: xz 1.1.0, 2.1.1.1; bzip2's manual, 4.1; PKWARE's APPNOTE, 4.3.7.
TEST(FirstBytes, TellACompressionThatIsNotRead) {
  const auto name = [](std::string_view first_bytes) {
    const auto unread = unread_compression_of(first_bytes);
    return unread ? unread->name : "";
  };
  EXPECT_EQ(name(bytes({0xfd, '7', 'z', 'X', 'Z', 0, 0})), "xz");
  EXPECT_EQ(name("BZh91AY&SY..."), "bzip2");
  EXPECT_EQ(name(bytes({'P', 'K', 3, 4, 20})), "zip");
  for (const std::string_view text : {"", "B", "BZh", "BZh9", "BZh1,BZh2", "BZh91AY", "PK", "PK,t", "t,q"})
    EXPECT_EQ(name(text), "") << text;
}

// RFC 1952, 2.3: no name, no time, XFL 4 (fastest), OS 3 (Unix).
TEST(Gzip, HeaderHasNoNameAndNoTime) {
  EXPECT_EQ(packed(Compression::gzip, "t").substr(0, 10), bytes({0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3}));
}

// RFC 1952, 2.3: FLG 0x1c, an extra field of two bytes, the name "n" and the comment "c" before the data.
TEST(Gzip, OptionalFieldsAreSkipped) {
  const std::string data = packed(Compression::gzip, "t,q\n");
  const std::string header = bytes({0x1f, 0x8b, 8, 0x1c, 1, 2, 3, 4, 0, 3, 2, 0, 'x', 'y', 'n', 0, 'c', 0});
  EXPECT_EQ(unpacked(Compression::gzip, header + data.substr(10)).text, "t,q\n");
}

// RFC 8878, 3.1.1: a descriptor without flags, the window 2^(10 + e) as e << 3, an empty last block.
TEST(Zstd, WindowIsLimitedTo128MiB) {
  const auto frame = [](int exponent) { return bytes({0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3, 1, 0, 0}); };
  EXPECT_EQ(unpacked(Compression::zstd, frame(17)).error, "");
  EXPECT_EQ(unpacked(Compression::zstd, frame(18)).error,
            "a: has zstd data that need a window of more than 128 MiB, after 0 bytes of text: "
            "expected data that were compressed with at most --long=27. To unpack this file, use "
            "unzstd --long=31");
}

// RFC 8878, 3.1.2: pzstd begins with such a frame.
TEST(Zstd, FramesToSkipAreSkipped) {
  const std::string skipped = bytes({0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'});
  EXPECT_EQ(compression_of(skipped), Compression::zstd);
  const Unpacked result = unpacked(Compression::zstd, skipped + packed(Compression::zstd, "t,q\n") + skipped);
  EXPECT_EQ(result.text, "t,q\n");
  EXPECT_EQ(result.error, "");
}

TEST(FirstBytes, TellTheCompression) {
  EXPECT_EQ(compression_of(""), std::nullopt);
  EXPECT_EQ(compression_of("\x1f"), std::nullopt);
  EXPECT_EQ(compression_of("\x1f\x8b"), Compression::gzip);
  EXPECT_EQ(compression_of("\x1f,"), Compression::none);
  EXPECT_EQ(compression_of("("), std::nullopt);
  EXPECT_EQ(compression_of("\x28\xb5\x2f"), std::nullopt);
  EXPECT_EQ(compression_of("\x28\xb5\x2f\xfd"), Compression::zstd);
  EXPECT_EQ(compression_of("Time"), Compression::none);
  EXPECT_EQ(compression_of("T"), std::nullopt) << "T may begin a frame to skip";
  EXPECT_EQ(compression_of("T*"), std::nullopt);
  EXPECT_EQ(compression_of("t"), Compression::none);
}

TEST(Name, TellsTheCompressionByItsEnding) {
  EXPECT_EQ(compression_in_name("a.csv.gz"), Compression::gzip);
  EXPECT_EQ(compression_in_name("a.CSV.GZ"), Compression::gzip);
  EXPECT_EQ(compression_in_name("a.csv.zst"), Compression::zstd);
  EXPECT_EQ(compression_in_name("a.mcap.zstd"), Compression::zstd)
      << "of ros2 bag record --compression-mode file";
  for (const std::string_view name : {"a.csv", "gz", "a.gz.csv", "zst", "-", ""})
    EXPECT_EQ(compression_in_name(name), Compression::none) << name;
  EXPECT_EQ(without_compression_ending("b/a.sto.gz"), "b/a.sto");
  EXPECT_EQ(without_compression_ending("a.csv.zst"), "a.csv");
  EXPECT_EQ(without_compression_ending("a.mcap.zstd"), "a.mcap");
  EXPECT_EQ(without_compression_ending("a.csv"), "a.csv");
}

}  // namespace
}  // namespace invdyn
