// Trajectories in CSV, for any cuts.
#include <algorithm>

#include "target.h"
#include "trajectory_files/storage_header.h"
#include "trajectory_ways.h"

namespace invdyn::fuzz {
namespace {

// The simplest reader knows only CSV with a header row, and no NUL.
bool is_plain(std::string_view text) {
  if (text.find('\0') != text.npos || text.starts_with('\x93')) return false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (StorageHeader::is_mark(text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

}  // namespace

void take(std::string_view input) {
  const CutTrajectory cut(input);
  expect_same_ways(file_with("motion.csv", cut.text), cut.way, cut.way.csv.has_header && is_plain(cut.text));
}

}  // namespace invdyn::fuzz
