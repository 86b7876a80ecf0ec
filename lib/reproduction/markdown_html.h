#pragma once

#include <string>

namespace invdyn {

/// A line of text as HTML: `code`, **bold**, *emphasis*, [links](#anchor), and formulas as in typeset().
std::string inline_html(const std::string& markdown);

/// Paragraphs, lists and tables as HTML. Headings are not part of it.
std::string html_of_markdown(const std::string& markdown);

}  // namespace invdyn
