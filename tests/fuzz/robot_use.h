#pragma once

#include <cstddef>

#include "dynamics/core/trajectory_torques.h"
#include "robot/files/check.h"
#include "robot/files/json_reader.h"
#include "robot/files/json_writer.h"
#include "target.h"

namespace invdyn::fuzz {

/// Uses an accepted robot: it can be checked, written and read again, and moved. JSON refuses names that are
/// not UTF-8.
inline void use(const Robot& robot) {
  check_robot(robot);
  std::string failure;
  try {
    read_json_robot(json_text(robot), "copy.json", ignore);
  } catch (const Error& error) {
    failure = error.what();
  }
  if (failure.find("that are not UTF-8") == std::string::npos)
    expect_same(failure, "", "a robot that was read cannot be written and read again");
  const TrajectoryTorques dynamics(robot);
  if (dynamics.dof() > 20) return;
  Block block(dynamics.dof(), 1);
  block.rows = 1;
  for (Eigen::ArrayXXd* quantity : {&block.q, &block.dq, &block.ddq}) quantity->setConstant(0.3);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
}

}  // namespace invdyn::fuzz
