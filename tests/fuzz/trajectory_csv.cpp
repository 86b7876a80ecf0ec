// Trajectories in CSV, for any cuts.
#include <algorithm>
#include <set>

#include "ground/csv/csv_line.h"
#include "ground/csv/storage_header.h"
#include "ground/text/utf8.h"
#include "target.h"
#include "trajectory/names/time_name.h"
#include "trajectory_ways.h"

namespace invdyn::fuzz {
namespace {

// Whether a text between separators is the name of a time stamp.
bool has_stamp(std::string_view line) {
  for (const std::string_view separators : {",;\t\"\r\xBF", " ,;\t\"\r\xBF"})  // also after a byte-order mark
    for (std::string_view rest = line; !rest.empty();) {
      const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
      const std::string_view name = rest.substr(0, end);
      if (unit_in_time_name(name) || (time_rank(name) && name != "t" && name != "time")) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return false;
}

// The simplest reader knows only CSV with a header row in UTF-8, once and not in a comment, and plain times,
// and no NUL.
bool is_plain(std::string_view text) {
  if (text.find('\0') != text.npos) return false;
  bool has_header = false;
  std::set<std::string_view> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end - (end > 0 && text[end - 1] == '\r' ? 1 : 0));
    if (StorageHeader::is_mark(line) || has_stamp(line)) return false;
    if (!has_header && is_csv_row(line) && !is_utf8(line)) return false;
    has_header = has_header || is_csv_row(line);
    const bool has_names = line.find('a') != line.npos;  // of the joints
    if (has_names && (is_csv_comment(line) || !names.insert(line).second)) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

}  // namespace

void take(std::string_view input) {
  const CutTrajectory cut(input);
  const CsvSettings& csv = cut.way.csv;
  const bool plainly = csv.has_header && !csv.missing.leaves_gaps() && !csv.decimal_comma && !csv.time_unit &&
                       !csv.reads_names && is_plain(cut.text);
  expect_same_ways(file_with("motion.csv", cut.text), cut.way, plainly);
}

}  // namespace invdyn::fuzz
