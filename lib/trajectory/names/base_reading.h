#pragma once

#include <array>
#include <string>
#include <vector>

#include "base_columns.h"

namespace invdyn {

/// Which columns of a floating base are used.
struct BaseChoice {
  BaseReading reading;
  std::vector<BasePart> parts;
  std::string fault;  ///< what is wrong with the columns; empty: nothing
};

/// By the columns of base_columns that a file has. `takes_rates`: the twist and its derivatives are used
/// where they are there; `needs_rates`: they must be.
BaseChoice choose_base_columns(const std::array<bool, base_columns.size()>& is_there, bool takes_rates,
                               bool needs_rates);

/// Throws Error with `place` if a joint has the name of a column of the base.
void expect_no_joint_like_base(const Robot& robot, const std::string& place);

}  // namespace invdyn
