#pragma once

#include <string_view>
#include <vector>

namespace invdyn {

/// What is the same in every page. Each text is in pieces, as compilers limit the length of a literal.
struct PageParts {
  using Text = std::vector<std::string_view>;
  Text skeleton;  ///< page.html, with the places of the others: `@SCRIPTS@`
  Text style;
  Text scripts;  ///< three.js and the files of this folder, in their order
  Text licence;  ///< of three.js
};

const PageParts& page_parts();

}  // namespace invdyn
