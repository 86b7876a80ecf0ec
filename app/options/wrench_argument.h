#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "robot/model/robot.h"
#include "trajectory/loads/external_wrench.h"

namespace invdyn {

/// The wrenches of an option: fields separated by blanks, such as `link=tool frame=world point=0,0,0 fz=-10`.
/// link: default the robot's last link, if there is only one. frame: world or link, the default. point: in
/// the frame's coordinates; default the link's origin. point-frame: the frame of the point, if it is another.
/// fx, fy, fz, nx, ny, nz: at least one of them, or file, with wrenches over time (wrench_names.h). columns:
/// which plate or foot of a file of ground reactions. A file's name alone is allowed too. Links that no joint
/// moves are skipped. Throws UsageError, and Error for errors in the file.
std::vector<TimedWrench> wrench_argument(const std::string& option, const std::string& text,
                                         const Robot& robot, const Warn& warn);

/// The file in such a text, empty if it has none.
std::string wrench_file_in(const std::string& text);

/// Where a wrench that gives no link acts: `acts at the origin of link "hand"; ...`. None: it names one, or
/// is in a file.
std::optional<std::string> note_on_place(const std::string& option, const std::string& text,
                                         const Robot& robot);

/// Shells complete the fields, the link's name and files.
CLI::Option* offer_wrench(CLI::Option* option);

}  // namespace invdyn
