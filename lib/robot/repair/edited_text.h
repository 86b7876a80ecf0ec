#pragma once

#include <map>
#include <string>
#include <vector>

#include "change.h"

namespace invdyn {

/// A change with what it says in the copy: `mass: 3000 -> 3 (g to kg)`.
struct StatedChange {
  RobotChange change;
  std::string reason;
};

/// What an editor of a file's text makes.
struct EditedText {
  std::string text;
  std::vector<std::string> done;  ///< of each change: `<mass value>: 3000 -> 3`
};

/// The URDF with these changes. All other bytes stay as they are. Before each changed element a comment says
/// what was changed from what. Throws Error if a change has no place in the file.
EditedText edited_urdf(const std::string& text, const std::string& file,
                       const std::vector<StatedChange>& changes);

/// The same for our JSON, in a new layout. `origins` say what was changed from what.
EditedText edited_json(const std::string& text, const std::string& file,
                       const std::vector<StatedChange>& changes);

/// The axes in which each link's moments are written, in the link's axes, by link.
std::map<std::string, Eigen::Matrix3d> axes_in_urdf(const std::string& text, const std::string& file);
std::map<std::string, Eigen::Matrix3d> axes_in_json(const std::string& text, const std::string& file);

}  // namespace invdyn
