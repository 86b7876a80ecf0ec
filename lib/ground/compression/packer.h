#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "codec.h"

namespace invdyn {

/// Compresses a text. The bytes depend on the text alone, not on the pieces in which it is written: codecs
/// get pieces of equal size.
class Packer {
 public:
  using Write = std::function<void(std::string_view bytes)>;

  /// `write` receives the compressed bytes.
  Packer(Compression compression, Write write);

  void write(std::string_view text);
  void finish();  ///< after the last text, once

 private:
  void encode(bool ends);

  std::unique_ptr<StreamEncoder> encoder_;
  Write write_;
  std::array<char, std::size_t{64} << 10> text_, bytes_;
  std::size_t text_size_ = 0;
};

}  // namespace invdyn
