#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../../trajectory/data/differentiate.h"

namespace invdyn {

/// A row whose derivatives would need rows between which the base turns too far to tell which way.
struct BaseTurn {
  std::size_t row;   ///< the first own row without derivatives
  std::size_t at;    ///< the row to name
  std::string text;  ///< `the base turns by 2.1 rad ...`
};

/// The first such row of a block; none: all own rows have derivatives. More than 1.5 rad from row to row; or
/// 3 rad and more within the window of a row.
std::optional<BaseTurn> first_wide_turn(const Differentiation& how, const Block& block);

}  // namespace invdyn
