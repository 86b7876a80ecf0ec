#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// SHA-256 of bytes that come in pieces (FIPS 180-4, section 6.2).
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 hexadecimal digits, as `sha256sum` prints them, for the bytes so far.
  std::string hex() const;

 private:
  static constexpr std::size_t block_size = 64;

  // H(0) of section 5.3.3.
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, block_size> rest_{};  // of an incomplete block
  std::uint64_t size_ = 0;
};

/// For a regular file that can be read; else none. Reads no more than the size that the file has at first.
std::optional<std::string> sha256_of_file(const std::string& path);

}  // namespace invdyn
