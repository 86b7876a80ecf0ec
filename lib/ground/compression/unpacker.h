#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../base/error.h"
#include "codec.h"

namespace invdyn {

/// The error of compressed data that cannot be unpacked.
class DamagedData : public Error {
 public:
  using Error::Error;
};

/// Unpacks the bytes of a compressed file, piece by piece, in memory that does not depend on their number:
/// 128 KiB, and the window of the data, at most 128 MiB.
class Unpacker {
 public:
  /// `file`: its name for messages.
  Unpacker(Compression compression, std::string file);

  /// Unpacks some text if none is left. Returns false if this needs more bytes. Throws Error, when all text
  /// before the fault has been taken.
  bool has_text();
  /// Takes text, after has_text(): at most `maximum` bytes. Returns their number.
  std::size_t take(char* into, std::size_t maximum);
  /// If has_text() is false: the next bytes of the file, which stay at their address until it is again.
  void give(std::string_view bytes) { bytes_ = bytes; }
  /// Throws Error if the file cannot end after the bytes given.
  void expect_end() const;

 private:
  [[noreturn]] void fail(const DataFault& fault) const;
  void refuse_compressed_text() const;

  Compression compression_;
  std::string file_;
  std::unique_ptr<StreamDecoder> decoder_;
  std::string_view bytes_;  // given and not used
  std::array<char, std::size_t{128} << 10> text_;
  std::size_t begin_ = 0, end_ = 0;  // of the text not taken
  std::uint64_t unpacked_ = 0;       // bytes of text so far
  std::optional<DataFault> fault_;   // after the text
};

}  // namespace invdyn
