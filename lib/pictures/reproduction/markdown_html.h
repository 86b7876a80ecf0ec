#pragma once

#include <string>
#include <vector>

namespace invdyn {

/// A line of text as HTML: `code`, **bold**, *emphasis*, [links](#anchor), and formulas as in typeset().
std::string inline_html(const std::string& markdown);

/// Paragraphs, lists and tables as HTML. Headings are not part of it.
std::string html_of_markdown(const std::string& markdown);

/// The cells of a line of a table: the texts between its bars. Cells do not contain bars.
std::vector<std::string> cells_of(const std::string& line);

}  // namespace invdyn
