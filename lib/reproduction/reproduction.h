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

/// Writes the page of these sources, `index.html` and `index.md`, and a folder for each of them into
/// `folder`, which is made if it is not there. Files that are there are replaced, each when it is complete,
/// the page last; others stay. Tells `begin` of each source as it starts. Throws Error: before anything is
/// written where there is a page of somebody else's, or no gnuplot.
void reproduce(const std::vector<Reproduction>& sources, const std::filesystem::path& folder,
               const std::function<void(const Reproduction&)>& begin);

void write_sasaki1990(Chapter& chapter);
void write_lee1982(Chapter& chapter);
void write_angeles(Chapter& chapter);
void write_choreonoid(Chapter& chapter);
void write_craig(Chapter& chapter);

}  // namespace invdyn
