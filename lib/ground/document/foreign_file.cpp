#include "foreign_file.h"

#include <algorithm>
#include <iterator>

#include "../base/lower_case.h"
#include "../base/shell_word.h"
#include "../compression/compression.h"

namespace invdyn {
namespace {

// `mcap convert run.bag run.mcap`.
std::string conversion_to_mcap(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const bool has_ending = dot != name.npos && dot > 0 && name.find('/', dot) == name.npos;
  return "mcap convert " + shell_word(name) + ' ' +
         shell_word((has_ending ? name.substr(0, dot) : name) + ".mcap");
}

using namespace std::string_view_literals;

constexpr std::string_view old_workbook = "\xd0\xcf\x11\xe0";

struct ForeignKind {
  std::string_view magic;
  const char* name;
  const char* writer;  // of a CSV file; none: it can become MCAP
};
constexpr ForeignKind foreign_kinds[] = {
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file", "writetable of MATLAB or to_csv of Python's pandas"},
    {"MATLAB 5.0 MAT-file"sv, "a MAT-file of MATLAB", "writetable of MATLAB"},
    {"PAR1\x15"sv, "a Parquet file", "to_csv of Python's pandas"},
    {"\x80\x04\x95"sv, "a pickle of Python", "to_csv of Python's pandas"},
    {"#ROSBAG V"sv, "a bag of ROS 1", nullptr},
    {"SQLite format 3\0"sv, "an SQLite database, perhaps a bag of ROS 2", nullptr}};

bool is_workbook(const std::string& name, std::string_view first_bytes) {
  if (!first_bytes.starts_with(old_workbook) && !unread_compression_of(first_bytes)) return false;
  for (const char* ending : {".xlsx", ".xlsm", ".xls", ".ods", ".numbers"})
    if (lower_case(name).ends_with(ending)) return true;
  return false;
}

bool is_only_begin_of(std::string_view magic, std::string_view bytes) {
  return bytes.size() < magic.size() && magic.starts_with(bytes);
}

}  // namespace

bool may_become_foreign(std::string_view first_bytes) {
  return is_only_begin_of(old_workbook, first_bytes) ||
         std::any_of(std::begin(foreign_kinds), std::end(foreign_kinds),
                     [&](const ForeignKind& kind) { return is_only_begin_of(kind.magic, first_bytes); });
}

std::string foreign_file_fault(const std::string& name, std::string_view first_bytes) {
  if (is_workbook(name, first_bytes))
    return "is a workbook, which invdyn cannot read: expected CSV; save it as CSV in the spreadsheet";
  for (const ForeignKind& kind : foreign_kinds)
    if (first_bytes.starts_with(kind.magic))
      return "is " + std::string(kind.name) + ", which invdyn cannot read: expected " +
             (kind.writer ? "a CSV file, written by " + std::string(kind.writer)
                          : "MCAP. To convert the file, run " + conversion_to_mcap(name));
  if (const auto unread = unread_compression_of(first_bytes))
    return "is compressed by " + std::string(unread->name) +
           ", which invdyn cannot read: expected plain text, gzip or zstd. To unpack the file, use " +
           std::string(unread->command);
  return "";
}

}  // namespace invdyn
