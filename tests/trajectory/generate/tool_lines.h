#pragma once

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "robot/files/read.h"
#include "robot/kinematics/axis_angle.h"
#include "robot/model/link_poses.h"
#include "trajectory/data/block.h"

namespace invdyn::test::tool_lines {

// Motions along a line as rows, and their poses. In a separate namespace, as other tests of this program have
// rows too.

inline constexpr double degree = std::numbers::pi / 180;

inline Robot shipped(const std::string& name) {
  return read_robot(name, [](const std::string&) {});
}

inline Eigen::Isometry3d pose(const Robot& robot, std::size_t link, const Eigen::VectorXd& q) {
  return link_poses(robot, {q.data(), robot.dof()})[link];
}

struct Rows {
  Eigen::VectorXd t;
  Eigen::MatrixXd q, dq, ddq;  // rows by joints
};

template <class Motion>
Rows rows_of(Motion& motion, std::size_t dof, std::size_t block_rows = 100) {
  const auto height = static_cast<Eigen::Index>(motion.rows()), width = static_cast<Eigen::Index>(dof);
  Rows rows{Eigen::VectorXd(height), Eigen::MatrixXd(height, width), Eigen::MatrixXd(height, width),
            Eigen::MatrixXd(height, width)};
  Block block(dof, block_rows);
  for (std::size_t row = 0; row < motion.rows(); row += block.rows) {
    motion.fill(row, block);
    EXPECT_EQ(block.first_row, row);
    EXPECT_EQ(block.last, row + block.rows == motion.rows());
    const auto first = static_cast<Eigen::Index>(row), count = static_cast<Eigen::Index>(block.rows);
    rows.t.segment(first, count) = block.t.head(count);
    rows.q.middleRows(first, count) = block.q.topRows(count);
    rows.dq.middleRows(first, count) = block.dq.topRows(count);
    rows.ddq.middleRows(first, count) = block.ddq.topRows(count);
  }
  return rows;
}

// The distance between two poses.
struct Gap {
  double distance, angle;
};
inline Gap gap(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) {
  return {(a.translation() - b.translation()).norm(),
          axis_angle_of(a.linear() * b.linear().transpose()).angle};
}

}  // namespace invdyn::test::tool_lines
