#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "compression.h"

namespace invdyn {

/// A fault in compressed data, in two parts of an error text.
struct DataFault {
  std::string what, expected;
};

/// Decodes one file: its members (gzip) or frames (zstd), one after the other. Each step moves both
/// positions.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;
  /// Decodes from the front of `in`, and writes from `out` up to `end`. If it leaves room there, it has used
  /// all of `in`, and needs more of it for more text. Returns the fault that it meets, after text before
  /// the fault.
  virtual std::optional<DataFault> decode(std::string_view& in, char*& out, const char* end) = 0;
  /// Whether a member has ended, and no other one has begun: the file may end here.
  virtual bool may_end() const = 0;
};

/// Encodes one member or frame.
class StreamEncoder {
 public:
  virtual ~StreamEncoder() = default;
  /// Encodes from the front of `in`, and writes from `out` up to `end`. Returns whether it has used all of
  /// `in` and, if the text ends with `in`, written all bytes.
  virtual bool encode(std::string_view& in, char*& out, const char* end, bool ends) = 0;
};

std::unique_ptr<StreamDecoder> gzip_decoder();
std::unique_ptr<StreamEncoder> gzip_encoder();
std::unique_ptr<StreamDecoder> zstd_decoder();
std::unique_ptr<StreamEncoder> zstd_encoder();

}  // namespace invdyn
