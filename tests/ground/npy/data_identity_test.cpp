// The identity of a file's version.

#include "ground/npy/data_identity.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

// The check value of CRC-32 (Williams, A Painless Guide to CRC Error Detection Algorithms, 1993).
TEST(DataIdentity, IsSizeAndCrc32) {
  const TemporaryFolder folder;
  EXPECT_EQ(identity_of_file(folder.write("a", "123456789")), (DataIdentity{9, 0xcbf43926}));
  EXPECT_EQ(identity_of_file(folder.write("empty", "")), (DataIdentity{0, 0}));
  EXPECT_EQ(identity_of_file(folder / "none"), std::nullopt);
  EXPECT_EQ(identity_of_file(folder.path()), std::nullopt);
}

// Small files by each byte, large files by blocks from the first byte to the last.
TEST(DataIdentity, UsesASampleFromBeginningToEnd) {
  const TemporaryFolder folder;
  const auto identity = [&](const std::string& bytes) { return *identity_of_file(folder.write("a", bytes)); };
  for (const std::size_t size : {std::size_t{8'192}, std::size_t{8'193}, std::size_t{100'003}}) {
    const std::string whole(size, 'x');
    const DataIdentity before = identity(whole);
    std::size_t told = 0;
    for (std::size_t at = 0; at < size; at += size / 97 + (at == 0)) {
      std::string changed = whole;
      changed[at] = 'y';
      told += identity(changed) != before;
    }
    std::string last = whole;
    last.back() = 'y';
    EXPECT_NE(identity(last), before) << size;
    EXPECT_GE(told, size == 100'003 ? 97U * 8'192 / 100'003 - 2 : 95U) << size;
    EXPECT_NE(identity(whole + 'x'), before) << size;
  }
}

}  // namespace
}  // namespace invdyn::test
