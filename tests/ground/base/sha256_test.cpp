// The hash of inputs and outputs is the one that sha256sum prints. Expected values: the examples of FIPS
// 180-4 that NIST publishes (CSRC, "Secure Hash Standard, examples with intermediate values", SHA256.pdf),
// and of its validation system SHAVS the empty message.

#include "ground/base/sha256.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

std::string hash_of(const std::string& text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

TEST(Sha256, HasTheValuesOfTheStandard) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameForAnyPieces) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * i);
  for (std::size_t piece = 1; piece < 200; ++piece) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece)
      hash.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(hash.hex(), hash_of(text)) << piece;
  }
}

TEST(Sha256, OfAFileIsOfItsBytes) {
  const TemporaryFolder folder;
  folder.write("a", "abc");
  EXPECT_EQ(sha256_of_file(folder / "a"), hash_of("abc"));
  EXPECT_EQ(sha256_of_file(folder / "none"), std::nullopt);
  EXPECT_EQ(sha256_of_file("/dev/zero"), std::nullopt);
  EXPECT_EQ(sha256_of_file(folder.path()), std::nullopt);
}

}  // namespace
}  // namespace invdyn::test
