// Torques of MJCF models compared with those of mj_inverse, from MuJoCo 2.2.2 as in Debian 12.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "mujoco_model.h"
#include "random_mjcf.h"
#include "robot/mjcf/mjcf_reader.h"
#include "robot/mjcf/mjcf_writer.h"
#include "support/random_robot.h"
#include "support/temporary_folder.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

// Of the largest torque of a joint in the samples. The largest difference seen in 2,000 random models is
// 3e-12.
constexpr double tolerance = 1e-10;

Robot robot_of(const std::string& text, const std::string& path, const std::vector<std::string>& fixed) {
  return read_mjcf(text, path, {.fixed = fixed}, [](const std::string&) {}).robot.with_independent_mimics();
}

// The largest difference of a joint's torque, over the joint's largest torque.
double largest_difference(const Robot& robot, const MujocoModel& model, unsigned long seed) {
  if (robot.dof() != model.dof()) throw std::runtime_error("other joints than in MuJoCo");
  const InverseDynamics dynamics(robot.with_floating_base(false));
  Random random(seed);
  const auto size = static_cast<Eigen::Index>(robot.dof());
  Vector largest = Vector::Zero(size), difference = Vector::Zero(size);
  for (int sample = 0; sample < 20; ++sample) {
    State state{Vector(size), Vector(size), Vector(size)};
    for (Eigen::Index i = 0; i < size; ++i) {
      const bool slides = model.is_slide(static_cast<std::size_t>(i));
      state.q[i] = random.uniform(-1, 1) * (slides ? 0.5 : 3);
      state.dq[i] = random.uniform(-3, 3);
      state.ddq[i] = random.uniform(-10, 10);
    }
    const Vector expected = model.torques(state), tau = torques(dynamics, state).template cast<Real>();
    largest = largest.cwiseMax(expected.cwiseAbs());
    difference = difference.cwiseMax((tau - expected).cwiseAbs());
  }
  Real worst = 0;
  for (Eigen::Index i = 0; i < size; ++i)
    if (difference[i] != 0) worst = std::max(worst, difference[i] / largest[i]);
  return static_cast<double>(worst);
}

// The copy in MuJoCo has the torques of the robot.
void expect_copy_in_mujoco(const Robot& robot, const std::string& path, unsigned long seed) {
  std::ofstream(path) << mjcf_text(robot, [](const std::string&) {});
  const MujocoModel model(path);
  EXPECT_LE(largest_difference(robot, model, seed), tolerance) << "seed " << seed;
}

TEST(MjcfCopy, OfARobotHasItsTorquesInMujoco) {
  const TemporaryFolder folder;
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    // A chain keeps the order of its joints. Massless links and points are among them.
    RandomRobotShape shape{.joints = 1 + seed % 9, .branching = 0, .massless = 0.2};
    const Robot robot = random_robot(seed, shape);
    std::vector<Drive> drives;
    for (const Joint& joint : robot.joints()) {
      Drive drive = joint.drive;
      drive.joint.coulomb_negative = -drive.joint.coulomb_positive;  // MJCF has one value
      drive.motor.coulomb_negative = -drive.motor.coulomb_positive;
      drive.spring = {random.uniform(0, 5), random.uniform(-1, 1)};
      drives.push_back(drive);
    }
    if (robot.dof() > 0) expect_copy_in_mujoco(robot.with_drives(drives), folder / "copy.xml", seed);
  }
}

TEST(MjcfCopy, OfAModelHasItsTorquesInMujoco) {
  const TemporaryFolder folder;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Robot robot = robot_of(random_mjcf(seed, folder.path(), true), folder / "model.xml", {});
    expect_copy_in_mujoco(robot, folder / "copy.xml", seed);
  }
}

// MuJoCo 2.2.2 reads the copy without gravcomp, and gets the forces from the test.
TEST(MjcfCopy, OfARobotWithGravityCompensationHasItsTorques) {
  const TemporaryFolder folder;
  const std::string path = folder / "copy.xml";
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    const Robot plain =
        random_robot(seed, {.joints = 1 + seed % 9, .branching = 0, .massless = 0, .drives = false});
    if (plain.dof() == 0) continue;
    Random random(seed);
    std::vector<double> shares{0};
    while (shares.size() < plain.links().size())
      shares.push_back(random.chance(0.2) ? 0 : random.uniform(0, 1.25));
    const std::string text = mjcf_text(plain.with_gravity_compensations(shares), [](const std::string&) {});
    std::ofstream(path) << std::regex_replace(text, std::regex(" gravcomp=\"[^\"]*\""), "");
    MujocoModel model(path);
    for (std::size_t i = 1; i < plain.links().size(); ++i)
      model.compensate_gravity(plain.links()[i].name, shares[i]);
    EXPECT_LE(largest_difference(robot_of(text, path, {}), model, seed), tolerance) << "seed " << seed;
  }
}

class RandomModels : public testing::TestWithParam<bool> {};

TEST_P(RandomModels, HaveTheTorquesOfMujoco) {
  const TemporaryFolder folder;
  const std::string path = folder / "model.xml";
  std::size_t compared = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const std::string text = random_mjcf(seed, folder.path(), GetParam());
    std::ofstream(path) << text;
    std::unique_ptr<MujocoModel> model;
    try {
      model = std::make_unique<MujocoModel>(path);
    } catch (const std::runtime_error&) {
      continue;  // bodies whose geoms all have mass 0
    }
    ++compared;
    EXPECT_LE(largest_difference(robot_of(text, path, {}), *model, seed), tolerance) << "seed " << seed;
  }
  EXPECT_GE(compared, 135u);
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, RandomModels, testing::Bool(),
                         [](const auto& test) { return test.param ? "WithMeshes" : "WithoutMeshes"; });

struct Model {
  const char* what;
  const char* text;
  std::vector<std::string> fixed = {};

  friend void PrintTo(const Model& model, std::ostream* out) { *out << model.what; }
};

class Models : public testing::TestWithParam<Model> {};

TEST_P(Models, HaveTheTorquesOfMujoco) {
  const TemporaryFolder folder;
  const std::string path = folder / "model.xml";
  write_meshes(folder.path(), 7);
  std::ofstream(folder / "part.xml") << "<mujoco><geom type='box' size='0.1 0.05 0.02' pos='0.1 0 0'/>"
                                        "<joint name='included' axis='1 1 0' pos='0 0.1 0'/></mujoco>";
  std::ofstream(path) << GetParam().text;
  const MujocoModel model(path);
  EXPECT_LE(largest_difference(robot_of(GetParam().text, path, GetParam().fixed), model, 1), tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    OfAllKinds, Models,
    testing::Values(
        Model{"a free root that is fixed at its pose",
              "<mujoco><worldbody><body pos='0.1 0.2 0.3' euler='10 20 30'><freejoint name='root'/><geom "
              "size='0.1'/><body pos='0.1 0 0'><joint axis='0 1 0'/><geom size='0.1' pos='0.2 0 "
              "0'/></body></body></worldbody></mujoco>",
              {"root"}},
        Model{
            "a free root that floats, at rest at its pose",
            "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='9 9 9'/><body pos='0.1 0.2 0.3' "
            "euler='10 20 30'><freejoint/><geom size='0.1'/><body pos='0.1 0 0'><joint axis='0 1 0'/><geom "
            "size='0.1' pos='0.2 0 0'/></body></body></worldbody></mujoco>"},
        Model{
            "a ball joint that is fixed",
            "<mujoco><worldbody><body><joint name='ball' type='ball'/><geom size='0.1'/><body pos='0.1 0 0'>"
            "<joint axis='0 1 0'/><geom size='0.1' pos='0.2 0 0'/></body></body></worldbody></mujoco>",
            {"ball"}},
        Model{"an included part in a body",
              "<mujoco><worldbody><body><include file='part.xml'/><body pos='0.3 0 0'><joint axis='0 1 0'/>"
              "<geom size='0.1'/></body></body></worldbody></mujoco>"},
        Model{"no gravity",
              "<mujoco><option><flag gravity='disable'/></option><worldbody><body><joint axis='1 0 1'/>"
              "<geom size='0.1' pos='0 0.3 0'/></body></worldbody></mujoco>"},
        Model{
            "no passive forces",
            "<mujoco><option><flag passive='disable'/></option><worldbody><body><joint axis='1 0 1' "
            "damping='3' "
            "stiffness='20' frictionloss='1'/><geom size='0.1' pos='0 0.3 0'/></body></worldbody></mujoco>"},
        Model{"no friction loss",
              "<mujoco><option><flag frictionloss='disable'/></option><worldbody><body><joint axis='1 0 1' "
              "damping='3' frictionloss='1'/><geom size='0.1' pos='0 0.3 0'/></body></worldbody></mujoco>"},
        Model{"springs with a reference other than zero",
              "<mujoco><worldbody><body><joint axis='1 0 1' stiffness='20' ref='30' springref='-45'/>"
              "<joint type='slide' axis='1 2 0' stiffness='100' springref='0.1' ref='-0.2'/>"
              "<geom size='0.1' pos='0 0.3 0'/></body></worldbody></mujoco>"},
        Model{"inertia from geoms although there is an inertial",
              "<mujoco><compiler inertiafromgeom='true'/><worldbody><body><inertial pos='0 0 0' mass='1' "
              "diaginertia='1 1 1'/><joint axis='1 0 1'/><geom type='capsule' size='0.1 0.2' pos='0 0.3 0'/>"
              "</body></worldbody></mujoco>"},
        Model{"geoms without mass are left out of inertia by their group",
              "<mujoco><compiler inertiagrouprange='3 4'/><worldbody><body><joint axis='1 0 1'/>"
              "<geom type='capsule' size='0.1 0.2' group='1'/><geom size='0.1' pos='0 0.1 0' group='3'/>"
              "</body></worldbody></mujoco>"},
        Model{"visual geoms are discarded",
              "<mujoco><compiler discardvisual='true'/><worldbody><body><joint axis='1 0 1'/>"
              "<geom size='0.2' contype='0' conaffinity='0'/><geom size='0.1' pos='0 0.1 0'/>"
              "</body></worldbody></mujoco>"},
        Model{"small products of inertia, which MuJoCo drops",
              "<mujoco><worldbody><body><joint axis='1 2 1'/><inertial pos='0 0 0' mass='1e-3' "
              "fullinertia='3e-9 2e-9 4e-9 8e-13 -9e-13 7e-13'/></body></worldbody></mujoco>"},
        Model{"moments that break the triangle inequality are balanced",
              "<mujoco><compiler balanceinertia='true'/><worldbody><body><joint axis='1 2 1'/><inertial "
              "pos='0.1 0 0' mass='1' diaginertia='0.1 0.01 0.02' euler='10 20 "
              "30'/></body></worldbody></mujoco>"},
        Model{"the total mass is set",
              "<mujoco><compiler settotalmass='7'/><worldbody><body><joint axis='1 2 1'/><geom size='0.1'/>"
              "<body pos='0 0 1'><geom size='0.2'/></body></body></worldbody></mujoco>"},
        Model{"motors with gears",
              "<mujoco><compiler autolimits='true'/><worldbody><body><joint name='j' axis='1 2 1' "
              "armature='0.3'/><geom size='0.1'/></body></worldbody><actuator><motor joint='j' gear='30' "
              "forcerange='-2 3'/></actuator></mujoco>"},
        Model{
            "global coordinates",
            "<mujoco><compiler coordinate='global' inertiafromgeom='true' settotalmass='14'/><default><joint "
            "damping='1' armature='0.1'/><geom density='900'/></default><worldbody><body pos='0.1 0.2 1' "
            "euler='10 20 30'><joint axis='0 1 1' pos='0.1 0 1.2'/><joint type='slide' axis='1 0 1' "
            "ref='0.2'/><geom type='capsule' size='0.05' fromto='0.1 0.2 1 0.3 0.1 0.7'/><body pos='0.3 0.1 "
            "0.7' axisangle='1 1 0 50'><joint axis='0 -1 0.2' pos='0.3 0 0.7' ref='15'/><geom type='box' "
            "size='0.1 0.05 0.02' pos='0.3 0 0.6' euler='5 10 20'/></body></body></worldbody></mujoco>"},
        Model{"bodies without position in global coordinates, where they have their inertial frames",
              "<mujoco><compiler coordinate='global'/><worldbody><body><inertial pos='0.1 0.2 0.3' mass='1' "
              "fullinertia='0.02 0.03 0.04 0.001 0.002 -0.003'/><joint axis='0 1 1' pos='0.1 0 1.2' "
              "ref='20'/><joint type='slide' axis='1 0 1'/><body euler='10 20 30'><joint axis='1 0 0' pos='0 "
              "0.4 0'/><geom type='box' size='0.1 0.2 0.3' pos='0.5 0 0' euler='5 10 20'/><geom size='0.1' "
              "pos='0.3 0 0'/><body pos='1 2 3' euler='4 5 6'><joint axis='0 1 0' pos='1 1 1'/><geom "
              "type='capsule' size='0.1' fromto='0 1 0 0.3 0 2'/></body></body></body></worldbody></mujoco>"},
        Model{
            "meshes of vertices alone, which are their hulls",
            "<mujoco><asset><mesh name='hull' scale='1 -2 1' refpos='0.1 0 0' vertex='0 0 0 0.3 0.01 0 0.02 "
            "0.2 0.01 0 0.03 0.4 0.31 0.25 0.02 0.3 0 0.42 0.01 0.22 0.41 0.33 0.24 0.4 0.1 0.1 0.1 0.5 0.1 "
            "0.2'/><mesh file='points.obj'/></asset><worldbody><body><joint axis='1 2 1'/><geom type='mesh' "
            "mesh='hull' mass='3'/><body pos='0 0 1'><joint/><geom type='mesh' mesh='points' mass='2' euler='10 20 "
            "30'/></body></body></worldbody></mujoco>"},
        Model{
            "faces in the model, which a scale that mirrors does not turn",
            "<mujoco><asset><mesh name='inline' scale='1 1 -1' vertex='0 0 0 0.1 0.02 0 0 0.2 0.01 0 0 0.3' "
            "face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset><worldbody><body><joint axis='1 2 1'/><geom "
            "type='mesh' mesh='inline' mass='2'/></body></worldbody></mujoco>"},
        Model{"the hull of vertices alone, exactly",
              "<mujoco><compiler exactmeshinertia='true'/><asset><mesh file='points.obj'/></asset><worldbody>"
              "<body><joint axis='1 2 1'/><geom type='mesh' mesh='points' "
              "euler='10 20 30'/></body></worldbody></mujoco>"},
        Model{
            "springs and dampers by time constants, behind a free root",
            "<mujoco><compiler settotalmass='9'/><default><joint springdamper='0.05 0.7' stiffness='3' "
            "armature='0.01'/></default><worldbody><body pos='0.1 0.2 0.3' euler='10 20 30'><joint "
            "name='root' type='free'/><geom type='box' size='0.2 0.1 0.3' pos='0.1 0 0'/><body pos='0.1 0 "
            "0.2' euler='30 0 0'><joint axis='1 2 1' pos='0 0.1 0' ref='20' springref='5'/><joint "
            "type='slide' axis='1 0 1'/><geom type='capsule' size='0.05 0.2' pos='0.1 0 0'/><body pos='0 0 "
            "0.3'><joint name='ball' type='ball' pos='0 0 0.1'/><geom size='0.1' pos='0.05 0 0'/><body "
            "pos='0.2 0 0'><joint axis='0 1 0' springdamper='0.2 1'/><geom size='0.1' "
            "pos='0.1 0 0.1'/><body pos='0 0.3 0'><joint axis='0 1 1' springdamper='0 0' damping='2'/><geom "
            "size='0.05' pos='0.1 0.1 0.1'/></body></body></body></body><body><joint axis='1 0 0' pos='0 0.3 "
            "0'/><geom size='0.15'/></body></body></worldbody></mujoco>",
            {"root", "ball"}},
        Model{"joints that are coupled move independently",
              "<mujoco><worldbody><body><joint name='a' axis='1 2 1' ref='20'/><geom size='0.1'/><body "
              "pos='0 0 0.3'><joint name='b' axis='1 0 0' ref='-10' damping='1'/><geom size='0.1' pos='0.1 0 "
              "0'/></body></body></worldbody><equality><joint joint1='b' joint2='a' polycoef='0.1 -2 0 0 "
              "0'/></equality></mujoco>"},
        Model{
            "all shapes of a mesh, which are two of its own and a box",
            "<mujoco><compiler exactmeshinertia='true'/><asset><mesh file='blob.stl'/><mesh file='brick.stl' "
            "scale='2 -1 1'/></asset><worldbody><body><joint axis='1 2 1'/><geom type='mesh' mesh='blob' "
            "euler='10 20 30' pos='0.1 0.2 0'/><geom type='mesh' mesh='brick' shellinertia='true' "
            "mass='0.3'/><geom type='box' mesh='blob' pos='0 0.4 0'/></body></worldbody></mujoco>"}));

}  // namespace
}  // namespace invdyn::test
