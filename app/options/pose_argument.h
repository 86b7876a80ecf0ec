#pragma once

#include <CLI/CLI.hpp>
#include <Eigen/Geometry>
#include <optional>
#include <string>

namespace invdyn {

/// The pose of a frame in the world, given by an option.
struct PoseArgument {
  Eigen::Vector3d position;                    ///< m
  std::optional<Eigen::Matrix3d> orientation;  ///< R_world_frame, where one is given
};

/// From fields with blanks between them, such as `x=0.3 y=0 z=0.5 roll=0 pitch=90 yaw=0`: x, y and z in m;
/// roll, pitch and yaw in rad, or degrees, as robot files have them, all three or none. Throws UsageError.
PoseArgument pose_argument(const std::string& option, const std::string& text, bool degrees);

/// Shells complete the fields.
CLI::Option* offer_pose(CLI::Option* option);

/// A point or a way from text such as `0,0,0.1`, in m; or other three numbers, as `expected` names them.
/// Throws UsageError.
Eigen::Vector3d vector_argument(const std::string& option, const std::string& text,
                                const std::string& expected = "X,Y,Z in m, such as 0,0,0.1");
/// A position or displacement in m, whose square is a finite number.
Eigen::Vector3d position_argument(const std::string& option, const std::string& text);

}  // namespace invdyn
