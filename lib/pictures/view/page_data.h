#pragma once

#include <Eigen/Core>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../../answers/sizing/joint_rating.h"
#include "../../dynamics/core/dynamics_settings.h"
#include "../../robot/files/check.h"
#include "../../robot/geometry/shapes.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/loads/surroundings.h"
#include "viewed_motion.h"

namespace invdyn {

/// What a page shows.
struct PageContent {
  /// A body that a link carries beside its own.
  struct Carried {
    std::size_t link;
    double mass;          ///< kg
    Eigen::Vector3d com;  ///< in the link's axes, m
  };

  std::string title;
  std::string program;  ///< and its version
  const Robot& robot;
  Ratings ratings;                 ///< of its moving joints
  DynamicsSettings dynamics = {};  ///< what counts in its torques; the wrench is in `wrenches`
  std::vector<Carried> payloads = {};
  std::vector<TimedWrench> wrenches = {};
  std::vector<Contact> contacts = {};
  std::shared_ptr<const BaseMotion> base = nullptr;
  std::vector<Finding> findings = {};  ///< of the robot
  RobotShapes shapes = {};             ///< none: bones alone
  std::vector<std::string> notes = {};
  std::vector<ViewedMotion> motions = {};  ///< none: the robot alone
};

/// The data of the page: PageData in types.d.ts.
nlohmann::ordered_json page_data(const PageContent& content);

}  // namespace invdyn
