// Random robots as URDF texts, written here number by number, compared with virtual work from the same
// numbers: the meaning of the format is computed twice, by the reader and by this file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numbers>

#include "ground/text/number.h"
#include "robot/files/urdf_reader.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

std::string text_of(const Eigen::Vector3d& v) {
  return shortest(v.x()) + " " + shortest(v.y()) + "  " + shortest(v.z());
}

std::string attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + value + "\"";
}

std::string attribute(const std::string& name, double value) {
  return attribute(name, shortest(value));
}

// Rz(yaw) Ry(pitch) Rx(roll).
Eigen::Matrix3d rotation_of(const Eigen::Vector3d& rpy) {
  return (Eigen::AngleAxisd(rpy.z(), Eigen::Vector3d::UnitZ()) *
          Eigen::AngleAxisd(rpy.y(), Eigen::Vector3d::UnitY()) *
          Eigen::AngleAxisd(rpy.x(), Eigen::Vector3d::UnitX()))
      .toRotationMatrix();
}

struct Origin {
  Eigen::Vector3d xyz, rpy;

  std::string text() const {
    return "<origin" + attribute("rpy", text_of(rpy)) + attribute("xyz", text_of(xyz)) + "/>";
  }
  Eigen::Isometry3d pose() const { return Eigen::Translation3d(xyz) * Eigen::Quaterniond(rotation_of(rpy)); }
};

// Some pitches are right angles.
Origin random_origin(Random& random, double size) {
  Origin origin{random.vector(size), random.vector(std::numbers::pi)};
  if (random.chance(0.2)) origin.rpy.y() = (random.chance(0.5) ? 0.5 : -0.5) * std::numbers::pi;
  return origin;
}

// The elements of a robot's text, and their meaning.
struct Tree {
  std::vector<std::string> elements;
  RobotDescription description;
};

void add_inertial(Random& random, std::string& link, MassProperties& body) {
  const Origin origin = random_origin(random, 0.3);
  body.mass = random.uniform(0.1, 5);
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 4; ++i) {  // of four point masses
    const Eigen::Vector3d r = random.vector(0.2);
    inertia += body.mass / 4 * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  link += "<inertial>" + origin.text() + "<mass" + attribute("value", body.mass) + "/><inertia" +
          attribute("ixx", inertia(0, 0)) + attribute("ixy", inertia(0, 1)) +
          attribute("ixz", inertia(0, 2)) + attribute("iyy", inertia(1, 1)) +
          attribute("iyz", inertia(1, 2)) + attribute("izz", inertia(2, 2)) + "/></inertial>";
  body.com = origin.xyz;
  body.inertia = rotation_of(origin.rpy) * inertia * rotation_of(origin.rpy).transpose();
}

void add_motion(Random& random, Joint& joint, std::string& text) {
  joint.axis = random.vector(1) + Eigen::Vector3d(0, 0, 1.5);
  text += "<axis" + attribute("xyz", text_of(joint.axis)) + "/>";
  joint.drive.joint.damping = random.uniform(0, 2);
  joint.drive.joint.coulomb_positive = random.uniform(0, 1);
  joint.drive.joint.coulomb_negative = -joint.drive.joint.coulomb_positive;
  text += "<dynamics" + attribute("damping", joint.drive.joint.damping) +
          attribute("friction", joint.drive.joint.coulomb_positive) + "/>";
  if (joint.type != JointType::continuous)
    text += "<limit" + attribute("effort", 10) + attribute("velocity", 2) + attribute("lower", -1) +
            attribute("upper", 3) + "/>";
}

Tree random_tree(Random& random) {
  Tree tree;
  tree.description = random_description(random, {.joints = 1});  // only for its names of places
  tree.description.joints.clear();
  tree.description.gravity = {0, 0, -standard_gravity};
  tree.description.T_world_base.setIdentity();
  tree.description.base_link = "root";
  tree.elements.push_back("<link name=\"root\"/>");
  const std::size_t count = 2 + random.below(11);
  for (std::size_t i = 0; i < count; ++i) {
    RobotDescription::JointAndLink entry;
    Joint& joint = entry.joint;
    joint.name = "joint " + std::to_string(i);
    entry.link.name = "link " + std::to_string(i);
    const std::size_t parent = random.chance(0.4) ? random.below(i + 1) : i;
    entry.parent_link = parent == 0 ? "root" : "link " + std::to_string(parent - 1);
    constexpr std::array types{JointType::revolute, JointType::continuous, JointType::prismatic,
                               JointType::fixed};
    constexpr std::array words{"revolute", "continuous", "prismatic", "fixed"};
    const std::size_t type = random.below(i == 0 ? 3 : 4);
    joint.type = types[type];
    const Origin origin = random_origin(random, 0.5);
    joint.T_parent_joint = origin.pose();

    std::string link = "<link" + attribute("name", entry.link.name) + ">";
    if (random.chance(0.85)) add_inertial(random, link, entry.link.mass_properties);
    tree.elements.push_back(link + "</link>");

    std::string text = "<joint" + attribute("name", joint.name) + attribute("type", words[type]) + "><child" +
                       attribute("link", entry.link.name) + "/><parent" +
                       attribute("link", entry.parent_link) + "/>" + origin.text();
    if (joint.moves()) add_motion(random, joint, text);
    if (joint.moves() && i > 0 && random.chance(0.2)) {
      joint.mimic = Mimic{0, random.uniform(-2, 2), random.uniform(-1, 1)};
      entry.mimicked = "joint 0";
      text += "<mimic joint=\"joint 0\"" + attribute("multiplier", joint.mimic->multiplier) +
              attribute("offset", joint.mimic->offset) + "/>";
    }
    tree.elements.push_back(text + "</joint>");
    if (joint.moves() && random.chance(0.5)) {
      joint.drive.gear_ratio = random.uniform(-150, 150);
      joint.drive.rotor_inertia = random.uniform(0, 1e-4);
      tree.elements.push_back("<transmission name=\"t\"><type>SimpleTransmission</type><joint" +
                              attribute("name", joint.name) + "/><actuator name=\"m\"><mechanicalReduction>" +
                              shortest(joint.drive.gear_ratio) +
                              "</mechanicalReduction><drake:rotor_inertia" +
                              attribute("value", joint.drive.rotor_inertia) + "/></actuator></transmission>");
    }
    tree.description.joints.push_back(entry);
  }
  return tree;
}

// The order in the file is random. Joints and their meaning are permuted together.
std::string shuffled(Random& random, Tree& tree) {
  std::vector<std::string>& elements = tree.elements;
  for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[random.below(i)]);
  std::string text = "<?xml version=\"1.0\"?>\n<robot name=\"random\">\n";
  for (const std::string& element : elements) text += element + "\n";
  const auto place = [&](const RobotDescription::JointAndLink& entry) {
    return text.find("<joint" + attribute("name", entry.joint.name) + attribute("type", "").substr(0, 6));
  };
  std::sort(tree.description.joints.begin(), tree.description.joints.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return text + "</robot>\n";
}

class UrdfTrees : public testing::TestWithParam<unsigned long> {};

TEST_P(UrdfTrees, HaveTheTorquesOfVirtualWork) {
  Random random(GetParam());
  Tree tree = random_tree(random);
  const std::string text = shuffled(random, tree);
  const Robot expected = robot_of(tree.description).with_independent_mimics();
  const RobotFile file = read_urdf_robot(text, "random.urdf", {.independent_mimics = true},
                                         [](const std::string& warning) { ADD_FAILURE() << warning; });
  EXPECT_THAT(file.unused, testing::IsEmpty());
  ASSERT_EQ(file.robot.dof(), expected.dof()) << text;
  for (std::size_t i = 0; i < expected.dof(); ++i)
    EXPECT_EQ(file.robot.moving_joint(i).name, expected.moving_joint(i).name) << text;
  const InverseDynamics dynamics(file.robot);
  for (int sample = 0; sample < 3; ++sample) {
    const State state = random_state(random, expected);
    const VirtualWork work = all_torques(expected, state);
    const Eigen::VectorXd tau = torques(dynamics, state);
    EXPECT_LT((tau - work.tau.cast<double>()).cwiseAbs().maxCoeff(), 1e-12 * static_cast<double>(work.scale))
        << text;
  }
}

TEST_P(UrdfTrees, HaveTheTorquesOfVirtualWorkWithMimics) {
  Random random(GetParam());
  Tree tree = random_tree(random);
  const std::string text = shuffled(random, tree);
  const Robot robot = read_urdf_robot(text, "random.urdf", {}, [](const std::string&) {}).robot;
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const std::optional<Mimic>&expected = tree.description.joints[i].joint.mimic,
          &found = robot.joints()[i].mimic;
    ASSERT_EQ(found.has_value(), expected.has_value()) << text;
    if (!found) continue;
    EXPECT_EQ(robot.joints()[found->joint].name, "joint 0");
    EXPECT_EQ(found->multiplier, expected->multiplier);
    EXPECT_EQ(found->offset, expected->offset);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, UrdfTrees, testing::Range(1ul, 33ul));

}  // namespace
}  // namespace invdyn::test
