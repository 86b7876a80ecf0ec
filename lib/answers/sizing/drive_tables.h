#pragma once

#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "drive_choice.h"

namespace invdyn {

// The choice of motors and gears, as tables. `names` are the names of the motions' files.

/// A row for each joint: its motor and gear, and the limit that is nearest.
Table choice_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices);
/// A row for each motor and gear that was refused, with the limit that it breaks most.
Table refused_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices);

/// All of that for programs: a row for each limit of each drive that was tried.
Table tried_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<std::string>& names);

}  // namespace invdyn
