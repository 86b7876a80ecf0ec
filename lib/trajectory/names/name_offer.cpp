#include "name_offer.h"

#include <algorithm>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Joints = NameReading::Joints;

}  // namespace

std::string mapping_text(const std::vector<ColumnMapping>& mappings) {
  std::vector<std::string> texts;
  for (const ColumnMapping& mapping : mappings) texts.push_back(mapping.column + '=' + mapping.as);
  return mapping_text(texts);
}

std::string offer_text(const std::vector<NameReading>& readings, const std::vector<ColumnMapping>& first) {
  constexpr std::size_t most_offered = 3;
  std::string ways;
  for (std::size_t i = 0; i < std::min(readings.size(), most_offered); ++i) {
    const NameReading& reading = readings[i];
    std::vector<ColumnMapping> mappings = first;
    mappings.insert(mappings.end(), reading.mappings.begin(), reading.mappings.end());
    ways += (i > 0 ? " or " : "") + ("`map` " + mapping_text(mappings));
    std::vector<std::string> locks;
    for (const std::string& joint : reading.without_column) locks.push_back(joint + "=0");
    if (!locks.empty()) ways += " `lock` " + mapping_text(locks);
  }
  if (readings.empty()) return "";
  const NameReading& reading = readings.front();
  const std::string by_hand =
      !reading.count.empty() ? "; " + in_quotes(reading.count) +
                                   " looks like counts of an encoder: give unit, scale and zero too, such as "
                                   ":deg:x0.087890625:-180deg after each joint"
                             : reading.commands;
  std::vector<std::string> words;
  for (const ColumnMapping& mapping : first) words.push_back(mapping.column + '=' + mapping.as);
  words.emplace_back("auto");
  const bool is_only = readings.size() == 1 && reading.is_certain;
  const std::string automatic = is_only ? " (`map` " + mapping_text(words) + " takes that)" : "";
  if (!reading.without_column.empty())
    return "has no column for joint" + std::string(reading.without_column.size() > 1 ? "s " : " ") +
           joined(reading.without_column) + (readings.size() > 1 ? ", or for others" : "") + ": expected " +
           ways + " (or the position at which each is held)" + by_hand;
  if (readings.size() > 1)
    return "has names that can be read in " +
           (readings.size() < most_name_readings ? std::to_string(readings.size()) : "many") +
           " ways: expected " + ways + by_hand;
  if (!reading.left_over.empty())
    return "has more numbers than joints: expected " + ways + " if " + joined(reading.left_over) +
           (reading.left_over.size() > 1 ? " are" : " is") + " of none of them" + by_hand;
  switch (reading.joints) {
    case Joints::by_number:
      return "has numbers in place of the names of joints: expected " + ways +
             " if they are in the robot's order" + automatic + by_hand;
    case Joints::by_order:
      return "has other names for the joints: expected " + ways + " if they are in the robot's order" +
             by_hand;
    case Joints::by_first_row:
      return "has numbers for the joints, and their names in the rows: expected " + ways + automatic +
             by_hand;
    case Joints::by_name:
      break;
  }
  return "has other names for its columns: expected " + ways + automatic + by_hand;
}

}  // namespace invdyn
