// Base parameters: the combinations of parameters that torques depend on.

#include "answers/identification/base_parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/matrix/decompositions.h"
#include "robot/files/read.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using Eigen::Index;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

// The parameters of all links, without the drives.
std::vector<Index> of_links(const Regressor& regressor) {
  std::vector<Index> parameters;
  for (std::size_t i = 0; i < regressor.parameters(); ++i)
    if (i % parameters_per_joint < parameters_per_link) parameters.push_back(static_cast<Index>(i));
  return parameters;
}

std::vector<std::string> texts(const BaseParameters& base, const Regressor& regressor) {
  std::vector<std::string> texts;
  for (Index i = 0; i < base.size(); ++i) texts.push_back(base.text(i, regressor.names()));
  return texts;
}

std::vector<std::string> names_of(const std::vector<Index>& parameters, const Regressor& regressor) {
  std::vector<std::string> names;
  for (const Index i : parameters) names.push_back(regressor.names()[static_cast<std::size_t>(i)]);
  return names;
}

RobotDescription::JointAndLink joint_and_link(const std::string& number, const std::string& parent,
                                              JointType type, const Eigen::Vector3d& axis,
                                              const Eigen::Vector3d& origin) {
  RobotDescription::JointAndLink entry;
  entry.joint.name = "joint" + number;
  entry.joint.type = type;
  entry.joint.axis = axis;
  entry.joint.T_parent_joint.translation() = origin;
  entry.parent_link = parent;
  entry.link.name = "link" + number;
  return entry;
}

// Two links in a plane, the first one of length l, with axes along z.
Robot planar_arm(double l, const Eigen::Vector3d& gravity) {
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
  RobotDescription description;
  description.name = "planar";
  description.gravity = gravity;
  description.joints = {joint_and_link("1", "base", JointType::revolute, z, {0, 0, 0}),
                        joint_and_link("2", "link1", JointType::revolute, z, {l, 0, 0})};
  return robot_of(description);
}

// In a vertical plane, tau depends on Izz1 + m2 l^2, m1 c1 + m2 l, Izz2 and m2 c2, each first moment along x
// and y [W. Khalil and E. Dombre, Modeling, Identification and Control of Robots, 2002, section 9.4].
TEST(BaseParameters, OfAPlanarArmAreThoseOfTheTextbook) {
  const Regressor regressor(planar_arm(0.5, {0, -9.81, 0}));
  const BaseParameters base(regressor, of_links(regressor));
  EXPECT_THAT(texts(base, regressor), ElementsAre("Izz_link1 + 0.25 m_link2", "mx_link1 + 0.5 m_link2",
                                                  "my_link1", "Izz_link2", "mx_link2", "my_link2"));
  EXPECT_THAT(
      names_of(base.without_effect(), regressor),
      ElementsAre("m_link1", "mz_link1", "Ixx_link1", "Ixy_link1", "Ixz_link1", "Iyy_link1", "Iyz_link1",
                  "mz_link2", "Ixx_link2", "Ixy_link2", "Ixz_link2", "Iyy_link2", "Iyz_link2"));
}

// With axes along gravity the first moment of link 1 does no work.
TEST(BaseParameters, OfAHorizontalArmHaveNoWeights) {
  const Regressor regressor(planar_arm(0.5, {0, 0, -9.81}));
  const BaseParameters base(regressor, of_links(regressor));
  EXPECT_THAT(texts(base, regressor),
              ElementsAre("Izz_link1 + 0.25 m_link2", "Izz_link2", "mx_link2", "my_link2"));
}

// A rotor of joint 1 cannot be told from Izz of link 1; a rotor of joint 2 can be told from Izz of link 2,
// which joint 1 moves too. In motion the offset is a part of both directions of dry friction.
TEST(BaseParameters, OfDrivesJoinThoseOfLinks) {
  const Regressor regressor(planar_arm(0.5, {0, -9.81, 0}));
  const BaseParameters base(regressor);
  EXPECT_THAT(texts(base, regressor),
              ElementsAre("Izz_link1 + rotor_joint1 + 0.25 m_link2", "mx_link1 + 0.5 m_link2", "my_link1",
                          "damping_joint1", "coulomb_positive_joint1 + offset_joint1",
                          "coulomb_negative_joint1 + offset_joint1", "Izz_link2", "mx_link2", "my_link2",
                          "rotor_joint2", "damping_joint2", "coulomb_positive_joint2 + offset_joint2",
                          "coulomb_negative_joint2 + offset_joint2"));
}

// A vertical slide carries both masses, and no inertia.
TEST(BaseParameters, OfASlideAreItsMasses) {
  RobotDescription description;
  description.name = "slide";
  description.joints = {
      joint_and_link("1", "base", JointType::prismatic, Eigen::Vector3d::UnitZ(), {0, 0, 0}),
      joint_and_link("2", "link1", JointType::prismatic, Eigen::Vector3d::UnitX(), {0, 0, 0})};
  const Regressor regressor(robot_of(description));
  EXPECT_THAT(texts(BaseParameters(regressor, of_links(regressor)), regressor),
              ElementsAre("m_link1", "m_link2"));
}

// Only the unknown parameters join.
TEST(BaseParameters, OfAPayloadAreThoseOfItsLink) {
  const Regressor regressor(planar_arm(0.5, {0, -9.81, 0}));
  std::vector<Index> payload;
  for (Index i = 0; i < static_cast<Index>(parameters_per_link); ++i)
    payload.push_back(static_cast<Index>(parameters_per_joint) + i);
  const BaseParameters base(regressor, payload);
  EXPECT_THAT(texts(base, regressor), ElementsAre("Izz_link2", "mx_link2", "my_link2", "m_link2"));
}

// Of a revolute link, its mass, its first moment along the axis and one moment of inertia go to the link
// before it, which leaves 7 of 10 [M. Gautier and W. Khalil, IEEE Trans. Robotics and Automation 6 (1990)].
// The first link has its moment about the axis and two first moments, or no first moments if the axis is
// along gravity. So a serial arm without special geometry has 7 n - 4, and one on a vertical axis 7 n - 6: 36
// with six joints, also with parallel axes after the first, as in identifications of the UR10.
TEST(BaseParameters, OfRevoluteArmsAreSevenForEachLink) {
  for (const char* name : {"puma560", "ur5e", "sasaki1990"}) {
    const Regressor regressor(read_robot(shipped_robot(name), [](const std::string&) {}));
    EXPECT_EQ(BaseParameters(regressor, of_links(regressor)).size(), 36) << name;
  }
  for (std::size_t joints = 1; joints <= 9; ++joints) {
    const Robot robot = random_robot(joints, {.joints = joints, .prismatic = 0, .fixed = 0, .branching = 0});
    const Regressor regressor(robot);
    EXPECT_EQ(BaseParameters(regressor, of_links(regressor)).size(), 7 * static_cast<Index>(joints) - 4);
  }
}

struct RandomStates {
  RandomStates(unsigned long seed, const Robot& robot, Index count)
      : q(count, static_cast<Index>(robot.dof())), dq(q), ddq(q) {
    Random random(seed);
    for (Index k = 0; k < count; ++k) {
      const State state = random_state(random, robot);
      q.row(k) = state.q.cast<double>();
      dq.row(k) = state.dq.cast<double>();
      ddq.row(k) = state.ddq.cast<double>();
    }
  }
  MotionRows rows() const {
    const auto count = static_cast<std::size_t>(q.rows());
    return {q.data(), dq.data(), ddq.data(), nullptr, count, count};
  }
  Eigen::MatrixXd q, dq, ddq;
};

// By singular values.
TEST(BaseParameters, AreAsManyAsTheRankOfTheRegressor) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 1 + seed % 5});
    if (robot.dof() == 0) continue;
    const Regressor regressor(robot);
    const BaseParameters base(regressor);
    const RandomStates states(seed, robot, 60);
    Regressor::Workspace workspace(regressor);
    const Eigen::VectorXd values =
        singular_values(coefficients(regressor, base.chosen(), states.rows(), workspace));
    EXPECT_EQ(base.size(), (values.array() > 1e-11 * values[0]).count()) << "seed " << seed;
  }
}

// Y theta = Y_base beta on other states than those that found it.
TEST(BaseParameters, GiveTheTorquesOfAllParameters) {
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 1 + seed % 12});
    if (robot.dof() == 0) continue;
    const Regressor regressor(robot);
    const BaseParameters base(regressor);
    Random random(seed);
    Eigen::VectorXd parameters(static_cast<Index>(regressor.parameters()));
    for (double& parameter : parameters) parameter = random.uniform(-1, 1);
    const RandomStates states(seed, robot, 7);
    const MotionRows rows = states.rows();
    Regressor::Workspace workspace(regressor);
    const Eigen::MatrixXd all = coefficients(regressor, base.chosen(), rows, workspace);
    const Eigen::VectorXd expected = all * parameters, size = all.cwiseAbs() * parameters.cwiseAbs(),
                          found = coefficients(regressor, base.independent(), rows, workspace) *
                                  base.values(parameters);
    for (Index i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-11 * size[i]) << "seed " << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
