#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../loads/wrench_history.h"

namespace invdyn {

/// The columns of one link in a file.
struct WrenchColumns {
  std::string link;  ///< empty: the columns have no link name
  std::shared_ptr<const WrenchHistory> history;
};

/// Reads wrenches over time from a CSV file: `t` (s), and at least one of fx, fy, fz (N), nx, ny, nz (N m);
/// missing ones are zero. `fx_gripper` belongs to the link `gripper`. Throws Error if the file has no time
/// column or no such column, or for a link that is not in `links`. `passed_over` gets the names of all other
/// columns.
std::vector<WrenchColumns> read_wrench_file(const std::string& path, const std::vector<std::string>& links,
                                            std::vector<std::string>& passed_over);

}  // namespace invdyn
