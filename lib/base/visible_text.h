#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace invdyn {

/// The bytes of the character at the beginning of `text`, which is not empty, or 0 where it is not UTF-8
/// (RFC 3629: overlong forms, surrogates and codes above 10ffff are not).
std::size_t character_size(std::string_view text);

/// `text` as a reader can see all of it, and in its order: control characters and bytes that are not UTF-8 as
/// `\x0a`, characters that have no shape and change others (that turn the direction of writing, end lines, or
/// stand between letters unseen) by their code as `\u202e`.
std::string visible(std::string_view text);

/// The same, except that line feeds stay.
std::string visible_lines(std::string_view text);

}  // namespace invdyn
