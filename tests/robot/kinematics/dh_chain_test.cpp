// Serial robots rewritten in standard Denavit-Hartenberg form.

#include "robot/kinematics/dh_chain.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "ground/base/wording.h"
#include "robot/files/documents.h"
#include "robot/files/read.h"
#include "robot/model/denavit_hartenberg.h"
#include "robot/model/link_poses.h"
#include "robot/model/rotation.h"
#include "support/chains.h"

namespace invdyn::test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using nlohmann::json;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;

// The pose of the row's frame in the previous frame, as printed: Lee et al. 1982, (2.1).
Isometry3d pose_of(const DhRow& row, double q) {
  const double theta = row.theta + (row.dof && row.is_revolute ? q : 0),
               d = row.d + (row.dof && !row.is_revolute ? q : 0);
  const double c = std::cos(theta), s = std::sin(theta), ca = row.cos_alpha, sa = row.sin_alpha;
  Isometry3d A = Isometry3d::Identity();
  A.matrix().topRows<3>() << c, -ca * s, sa * s, row.a * c,  //
      s, ca * c, -sa * c, row.a * s,                         //
      0, sa, ca, d;
  return A;
}

// The mass properties of a body, about the world's origin in the world's axes.
struct Weight {
  double mass = 0;
  Vector3d first_moment = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();

  void add(const MassProperties& body, const Isometry3d& T_world_frame) {
    const Vector3d c = T_world_frame * body.com;
    const Matrix3d R = T_world_frame.linear();
    mass += body.mass;
    first_moment += body.mass * c;
    inertia += R * body.inertia * R.transpose() +
               body.mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
  }
};

// The frames are on the robot's axes at any q, and each body has the mass properties of the robot's body.
// Tolerances in m, and relative for masses. Measured: at most 2e-14, with 40 joints.
void expect_same_robot(const Robot& robot, const std::vector<double>& q) {
  constexpr double tolerance = 1e-13;
  const DhChain chain(robot);
  const auto T_world_link = link_poses(robot, q);
  const auto seats = link_seats(robot);

  std::vector<Weight> expected(robot.dof()), found(robot.dof());
  for (std::size_t i = 1; i < robot.links().size(); ++i)
    if (seats[i].body) expected[*seats[i].body].add(robot.links()[i].mass_properties, T_world_link[i]);

  Isometry3d T_world_frame = chain.T_world_0;
  std::size_t bodies = 0;
  for (const DhRow& row : chain.rows) {
    if (row.dof) {
      const Joint& joint = robot.moving_joint(*row.dof);
      const Isometry3d T_world_joint = T_world_link[joint.parent] * joint.T_parent_joint;
      const Vector3d z = T_world_frame.linear().col(2);
      EXPECT_LE((z - T_world_joint.linear() * joint.axis).norm(), tolerance) << joint.name;
      EXPECT_EQ(row.is_revolute, joint.is_revolute()) << joint.name;
      const Vector3d to_joint = T_world_joint.translation() - T_world_frame.translation();
      if (joint.is_revolute()) {
        EXPECT_LE(to_joint.cross(z).norm(), tolerance) << joint.name;
      }
      ++bodies;
    }
    ASSERT_GT(bodies, 0u);
    T_world_frame = T_world_frame * pose_of(row, row.dof ? q[*row.dof] : 0);
    found[bodies - 1].add(row.mass_properties, T_world_frame);
  }
  ASSERT_EQ(bodies, robot.dof());

  std::size_t tip = robot.links().size() - 1;
  while (seats[tip].body != bodies - 1) --tip;
  const Isometry3d T_world_body = T_world_link[tip] * seats[tip].T_body_link.inverse();
  EXPECT_LE(((T_world_body * chain.T_body_n).matrix() - T_world_frame.matrix()).cwiseAbs().maxCoeff(),
            tolerance);
  for (std::size_t i = 0; i < bodies; ++i) {
    const double size = expected[i].mass * (1 + T_world_frame.translation().norm());
    EXPECT_NEAR(found[i].mass, expected[i].mass, tolerance * size) << "body " << i;
    EXPECT_LE((found[i].first_moment - expected[i].first_moment).norm(), tolerance * size) << "body " << i;
    EXPECT_LE((found[i].inertia - expected[i].inertia).norm(), tolerance * expected[i].inertia.norm())
        << "body " << i;
  }
}

void expect_same_robot(const Robot& robot, Random& random) {
  const State state = random_state(random, robot);
  std::vector<double> q;
  for (const Real position : state.q) q.push_back(static_cast<double>(position));
  expect_same_robot(robot, q);
}

TEST(DhChain, HasThePosesOfTheRobot) {
  for (const std::size_t joints : {1u, 2u, 3u, 6u, 7u, 12u, 40u})
    for (unsigned long seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(std::to_string(joints) + " joints, seed " + std::to_string(seed));
      Random random(seed);
      expect_same_robot(
          robot_of(random_description(random, {.joints = joints, .fixed = 0.2, .branching = 0})), random);
      expect_same_robot(robot_of(square_chain(random, joints, 0.4)), random);
      expect_same_robot(robot_of(half_way_chain(random, joints)), random);
    }
}

TEST(DhChain, HasThePosesOfShippedRobots) {
  int chains = 0;
  for (const ShippedRobot& shipped : shipped_robots()) {
    Random random(3);
    const Robot robot = read_robot(shipped, [](const std::string&) {});
    try {
      chain_of_bodies(robot);
    } catch (const NotRepresentable&) {
      continue;
    }
    SCOPED_TRACE(shipped.name);
    expect_same_robot(robot, random);
    ++chains;
  }
  EXPECT_GE(chains, 4);
}

// The common normal of nearly parallel axes may be far away; an additional axis between them keeps it near.
TEST(DhChain, AddsAnAxisBetweenNearlyParallelOnes) {
  constexpr std::size_t joints = 5;
  for (const double angle : {0.3, 0.051, 0.049, 1e-3, 3.7e-6, 1e-9, 2e-13, 3e-15, 1e-16})
    for (unsigned long seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(six_digits(angle) + " rad, seed " + std::to_string(seed));
      Random random(seed);
      const Robot robot = robot_of(nearly_parallel_chain(random, joints, angle));
      expect_same_robot(robot, random);
      const DhChain chain(robot);
      const bool between = angle < 0.05 && angle > 1e-14;
      EXPECT_EQ(chain.rows.size(), between ? 2 * joints - 1 : joints);
      if (angle > 0.05) continue;
      for (const DhRow& row : chain.rows) EXPECT_LT(std::hypot(row.a, row.d), 1.5);
    }
}

// Two joints about (or along) z of their frames; T is the pose of the second frame in the first.
Robot two_joints(const Isometry3d& T, JointType first = JointType::revolute,
                 JointType second = JointType::revolute) {
  RobotDescription description;
  description.name = "two";
  description.joints.resize(2);
  for (std::size_t i : {0u, 1u}) {
    description.joints[i].joint.name = "joint" + std::to_string(i);
    description.joints[i].link.name = "link" + std::to_string(i);
    description.joints[i].link.mass_properties = {2, {0.1, 0.2, 0.3}, Vector3d(1, 2, 2).asDiagonal()};
  }
  description.joints[0].joint.type = first;
  description.joints[1].joint.type = second;
  description.joints[1].joint.T_parent_joint = T;
  description.joints[0].parent_link = description.base_link;
  description.joints[1].parent_link = "link0";
  return robot_of(description);
}

Isometry3d pose(const Matrix3d& R, const Vector3d& p) {
  Isometry3d T(R);
  T.translation() = p;
  return T;
}

struct Geometry {
  double theta, d, a, alpha;
};

void expect_row(const DhRow& row, const Geometry& expected) {
  EXPECT_NEAR(std::remainder(row.theta - expected.theta, 2 * pi), 0, 2e-15);
  EXPECT_NEAR(row.d, expected.d, 2e-15);
  EXPECT_NEAR(row.a, expected.a, 2e-15);
  EXPECT_NEAR(row.cos_alpha, std::cos(expected.alpha), 1e-15);
  EXPECT_NEAR(row.sin_alpha, std::sin(expected.alpha), 1e-15);
}

TEST(DhChain, FindsTheCommonNormal) {
  struct Case {
    const char* axes;
    Isometry3d T;
    Geometry row;
  };
  const double third = std::atan2(4, 3);
  const Case cases[]{
      {"parallel", pose(Matrix3d::Identity(), {0.3, 0.4, 0.6}), {third, 0.6, 0.5, 0}},
      {"opposite", pose(rotation_x(pi), {0.3, 0.4, 0.6}), {third, 0.6, 0.5, pi}},
      {"meeting at right angles", pose(rotation_y(pi / 2), {0, 0, 0.2}), {pi / 2, 0.2, 0, pi / 2}},
      {"meeting away from the joint", pose(rotation_y(pi / 2), {0.7, 0, 0.2}), {pi / 2, 0.2, 0, pi / 2}},
      {"meeting at 30 degrees", pose(rotation_y(pi / 6), {0, 0, 0.2}), {pi / 2, 0.2, 0, pi / 6}},
      {"crossing", pose(rotation_y(pi / 2), {0, 0.3, 0.2}), {pi / 2, 0.2, 0.3, pi / 2}},
      {"crossing on the other side", pose(rotation_y(pi / 2), {0, -0.3, 0.2}), {pi / 2, 0.2, -0.3, pi / 2}},
  };
  for (const auto& [axes, T, expected] : cases) {
    SCOPED_TRACE(axes);
    const DhChain chain(two_joints(T));
    ASSERT_EQ(chain.rows.size(), 2u);
    expect_row(chain.rows[0], expected);
    expect_same_robot(two_joints(T), std::vector<double>{0.4, -1.3});
  }
}

TEST(DhChain, TakesCoincidentAxes) {
  const Robot robot = two_joints(pose(rotation_z(0.3), {0, 0, 0.7}));
  const DhChain chain(robot);
  ASSERT_EQ(chain.rows.size(), 2u);
  expect_row(chain.rows[0], {0, 0, 0, 0});  // the first link's frame has this form already
  expect_row(chain.rows[1], {0.3, 0.7, 0, 0});
  expect_same_robot(robot, std::vector<double>{0.4, -1.3});
}

// A prismatic joint has a direction, but no position: no length depends on the described place of the joint.
TEST(DhChain, TakesPrismaticJoints) {
  const Isometry3d T = pose(Matrix3d::Identity(), {0.3, 0.4, 0.6});
  for (const auto first : {JointType::revolute, JointType::prismatic})
    for (const auto second : {JointType::revolute, JointType::prismatic}) {
      const Robot robot = two_joints(T, first, second);
      const DhChain chain(robot);
      ASSERT_EQ(chain.rows.size(), 2u);
      EXPECT_EQ(chain.rows[0].is_revolute, first == JointType::revolute);
      EXPECT_EQ(chain.rows[1].is_revolute, second == JointType::revolute);
      EXPECT_NEAR(chain.rows[0].a, second == JointType::prismatic ? 0 : 0.5, 1e-15);
      expect_same_robot(robot, std::vector<double>{0.4, -1.3});
    }
}

// A robot described by a table keeps it, row by row.
TEST(DhChain, KeepsATable) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RobotDescription description = random_description(
        random, {.joints = 8, .prismatic = 0.3, .fixed = 0, .branching = 0, .massless = 0});
    std::vector<Geometry> table;
    for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
      const double alpha =
          random.chance(0.5) ? pi / 2 * static_cast<double>(random.below(4)) : random.uniform(-3, 3);
      const double a = random.chance(0.3) ? 0 : random.uniform(-0.5, 0.5);
      table.push_back({random.uniform(-3, 3), random.uniform(-0.5, 0.5), a, alpha});
      const JointPlacement placement = standard_dh(a, alpha, table.back().d, table.back().theta);
      joint.T_parent_joint = placement.T_parent_joint;
      joint.axis = Vector3d::UnitZ();
      joint.T_joint_link = placement.T_joint_link;
    }
    const Robot robot = robot_of(description);
    const DhChain chain(robot);
    ASSERT_EQ(chain.rows.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
      SCOPED_TRACE("row " + std::to_string(i));
      expect_row(chain.rows[i], table[i]);
      const Vector3d com = chain.rows[i].mass_properties.com;
      EXPECT_LE((com - robot.links()[i + 1].mass_properties.com).norm(), 2e-15);
    }
    EXPECT_TRUE(chain.T_world_0.isApprox(robot.T_world_base(), 1e-15));
  }
}

class PublishedTable : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, PublishedTable, testing::Values("puma560", "sasaki1990"),
                         [](const auto& robot) { return robot.param; });

TEST_P(PublishedTable, IsKept) {
  const ShippedRobot& shipped = shipped_robot(GetParam());
  const json document = json::parse(shipped.json);
  ASSERT_EQ(document.at("angles"), "degrees");
  const Robot robot = read_robot(shipped, [](const std::string&) {});
  const DhChain chain(robot);
  ASSERT_EQ(chain.rows.size(), document.at("joints").size());
  for (std::size_t i = 0; i < chain.rows.size(); ++i) {
    SCOPED_TRACE(robot.joints()[i].name);
    const json& row = document.at("joints").at(i).at("dh");
    expect_row(chain.rows[i], {row.value("offset", 0.0) * pi / 180, row.at("d"), row.at("a"),
                               row.at("alpha").get<double>() * pi / 180});
    EXPECT_EQ(chain.rows[i].dof, i);
    const MassProperties &found = chain.rows[i].mass_properties,
                         &given = robot.links()[i + 1].mass_properties;
    EXPECT_EQ(found.mass, given.mass);
    EXPECT_LE((found.com - given.com).norm(), 1e-15);
    EXPECT_LE((found.inertia - given.inertia).norm(), 1e-15);
  }
}

std::string refusal(const json& document) {
  const Robot robot = read_silently(document);
  try {
    DhChain chain(robot);
  } catch (const NotRepresentable& error) {
    return error.what();
  }
  return "";
}

TEST(DhChain, NamesBothJointsAtABranch) {
  const json on_base = with(tree_document(), "/joints/1/parent", "\"base\"");
  EXPECT_EQ(refusal(on_base),
            "arm: joints \"shoulder\" and \"elbow\" both sit on the base: expected a single chain of joints");

  json on_link = tree_document();
  json third = on_link["joints"][1];
  third["name"] = "finger";
  third["link"]["name"] = "tip";
  on_link["joints"].push_back(third);
  EXPECT_EQ(
      refusal(on_link),
      "arm: joints \"elbow\" and \"finger\" both sit on the link of joint \"shoulder\": expected a single "
      "chain of joints");
}

// A fixed link next to the chain is no branch.
TEST(DhChain, TakesFixedLinksAnywhere) {
  json document = tree_document();
  json camera = document["joints"][1];
  camera["name"] = "mount";
  camera["type"] = "fixed";
  camera.erase("axis");
  camera["link"]["name"] = "camera";
  document["joints"].push_back(camera);
  EXPECT_EQ(refusal(document), "");
  expect_same_robot(read_silently(document), std::vector<double>{0.4, -1.3});
}

}  // namespace
}  // namespace invdyn::test
