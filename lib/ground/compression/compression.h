#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace invdyn {

/// How a file of text is compressed: gzip (RFC 1952), Zstandard (RFC 8878).
enum class Compression { none, gzip, zstd };

/// `gzip`, `zstd`.
std::string_view name_of(Compression compression);
/// The command that unpacks a file of it, to be followed by its name.
std::string_view unpacking_command(Compression compression);

/// By the ending of a name, `.gz`, `.zst` or `.zstd` in any case. For outputs: the content of an input tells.
Compression compression_in_name(std::string_view path);
/// The name without such an ending.
std::string_view without_compression_ending(std::string_view path);

/// By the first bytes of a file; none: more bytes are needed to know.
std::optional<Compression> compression_of(std::string_view first_bytes);

/// A compression that is not read: `xz`, and the command that unpacks a file, to be followed by its name.
struct UnreadCompression {
  std::string_view name, command;
};
/// By as many of the first bytes as are there; none: it is another kind of file.
std::optional<UnreadCompression> unread_compression_of(std::string_view first_bytes);

}  // namespace invdyn
