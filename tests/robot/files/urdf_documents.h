#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "robot/files/urdf_reader.h"

namespace invdyn {

/// A small valid robot that a test changes as needed: a revolute shoulder, a prismatic joint on it, a flange.
inline const std::string urdf_arm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="stand"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0.2 0.3" rpy="0 0 0"/>
      <mass value="2"/>
      <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.04"/>
    </inertial>
  </link>
  <link name="rod"/>
  <link name="flange"/>
  <joint name="shoulder" type="revolute">
    <parent link="stand"/>
    <child link="upper"/>
    <origin xyz="0 0 0.5" rpy="0 0 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="upper"/>
    <child link="rod"/>
    <axis xyz="0 0 2"/>
    <limit lower="0" upper="0.3" effort="100" velocity="0.2"/>
  </joint>
  <joint name="weld" type="fixed">
    <parent link="rod"/>
    <child link="flange"/>
  </joint>
</robot>
)";

/// The text with the first occurrence of `old_text` replaced.
inline std::string with(std::string text, const std::string& old_text, const std::string& new_text) {
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text << " is not in " << text;
  return at == std::string::npos ? text : text.replace(at, old_text.size(), new_text);
}

/// The arm with additional text before its end.
inline std::string urdf_arm_and(const std::string& more) {
  return with(urdf_arm, "</robot>", more + "</robot>");
}

/// Reads a text that must not give a warning.
inline RobotFile read_urdf_silently(const std::string& text, const RobotReading& reading = {}) {
  return read_urdf_robot(text, "arm.urdf", reading,
                         [](const std::string& warning) { ADD_FAILURE() << "unexpected: " << warning; });
}

inline std::vector<std::string> urdf_warnings(const std::string& text) {
  std::vector<std::string> warnings;
  read_urdf_robot(text, "arm.urdf", {}, [&](const std::string& warning) { warnings.push_back(warning); });
  return warnings;
}

/// The text of the Error that reading this text must throw.
inline std::string urdf_error(const std::string& text, const RobotReading& reading = {}) {
  try {
    read_urdf_robot(text, "arm.urdf", reading, [](const std::string&) {});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace invdyn
