#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "chapter.h"

namespace invdyn {

/// The results of one source, computed and drawn again.
struct Reproduction {
  std::string_view name;   ///< its folder, and its name in requests
  std::string_view title;  ///< of its section
  void (*write)(Chapter& chapter);
  std::size_t parts;  ///< its figures and tables, for the progress
};

/// Receives the progress of reproduce().
struct ReproductionReport {
  std::function<void(const Reproduction&)> begin = {};               ///< as a source starts
  std::function<void(std::size_t done, std::size_t all)> part = {};  ///< after each figure and table
};

/// All sources, in the order of the page.
const std::vector<Reproduction>& reproductions();

/// Writes the page of these sources, `index.html` and `index.md`, and a folder for each of them into
/// `folder`, which is made if it is not there. Files that are there are replaced, each when it is complete,
/// the page last; others stay. Throws Error: before anything is
/// written where there is a page of somebody else's, or no gnuplot.
void reproduce(const std::vector<Reproduction>& sources, const std::filesystem::path& folder,
               const ReproductionReport& report = {});

void write_sasaki1990(Chapter& chapter);
void write_lee1982(Chapter& chapter);
void write_angeles(Chapter& chapter);
void write_choreonoid(Chapter& chapter);
void write_craig(Chapter& chapter);

}  // namespace invdyn
