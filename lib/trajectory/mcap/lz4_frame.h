#pragma once

#include <optional>
#include <string_view>

namespace invdyn {

/// Unpacks an LZ4 frame to the memory from `out` to `end`. Returns the place after the text; `end`: it may go
/// on; none: the data are damaged, by their form or by a checksum. Bytes after the frame are not looked at.
std::optional<char*> unpack_lz4_frame(std::string_view data, char* out, char* end);

}  // namespace invdyn
