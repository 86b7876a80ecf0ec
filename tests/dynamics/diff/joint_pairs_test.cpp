#include "dynamics/diff/joint_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A chain of these joints; a name that begins with p is prismatic, with f fixed.
Robot chain(const std::vector<std::string>& names) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = names.size(), .fixed = 0});
  for (std::size_t i = 0; i < names.size(); ++i) {
    Joint& joint = description.joints[i].joint;
    joint.name = names[i];
    joint.type = names[i][0] == 'p'   ? JointType::prismatic
                 : names[i][0] == 'f' ? JointType::fixed
                                      : JointType::revolute;
  }
  return robot_of(description);
}

std::vector<std::string> names_of(const Robot& a, const Robot& b, const JointPairs& joints) {
  std::vector<std::string> names;
  for (const JointPair& pair : joints.pairs)
    names.push_back(a.joints()[pair.a].name + "=" + b.joints()[pair.b].name);
  return names;
}

TEST(JointPairs, AreOfEqualNames) {
  const Robot a = chain({"a", "b", "p", "fix"}), b = chain({"p", "b", "a"});
  const JointPairs joints = pair_joints(a, b);
  EXPECT_THAT(names_of(a, b, joints), ElementsAre("a=a", "b=b", "p=p"));
  EXPECT_THAT(joints.alone_in_a, IsEmpty());
  EXPECT_THAT(joints.alone_in_b, IsEmpty());
}

TEST(JointPairs, AreOfGivenNames) {
  const Robot a = chain({"a", "b", "c"}), b = chain({"b", "x", "c"});
  EXPECT_THAT(names_of(a, b, pair_joints(a, b, {{"a", "b"}, {"b", "x"}})), ElementsAre("a=b", "b=x", "c=c"));
}

TEST(JointPairs, LeaveOthersAlone) {
  const Robot a = chain({"a", "b", "p1"}), b = chain({"a", "x", "y", "z"});
  const JointPairs joints = pair_joints(a, b);
  EXPECT_THAT(names_of(a, b, joints), ElementsAre("a=a"));
  EXPECT_THAT(joints.alone_in_a, ElementsAre(1, 2));
  EXPECT_THAT(joints.alone_in_b, ElementsAre(1, 2, 3));
  EXPECT_TRUE(joints.may_be_renamed());
  EXPECT_THAT(possible_partners(a, b, joints), ElementsAre("b=x")) << "a prismatic joint is no revolute one";
  EXPECT_FALSE(pair_joints(a, chain({"a", "b", "p1", "p2"})).may_be_renamed());
}

// A joint that moves in one robot only has no partner.
TEST(JointPairs, AreOfMovingJoints) {
  const Robot a = chain({"a", "fb"}), b = chain({"a", "b"});
  EXPECT_THAT(pair_joints(a, b).alone_in_b, ElementsAre(1));
  Random random(1);
  const Robot prismatic = chain({"a", "pb"});
  RobotDescription description = random_description(random, {.joints = 2, .fixed = 0});
  description.joints[0].joint.name = "a";
  description.joints[1].joint.name = "pb";
  for (auto& entry : description.joints) entry.joint.type = JointType::revolute;
  const JointPairs joints = pair_joints(prismatic, robot_of(description));
  EXPECT_THAT(joints.alone_in_a, ElementsAre(1));
  EXPECT_THAT(joints.alone_in_b, ElementsAre(1));
}

TEST(JointPairs, RefuseOtherNames) {
  const Robot a = chain({"elbow", "p"}), b = chain({"elbow", "p"});
  const auto error_of = [&](const std::vector<std::pair<std::string, std::string>>& names) {
    try {
      pair_joints(a, b, names, {"old.urdf", "new.urdf"});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of({{"elbw", "elbow"}}),
            "old.urdf: has no moving joint \"elbw\": expected one of elbow, p; did you mean \"elbow\"?");
  EXPECT_THAT(error_of({{"elbow", "elbw"}}), HasSubstr("new.urdf: has no moving joint \"elbw\""));
  EXPECT_EQ(error_of({{"elbow", "elbow"}, {"elbow", "p"}}),
            "old.urdf: joint \"elbow\" is given twice: expected each joint once");
  EXPECT_THAT(error_of({{"elbow", "p"}}), HasSubstr("expected both revolute, or both prismatic"));
}

}  // namespace
}  // namespace invdyn::test
