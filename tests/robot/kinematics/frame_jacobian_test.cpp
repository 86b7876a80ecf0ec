// The Jacobian of a frame and its derivative, compared with differences of poses and with virtual work.

#include "robot/kinematics/frame_jacobian.h"

#include <gtest/gtest.h>

#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Twist = Eigen::Matrix<double, 6, 1>;

constexpr unsigned long robots = 40;
// Frames move by metres per unit of a joint. Differences of fourth order with step 1e-3 have an error of
// 1e-12 times the fifth derivative, and rounding of 1e-13; derivatives grow with the number of moving joints.
constexpr double difference_error = 1e-9;

struct Frame {
  Robot robot;
  std::size_t link;
  Isometry3d T_link_frame;
  State state;

  Isometry3d pose(const VectorXd& q) const {
    return link_poses(robot, {q.data(), static_cast<std::size_t>(q.size())})[link] * T_link_frame;
  }
  VectorXd q() const { return state.q.cast<double>(); }
  VectorXd dq() const { return state.dq.cast<double>(); }
};

// Trees with revolute, prismatic and fixed joints; some of them with locked joints.
Frame frame(unsigned long seed) {
  Random random(seed);
  const RandomRobotShape shape{.joints = 2 + random.below(9), .branching = seed % 2 ? 0.5 : 0};
  Robot robot = robot_of(random_description(random, shape));
  if (seed % 3 == 0 && robot.dof() > 1) {
    const JointLock lock{robot.moving_joints()[0], random.uniform(-1, 1)};
    robot = robot.with_locked_joints({&lock, 1});
  }
  const State state = random_state(random, robot);
  const std::size_t link = 1 + random.below(robot.links().size() - 1);
  return {robot, link, random.pose(0.3), state};
}

FrameJacobian::Placement placed(const Frame& frame, const FrameJacobian& jacobian, const VectorXd& q) {
  FrameJacobian::Placement placement;
  jacobian.place({q.data(), static_cast<std::size_t>(q.size())}, placement);
  EXPECT_LT((placement.T_world_frame.matrix() - frame.pose(q).matrix()).norm(), 1e-13);
  return placement;
}

// Differences of fourth order, of any function with a matrix as its value.
template <class Function>
auto derivative(const Function& f, double h = 1e-3) {
  return ((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)).eval();
}

// From the derivative of the pose: [w]x = dR/dt R^T.
Twist twist_of(const Isometry3d& T, const Eigen::Matrix4d& rate) {
  const Eigen::Matrix3d wx = rate.topLeftCorner<3, 3>() * T.linear().transpose();
  Twist twist;
  twist << rate.topRightCorner<3, 1>(), wx(2, 1), wx(0, 2), wx(1, 0);
  return twist;
}

TEST(FrameJacobian, IsTheDerivativeOfThePose) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Frame f = frame(seed);
    const FrameJacobian jacobian(f.robot, f.link, f.T_link_frame);
    const auto placement = placed(f, jacobian, f.q());
    for (Eigen::Index j = 0; j < f.q().size(); ++j) {
      const VectorXd way = VectorXd::Unit(f.q().size(), j);
      const auto pose = [&](double t) { return Eigen::Matrix4d(f.pose(f.q() + t * way).matrix()); };
      const Twist expected = twist_of(placement.T_world_frame, derivative(pose));
      EXPECT_LT((placement.J.col(j) - expected).norm(), difference_error)
          << "seed " << seed << " joint " << j;
    }
  }
}

TEST(FrameJacobian, ChangesByItsDerivative) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Frame f = frame(seed);
    const FrameJacobian jacobian(f.robot, f.link, f.T_link_frame);
    Jacobian dJ;
    const VectorXd dq = f.dq();
    jacobian.differentiate(placed(f, jacobian, f.q()), {dq.data(), f.robot.dof()}, dJ);
    const auto J = [&](double t) { return Jacobian(placed(f, jacobian, f.q() + t * dq).J); };
    EXPECT_LT((dJ - derivative(J, 1e-4)).norm(), 100 * difference_error) << "seed " << seed;
  }
}

// The power of a wrench is the same at the joints: tau . dq = wrench . twist at every dq.
TEST(FrameJacobian, ConservesPower) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Frame f = frame(seed);
    const FrameJacobian jacobian(f.robot, f.link, f.T_link_frame);
    Random random(seed);
    ExternalWrench wrench;
    wrench.link = f.link;
    wrench.frame = ExternalWrench::Frame::world;
    wrench.point = f.T_link_frame.translation();
    wrench.force = random.vector(1);
    wrench.moment = random.vector(1);
    Twist w;
    w << wrench.force, wrench.moment;
    const VectorXd tau = placed(f, jacobian, f.q()).J.transpose() * w;
    // The support's joints resist the wrench; our joints are moved by it.
    const Vector held = wrench_torques(f.robot, f.state.q, wrench);
    EXPECT_LT((tau + held.cast<double>()).norm(), 1e-12) << "seed " << seed;
  }
}

TEST(FrameJacobian, HasZerosForJointsThatDoNotCarryTheLink) {
  std::size_t zeros = 0;
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Frame f = frame(seed);
    const FrameJacobian jacobian(f.robot, f.link, f.T_link_frame);
    const auto placement = placed(f, jacobian, f.q());
    std::vector<bool> carries(f.robot.dof(), false);
    for (const std::size_t i : jacobian.carriers()) carries[i] = true;
    for (std::size_t i = 0; i < f.robot.dof(); ++i) {
      if (carries[i]) continue;
      EXPECT_EQ(placement.J.col(static_cast<Eigen::Index>(i)), Twist::Zero());
      ++zeros;
    }
  }
  EXPECT_GT(zeros, 20u);
}

}  // namespace
}  // namespace invdyn::test
