#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../loads/external_wrench.h"

namespace invdyn {

/// The columns of one wrench in a file.
struct WrenchColumns {
  enum class Point {
    not_stated,
    origin_of_frame,  ///< the moments of the history are about it
    origin_of_link,
  };
  std::string link;                                 ///< empty: the columns have no link name
  std::optional<ExternalWrench::Frame> frame = {};  ///< none: the columns do not state it
  Point point = Point::not_stated;
  std::shared_ptr<const WrenchHistory> history = {};
};

/// Reads wrenches over time from a file in any format of trajectories: the time (s), and columns as in
/// wrench_names.h; missing ones are zero. Where a file has the points of a force, moments are about the
/// origin of the frame, n + p x f, so that they can be interpolated. `group` chooses among the plates or feet
/// of a file of ground reactions; empty: the only one. Throws Error if the file has no time column or no
/// column of a wrench, or for a link that is not in `links`; UsageError if `group` chooses none. Warns of
/// columns that are not used, unless the file is a result of torque.
std::vector<WrenchColumns> read_wrench_file(const std::string& path, const std::vector<std::string>& links,
                                            const std::string& group, const Warn& warn);

}  // namespace invdyn
