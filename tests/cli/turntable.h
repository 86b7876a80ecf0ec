#pragma once

#include <string>

namespace invdyn::test {

/// 2 kg at 0.5 m on a vertical axis, without load from gravity: 0.5 kg m^2. Up to 3 rad/s, and `effort` N m.
inline std::string turntable(int effort) {
  return R"({"name": "turntable", "convention": "tree",
  "joints": [
    { "name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1],
      "limits": { "velocity": 3, "effort": )" +
         std::to_string(effort) + R"( },
      "link": { "name": "plate", "mass": 2, "com": [0.5, 0, 0], "inertia": { "ixx": 0, "iyy": 0, "izz": 0 } } }
  ]
})";
}

}  // namespace invdyn::test
