#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mjcf_body.h"

namespace invdyn {

/// Which body of a model is the base of a robot that floats.
struct MjcfFloating {
  std::optional<std::size_t> body;  ///< none: the robot is fixed to the world
  std::vector<std::size_t> root;    ///< by body: that of the world which carries it
};

/// A body of the world with a free joint. Where several have one, that with joints of its own floats, and all
/// others must be fixed. `is_wanted`: a robot without a free joint floats too. `joint_names`: by body;
/// `is_fixed`: of a joint of this name, on request. Throws Error for several free bodies, and for joints
/// beside the free one.
MjcfFloating find_floating_body(const std::vector<MjcfBody>& bodies,
                                const std::vector<std::vector<std::string>>& joint_names,
                                const std::function<bool(const std::string& joint)>& is_fixed,
                                bool is_wanted);

/// Of a free joint, what acts on the base in MuJoCo and is not used.
void warn_of_losses(const MjcfBody& base, const Warn& warn);

}  // namespace invdyn
