#include "names_in_rows.h"

#include <algorithm>

#include "../../ground/base/lower_case.h"
#include "../../ground/text/number.h"

namespace invdyn {

std::vector<std::string> names_in_field(std::string_view field) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < field.size();) {
    const std::size_t end = std::min(field.find_first_of("[](){},;'\" |", begin), field.size());
    if (end > begin) names.emplace_back(field.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::vector<ColumnMapping> mappings_of_row(const std::vector<std::string>& fields, const Robot& robot,
                                           bool with_torques) {
  std::vector<std::size_t> texts;  // the names of joints, and the frame before them
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (!fields[i].empty() && !parse_finite(fields[i]) && lower_case(fields[i]) != "nan") texts.push_back(i);
  const auto field_of = [&](const std::string& joint) {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](std::size_t i) { return fields[i] == joint; });
    return found == texts.end() ? fields.size() : *found;
  };
  constexpr std::size_t before = 3;  // seconds, nanoseconds, frame
  if (texts.empty() || texts.back() < before) return {};
  const std::size_t names = texts.back() + 1 - before, values = fields.size() - texts.back() - 1;
  constexpr std::size_t most_quantities = 3;
  if (values == 0 || values % names != 0 || values / names > most_quantities) return {};
  std::vector<ColumnMapping> mappings{{"1+2", "t"}};
  constexpr Quantity quantities[] = {Quantity::q, Quantity::dq, Quantity::tau};
  for (std::size_t k = 0; k < values / names; ++k) {
    if (quantities[k] == Quantity::tau && !with_torques) continue;
    const auto first = fields.begin() + static_cast<std::ptrdiff_t>(texts.back() + 1 + k * names);
    const auto is_absent = [](const std::string& field) { return lower_case(field) == "nan"; };
    if (k > 0 && std::all_of(first, first + static_cast<std::ptrdiff_t>(names), is_absent)) continue;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const std::string& joint = robot.moving_joint(j).name;
      const std::size_t field = field_of(joint);
      if (field < before || field == fields.size()) return {};
      const std::size_t column = field + (k + 1) * names + 1;
      mappings.push_back({std::to_string(column), k == 0 ? joint : column_name(quantities[k], joint)});
    }
  }
  return mappings;
}

}  // namespace invdyn
