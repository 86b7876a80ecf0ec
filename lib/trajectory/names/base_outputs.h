#pragma once

#include <string>
#include <vector>

#include "../data/block.h"
#include "../pose/twist_axes.h"

namespace invdyn {

/// The pose, the twist and its derivatives of a floating base, as a trajectory's file names them: 19 columns.
std::vector<std::string> base_motion_names();
/// Fills them for the block's own rows, each column block.capacity long, from `out` on.
void put_base_motion(const Block& block, TwistAxes axes, double* out);

/// The axes of a wrench.
enum class WrenchAxes { world, base };

/// Force and moment that the world exerts on the base: `base_fx` to `base_nz`, or `base_fx_body` and so on.
std::vector<std::string> base_wrench_names(WrenchAxes axes);
/// The same for them.
void put_base_wrench(const Block& block, WrenchAxes axes, double* out);

}  // namespace invdyn
