#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace invdyn {

/// The number of bytes of the first character of `text`, which must not be empty. 0 if it is not UTF-8 (RFC
/// 3629 excludes overlong forms, surrogates and codes above 10ffff).
std::size_t character_size(std::string_view text);

/// `text` with all characters visible and in order. Control characters and bytes that are not UTF-8 become
/// `\x0a`. Invisible characters that affect others (change the direction of writing, end lines, or hide
/// between letters) become their code: `\u202e`.
std::string visible(std::string_view text);

/// The same, except that line feeds stay.
std::string visible_lines(std::string_view text);

}  // namespace invdyn
