#pragma once

#include <map>
#include <string>
#include <vector>

#include "../model/robot.h"
#include "mjcf_element.h"
#include "mjcf_settings.h"

namespace invdyn {

/// The joints of a description while the rest of the file is read.
struct MjcfJoints {
  std::vector<RobotDescription::JointAndLink>& all;
  std::map<std::string, std::size_t> index;  ///< by name
  std::vector<double> references;            ///< `ref` of each, rad or m
};

/// Adds gears and effort limits of <actuator>. A motor's speed is gear times the joint's, and its force acts
/// gear times; the joint's armature becomes the rotor's inertia behind this gear. Armature and damping of an
/// actuator, since MuJoCo 3.7, are behind its gear, and add to the joint's.
void add_mjcf_actuators(MjcfFiles& files, const MjcfDefaults& defaults, const MjcfSettings& settings,
                        MjcfJoints& joints, const Warn& warn);

/// Makes mimic joints of <equality> between joints, as far as they are linear. Warns of other equalities:
/// they change the torques of a real robot, and are not computed.
void add_mjcf_mimics(MjcfFiles& files, const MjcfDefaults& defaults, MjcfJoints& joints, const Warn& warn);

/// Warns of all else that changes torques and is not computed: tendons with springs, plugins, soft bodies.
void warn_of_mjcf_forces(MjcfFiles& files, const MjcfDefaults& defaults, const Warn& warn);

}  // namespace invdyn
