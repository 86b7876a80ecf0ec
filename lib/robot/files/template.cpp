#include "template.h"

namespace invdyn {

// Column: a cylinder of radius 0.1 m. Arms: boxes of 0.08 m by 0.08 m. Gripper: a box of 0.1 m by 0.06 m by
// 0.06 m. All are uniform.
std::string_view robot_template() {
  return R"({
  "$schema": "robot.schema.json",
  "name": "my-robot",
  "source": "A template to fill in. The numbers are not from a real robot. Write the source of your numbers here. Lengths are in m, masses in kg, moments of inertia in kg m^2 about the link's centre of mass, angles in degrees, because \"angles\" says so (without it: rad). origin: the pose of the joint in the axes of its parent link, xyz and roll, pitch, yaw. axis: in the joint's axes. com: in the link's axes, which are the joint's at position 0. Leave out limits, motor and friction values that you do not know. The values of a motor are on the motor's side of the gearbox.",
  "convention": "tree",
  "angles": "degrees",
  "gravity": [0, 0, -9.80665],
  "base": { "name": "base", "xyz": [0, 0, 0], "rpy": [0, 0, 0] },
  "joints": [
    {
      "name": "waist", "type": "revolute", "parent": "base",
      "origin": { "xyz": [0, 0, 0.1], "rpy": [0, 0, 0] }, "axis": [0, 0, 1],
      "link": {
        "name": "column", "mass": 12, "com": [0, 0, 0.15],
        "inertia": { "ixx": 0.12, "iyy": 0.12, "izz": 0.06, "ixy": 0, "ixz": 0, "iyz": 0 }
      },
      "limits": { "position": [-170, 170], "velocity": 120, "effort": 120 },
      "motor": { "rotor_inertia": 1e-4, "gear_ratio": 100, "damping": 1e-4, "coulomb": 0.02 }
    },
    {
      "name": "shoulder", "type": "revolute", "parent": "column",
      "origin": { "xyz": [0, 0, 0.3], "rpy": [0, 0, 0] }, "axis": [0, 1, 0],
      "link": {
        "name": "upper_arm", "mass": 6, "com": [0.25, 0, 0],
        "inertia": { "ixx": 0.0064, "iyy": 0.1282, "izz": 0.1282 }
      },
      "limits": { "position": [-120, 90], "velocity": 120, "effort": 150 },
      "motor": { "rotor_inertia": 1e-4, "gear_ratio": 120 },
      "friction": { "damping": 1, "coulomb": 2 }
    },
    {
      "name": "reach", "type": "prismatic", "parent": "upper_arm",
      "origin": { "xyz": [0.5, 0, 0], "rpy": [0, 0, 0] }, "axis": [1, 0, 0],
      "link": {
        "name": "boom", "mass": 3, "com": [0.15, 0, 0],
        "inertia": { "ixx": 0.0032, "iyy": 0.0241, "izz": 0.0241 }
      },
      "limits": { "position": [0, 0.25], "velocity": 0.5, "effort": 400 },
      "friction": { "damping": 20, "coulomb": [5, -5] }
    },
    {
      "name": "flange", "type": "fixed", "parent": "boom",
      "origin": { "xyz": [0.3, 0, 0], "rpy": [0, 0, 0] },
      "link": {
        "name": "gripper", "mass": 1, "com": [0.05, 0, 0],
        "inertia": { "ixx": 0.0006, "iyy": 0.00113, "izz": 0.00113 }
      }
    }
  ]
}
)";
}

}  // namespace invdyn
