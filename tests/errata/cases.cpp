#include "errata/cases.h"

#include <numbers>

#include "robot/files/read.h"

namespace invdyn::test::errata {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180;

// Speeds and accelerations of a few rad/s and rad/s^2 (m/s, m/s^2), all different, of both signs.
Motion moving(const Eigen::VectorXd& q) {
  const Eigen::VectorXd dq{{1, -1.5, 2, -2.5, 1.2, -0.8, 0.6}};
  const Eigen::VectorXd ddq{{2, 3, -4, 5, -6, 7, -3}};
  return {q, dq.head(q.size()), ddq.head(q.size())};
}

Robot shipped(const std::string& name) {
  return read_robot(shipped_robot(name), [](const std::string&) {});
}

// The inertia of a cuboid of this mass and these half-axes, rotated to have products of inertia.
Eigen::Matrix3d turned_cuboid(double mass, const Eigen::Vector3d& half) {
  const Eigen::Vector3d moments = mass / 3 * (half.squaredNorm() - half.array().square()).matrix();
  const Eigen::Matrix3d R = Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized().toRotationMatrix();
  return R * moments.asDiagonal() * R.transpose();
}

MassProperties cuboid(double mass, const Eigen::Vector3d& com, const Eigen::Vector3d& half) {
  return {mass, com, turned_cuboid(mass, half)};
}

}  // namespace

Case::Case(const std::string& its_name, const Robot& its_robot, const Motion& its_motion)
    : name(its_name), robot(its_robot), motion(its_motion) {
  state = {motion.q.cast<Real>(), motion.dq.cast<Real>(), motion.ddq.cast<Real>()};
  const VirtualWork expected = links_torques(robot, state, robot.gravity());
  tau = expected.tau.cast<double>();
  scale = static_cast<double>(expected.scale);
}

const Case& sasaki_at_a() {
  static const Case result(
      "Sasaki's arm at A", shipped("sasaki1990"),
      moving(degree * Eigen::VectorXd{{2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731}}));
  return result;
}

const Case& puma() {
  static const Case result("Puma 560", shipped("puma560"),
                           moving(Eigen::VectorXd{{0, pi / 4, pi, 0, pi / 4, 0}}));
  return result;
}

const Case& two_arms() {
  static const Robot robot = shipped("two-arms");
  static const Case result("two arms", robot,
                           moving(Eigen::VectorXd{{0.3, -0.5, 0.7, 0.02, 0.4, -0.6, 0.01}}.head(
                               static_cast<Eigen::Index>(robot.dof()))));
  return result;
}

const Case& skew_arm() {
  static const Case result(
      "skew arm",
      robot_of(
          "skew arm",
          {.links =
               {{.a = 0.1, .alpha = 1.1, .d = 0.5, .body = cuboid(6, {0.02, -0.2, 0.03}, {0.1, 0.3, 0.15})},
                {.a = 0.4, .alpha = -0.3, .d = 0.1, .body = cuboid(4, {-0.2, 0.04, 0.05}, {0.3, 0.1, 0.06})},
                {.a = 0.3,
                 .alpha = -1.2,
                 .d = 0.12,
                 .theta = 0.2,
                 .body = cuboid(3, {-0.1, -0.03, 0.06}, {0.2, 0.05, 0.1})},
                {.a = 0.15,
                 .alpha = 0.7,
                 .d = 0.2,
                 .body = cuboid(1.5, {0.05, 0.06, -0.04}, {0.1, 0.2, 0.05})}}}),
      moving(Eigen::VectorXd{{0.4, -0.7, 1.1, 0.6}}));
  return result;
}

const Case& mixed_arm() {
  static const Case result(
      "mixed arm",
      robot_of("mixed arm", {.links = {{.a = 0.1,
                                        .alpha = -1.3,
                                        .d = 0.4,
                                        .body = cuboid(6, {0.02, -0.2, 0.03}, {0.1, 0.3, 0.15})},
                                       {.is_revolute = false,
                                        .a = 0.2,
                                        .alpha = 0.8,
                                        .d = 0.1,
                                        .theta = 0.5,
                                        .body = cuboid(4, {-0.1, 0.04, 0.05}, {0.3, 0.1, 0.06})},
                                       {.a = 0.3,
                                        .alpha = -1.2,
                                        .d = 0.12,
                                        .body = cuboid(3, {-0.1, -0.03, 0.06}, {0.2, 0.05, 0.1})},
                                       {.is_revolute = false,
                                        .a = 0.05,
                                        .alpha = 1.4,
                                        .d = 0.15,
                                        .theta = -0.9,
                                        .body = cuboid(2, {0.03, 0.02, -0.1}, {0.05, 0.05, 0.2})},
                                       {.a = 0.15,
                                        .alpha = 0.7,
                                        .d = 0.2,
                                        .body = cuboid(1.5, {0.05, 0.06, -0.04}, {0.1, 0.2, 0.05})}}}),
      moving(Eigen::VectorXd{{0.4, 0.25, 1.1, 0.3, -0.6}}));
  return result;
}

}  // namespace invdyn::test::errata
