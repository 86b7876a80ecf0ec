#pragma once

#include <string>
#include <vector>

#include "../../ground/document/json_node.h"

namespace invdyn {

/// A quarter of a turn, or two, in radians: `1.5708`. No table in degrees has that.
bool is_quarter_in_radians(double value, double tolerance = 1e-3);
/// The nearest number of quarters of a turn.
double quarters_in(double radians);

/// Angles of a robot's file that are probably in the other unit than the file's "angles" says, each kind with
/// the place of its first one: in radians more than a turn, in degrees quarters of a turn in radians. `root`:
/// a file that has been read.
std::vector<std::string> angle_doubts(const JsonNode& root, bool are_degrees);

}  // namespace invdyn
