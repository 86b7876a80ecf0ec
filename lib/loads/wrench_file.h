#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wrench_history.h"

namespace invdyn {

/// The columns of a file that are of one link.
struct WrenchColumns {
  std::string link;  ///< empty: the columns name none
  std::shared_ptr<const WrenchHistory> history;
};

/// Reads wrenches over time from a CSV file: `t`, and of fx, fy, fz (N), nx, ny, nz (N m) at least one, the
/// others being zero; `fx_gripper` is of the link `gripper`. Throws Error where the file has no time column
/// or no such column, or names a link that is not among these; `passed_over` gets the columns that are none.
std::vector<WrenchColumns> read_wrench_file(const std::string& path, const std::vector<std::string>& links,
                                            std::vector<std::string>& passed_over);

}  // namespace invdyn
