#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "column_names.h"

namespace invdyn {

/// The words of a column's name in small letters, numbers apart from letters: js, shoulder, position of
/// `/js/shoulder/position`; axis, q, msr, 7, 1 of `axisQMsr_7[1]`.
std::vector<std::string> words_in(std::string_view name);

/// Stands in a list of words for those that name the joint.
inline constexpr std::string_view joint_word = "#";

/// Where the values of a column come from, the best for inverse dynamics first.
enum class ValuesOf { measurement, unknown, command };

/// What the words of a name say, apart from the joint.
struct WordsMeaning {
  Quantity quantity = Quantity::q;
  bool is_current = false;      ///< of a motor, in place of its torque
  bool names_quantity = false;  ///< otherwise it is taken for a position
  ValuesOf values = ValuesOf::unknown;
  bool is_of_motor = false;  ///< where a log has both sides of a gear
  bool has_unknown_words = false;
  bool are_counts = false;           ///< of an encoder (`ticks`), perhaps; never certain
  bool names_part = false;           ///< of the robot (`gripper`, `base`), which is no joint if numbers are
  const ColumnUnit* unit = nullptr;  ///< a word of the name, though not its end: deg of `q_deg_1`
  std::vector<std::string> others;   ///< the words that say nothing of these
  std::vector<std::string> sides;    ///< those of them that tell one source from another: `left`, `sim`
};

/// None: the column is of no joint (`tcp`, `imu`), or holds none of its quantities (`error`, `temperature`,
/// `external`). `known`: words of the robot's joints.
std::optional<WordsMeaning> meaning_of(const std::vector<std::string>& words,
                                       const std::vector<std::string>& known);

}  // namespace invdyn
