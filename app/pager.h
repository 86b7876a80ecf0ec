#pragma once

#include <string>

namespace invdyn {

/// Writes a page in Markdown to standard output. On a terminal a pager shows it, as git does: the command
/// `$PAGER`, else `less -R`; headings are bold. Elsewhere the text stays as it is.
void show_page(const std::string& page);

}  // namespace invdyn
