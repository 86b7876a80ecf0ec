#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// Formulas in HTML as they are printed: `n^4`, `T_{j-1}^j` and `omega_i` with superscripts and subscripts,
/// powers of ten for `2e-15`, a true minus before a number, and no line break before a unit. Tags stay as
/// they are, and so do names such as `joint_states` and files.
std::string typeset(std::string_view html);

/// A text as HTML: escaped and typeset, `code` in backquotes as it is, and `[1]` as a link to the reference.
std::string text_html(const std::string& text);

}  // namespace invdyn
