// The head of an MCAP file: csv_head.h.
#include <algorithm>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "csv_head.h"

namespace invdyn {
namespace {

void refuse_settings_of_text(const std::string& name, const CsvSettings& settings) {
  const std::string is_mcap = "is only for text files: leave it out, because " + name + " is an MCAP file";
  if (!settings.has_header) throw UsageError("`no-header`", is_mcap);
  if (settings.separator) throw UsageError("`separator`", is_mcap);
  if (settings.time_unit) throw UsageError("`time-unit`", is_mcap);
  if (settings.decimal_comma) throw UsageError("`decimal`", is_mcap);
}

// The columns of the kind of messages of which a table takes the most.
CsvColumns most_columns(JointStateText& text, const ColumnsOf& columns_of, const CsvSettings& settings,
                        const std::string& file, const Warn& note) {
  const auto used = [](const CsvColumns& columns) {
    return std::count_if(columns.all().begin(), columns.all().end(), [](auto& each) { return each.used; });
  };
  std::optional<CsvColumns> most;
  text.keep_messages();
  while (const auto names = text.next_columns()) {
    CsvColumns columns = columns_of(*names, settings, file + ": " + text.topic());
    if (most && used(columns) <= used(*most)) continue;
    most = std::move(columns);
    text.choose_columns();
  }
  std::set<std::string_view> chosen;
  for (const CsvColumns::Column& column : most->all()) chosen.insert(column.name);
  std::vector<std::string> others = text.all_columns();
  std::erase_if(others, [&](const std::string& name) { return chosen.contains(name); });
  if (!others.empty())
    note(file + ": columns of other messages are not drawn: " + joined(others) +
         " (to draw them, give their names to `columns`)");
  return *std::move(most);
}

// The columns of the first message with which the robot can be moved.
CsvColumns first_columns(JointStateText& text, const ColumnsOf& columns_of, const CsvSettings& settings,
                         const std::string& file) {
  std::string fault;
  try {
    while (const auto names = text.next_columns()) {
      try {
        return columns_of(*names, settings, file + ": " + text.topic());
      } catch (const UsageError&) {
        throw;
      } catch (const Error&) {
        // Another message may have what this one lacks.
      }
    }
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    if (text.all_columns().empty()) throw;
    fault = std::string(", in the part of the file before an error (") + error.what() + ')';
  }
  const std::string place =
      file + ": " + text.topic() + ", with the joints " + joined(text.all_joints()) + fault;
  columns_of(text.all_columns(), settings, place);
  throw Error(place,
              "no message has the values of all joints that move, although each joint is in some message: "
              "expected a message with all of these joints (merge the messages first)");
}

}  // namespace

CsvHead read_joint_states(CsvChunks& chunks, CsvSettings settings, const ColumnsOf& columns_of, bool is_table,
                          const Warn& note) {
  const std::string& name = chunks.file().name();
  refuse_settings_of_text(name, settings);
  JointStateText& text = chunks.read_joint_states(settings.topic);
  const bool keeps_stamps = settings.keeps_stamps || settings.missing.leaves_gaps();
  const auto is_of_time = [](const ColumnMapping& mapping) { return names_time(mapping.as); };
  if (std::none_of(settings.mappings.begin(), settings.mappings.end(), is_of_time))
    settings.time_unit = TimeUnit::s;  // of the stamps
  CsvColumns columns = is_table ? most_columns(text, columns_of, settings, name, note)
                                : first_columns(text, columns_of, settings, name);
  const bool has_own_time = columns.all().front().used;
  std::vector<bool> used;
  for (const CsvColumns::Column& column : columns.all()) used.push_back(column.used || is_table);
  if (!is_table) columns.drop_unused();
  text.begin_rows(used, keeps_stamps ? JointStateText::Time::stamp : JointStateText::Time::since_first);
  note(name + ": joint states of " + text.topic() +
       (!has_own_time ? ""
        : text.takes_log_time()
            ? "; t is the time in s since the first row, from log_time, because all stamps are 0"
            : "; t is the time in s since the first row, from the stamps"));
  chunks.begin_rows();
  return {std::move(columns), Separator::comma, true, std::nullopt};
}

}  // namespace invdyn
