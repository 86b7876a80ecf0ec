#pragma once

#include <optional>
#include <string_view>

namespace invdyn {

/// Unpacks an LZ4 frame to the memory from `out` to `end`. Returns the place after the text; none: the data
/// are damaged, or the text is longer. Bytes after the frame and its own checksums are not looked at: a chunk
/// of MCAP has a checksum of its text.
std::optional<char*> unpack_lz4_frame(std::string_view data, char* out, const char* end);

}  // namespace invdyn
