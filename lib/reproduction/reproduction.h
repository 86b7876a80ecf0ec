#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "chapter.h"

namespace invdyn {

/// What one source shows, computed and drawn anew.
struct Reproduction {
  std::string_view name;   ///< of its folder, and to ask for it
  std::string_view title;  ///< of its section
  void (*write)(Chapter& chapter);
};

/// All of them, in the order of the page.
const std::vector<Reproduction>& reproductions();

/// Writes the page `index.html` and `index.md` and a folder for each of these sources into `folder`, which is
/// made if it is not there. Files that are there are replaced, each when it is complete; others stay. Tells
/// `begin` of each source as it starts. Throws Error.
void reproduce(const std::vector<Reproduction>& sources, const std::filesystem::path& folder,
               const std::function<void(const Reproduction&)>& begin);

void write_sasaki1990(Chapter& chapter);
void write_lee1982(Chapter& chapter);
void write_angeles(Chapter& chapter);
void write_choreonoid(Chapter& chapter);
void write_craig(Chapter& chapter);

}  // namespace invdyn
