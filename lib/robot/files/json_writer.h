#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../model/robot.h"
#include "read.h"

namespace invdyn {

/// The robot in our own JSON (convention tree, angles in radians). Reading it gives the same torques. Each
/// number is the shortest text that reads back as the same double. The convention puts a link's origin on the
/// link's joint. The origin of a revolute link in standard Denavit-Hartenberg form may be elsewhere: it moves
/// there, and the link's axes stay. `accepted`: findings that the file will accept. `origins`: of numbers
/// that do not come from the robot's source. Throws Error for names that are not UTF-8.
std::string json_text(const Robot& robot, const std::vector<AcceptedFinding>& accepted = {},
                      const std::vector<NumberOrigin>& origins = {});

/// The text of a robot that is given as a Denavit-Hartenberg table (convention dh or mdh), with the mass
/// properties, drives, accepted findings and origins of this robot, which has the same joints. None: `text`
/// is no such table.
std::optional<std::string> dh_text_with(const std::string& text, const Robot& robot,
                                        const std::vector<AcceptedFinding>& accepted,
                                        const std::vector<NumberOrigin>& origins);

}  // namespace invdyn
