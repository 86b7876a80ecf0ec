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
  std::string_view title;  ///< of its page
  void (*write)(Chapter& chapter);
  std::size_t parts;  ///< its figures and tables, for the progress
};

/// Receives the progress of reproduce().
struct ReproductionReport {
  std::function<void(const Reproduction&)> begin = {};               ///< as a source starts
  std::function<void(std::size_t done, std::size_t all)> part = {};  ///< after each figure and table
};

/// All sources, in the order of the first page.
const std::vector<Reproduction>& reproductions();

/// Writes the first page, `index.html` in `folder`, and a folder for each source with its page and its
/// numbers. Makes `folder` if it does not exist. Existing files with these names are replaced, each one when
/// it is complete, the pages last. Other files stay. The pages name `program`, such as `invdyn 0.1.0`. Throws
/// Error; before it writes anything, if a page is there that invdyn did not write, or if gnuplot is missing.
/// Returns the paths of all files written.
std::vector<std::filesystem::path> reproduce(const std::vector<Reproduction>& sources,
                                             const std::filesystem::path& folder,
                                             const ReproductionReport& report = {},
                                             const std::string& program = "invdyn");

void write_sasaki1990(Chapter& chapter);
void write_lee1982(Chapter& chapter);
void write_angeles(Chapter& chapter);
void write_choreonoid(Chapter& chapter);
void write_craig(Chapter& chapter);

}  // namespace invdyn
