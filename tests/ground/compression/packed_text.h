#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "ground/compression/packer.h"

namespace invdyn::test {

/// The bytes of a compressed text, written in pieces of this size.
inline std::string packed(Compression compression, std::string_view text, std::size_t piece = 1000) {
  std::string result;
  Packer packer(compression, [&](std::string_view more) { result += more; });
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) packer.write(text.substr(0, piece));
  packer.finish();
  return result;
}

}  // namespace invdyn::test
