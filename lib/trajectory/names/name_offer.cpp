#include "name_offer.h"

#include <algorithm>

#include "../../ground/base/wording.h"

namespace invdyn {

std::string mapping_text(const std::vector<ColumnMapping>& mappings) {
  std::vector<std::string> texts;
  for (const ColumnMapping& mapping : mappings) texts.push_back(mapping.column + '=' + mapping.as);
  return mapping_text(texts);
}

std::string offer_text(const std::vector<NameReading>& readings, const std::vector<ColumnMapping>& first,
                       const std::vector<ColumnMapping>& last, const std::string& options) {
  constexpr std::size_t most_offered = 3;
  if (readings.empty()) return "";
  std::string ways;
  for (std::size_t i = 0; i < std::min(readings.size(), most_offered); ++i) {
    std::vector<ColumnMapping> mappings = first;
    mappings.insert(mappings.end(), readings[i].mappings.begin(), readings[i].mappings.end());
    mappings.insert(mappings.end(), last.begin(), last.end());
    std::vector<ColumnMapping> locks;
    for (const std::string& joint : readings[i].without_column) locks.push_back({joint, "0"});
    ways += (i > 0 ? " or `map` " : "`map` ") + mapping_text(mappings) +
            (locks.empty() ? "" : " `lock` " + mapping_text(locks)) + options;
  }
  const NameReading& reading = readings.front();
  const std::string order = " if they are in the robot's order";
  std::string fault, condition;
  if (!reading.without_column.empty()) {
    fault = "has no column for joint" + std::string(reading.without_column.size() > 1 ? "s " : " ") +
            joined(reading.without_column) + (readings.size() > 1 ? ", or for other joints" : "");
    condition = " (or, instead of 0, the position at which each such joint is held)";
  } else if (readings.size() > 1) {
    const bool are_all = readings.size() < most_name_readings;
    fault = "has column names with " + (are_all ? std::to_string(readings.size()) : "many") +
            " possible meanings";
  } else if (!reading.left_over.empty()) {
    fault = "has more numbers than joints";
    condition = " if " + joined(reading.left_over) + (reading.left_over.size() > 1 ? " belong" : " belongs") +
                " to no joint";
  } else if (reading.joints == NameReading::Joints::by_number) {
    fault = "has joint numbers in place of joint names";
    condition = order;
  } else if (reading.joints == NameReading::Joints::by_order) {
    fault = "has other names for the joints";
    condition = order;
  } else {
    fault = reading.joints == NameReading::Joints::by_name
                ? "has column names that need a mapping"
                : "has joint numbers in its header, and the names of the joints in its rows";
  }
  if (readings.size() == 1 && reading.is_certain && last.empty()) {
    std::vector<std::string> list{"auto"};
    for (const ColumnMapping& mapping : first) list.insert(list.end() - 1, mapping.column + '=' + mapping.as);
    condition += " (or `map` " + mapping_text(list) + ")";
  }
  return fault + ": expected " + ways + condition +
         (reading.count.empty()
              ? reading.commands
              : "; " + in_quotes(reading.count) +
                    " looks like counts of an encoder. SCALE is 2 pi / counts per turn, or m per count for a "
                    "prismatic joint. Write :+ZERO or :-ZERO after SCALE to add a position (invdyn manual "
                    "counts)");
}

}  // namespace invdyn
