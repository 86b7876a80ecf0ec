// An external wrench by every formulation, compared with the work that it does (support/virtual_work.h).
// Tolerances are relative to torque_sizes() and the wrench itself, with lever arms of a metre; measured: at
// most 4e-15.

#include <gmock/gmock.h>

#include "ground/base/wording.h"
#include "robot/kinematics/dh_chain.h"
#include "robot/model/bodies.h"
#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

using Frame = ExternalWrench::Frame;
using testing::HasSubstr;

bool is_chain(const Robot& robot) {
  try {
    chain_of_bodies(robot);
    return true;
  } catch (const NotRepresentable&) {
    return false;
  }
}

ExternalWrench random_wrench(Random& random, std::size_t link) {
  ExternalWrench wrench;
  wrench.link = link;
  wrench.frame = random.chance(0.5) ? Frame::link : Frame::world;
  wrench.point_frame = random.chance(0.5) ? Frame::link : Frame::world;
  wrench.point = random.vector(0.5);
  wrench.force = random.vector(50);
  wrench.moment = random.vector(10);
  return wrench;
}

DynamicsSettings with(const ExternalWrench& wrench) {
  DynamicsSettings settings = links_only;
  settings.wrench = wrench;
  return settings;
}

class WrenchOnALink : public EachFormulation {
 protected:
  // A wrench in all notations, on the moving links that `choose` picks; visits the cases that the formulation
  // takes. It must report the other cases.
  template <class Choose>
  void for_wrenches(Choose choose) {
    for_samples({.max_joints = 12}, [&](const Sample& sample) {
      const Robot& robot = sample.robot;
      Random random(sample.seed);
      const std::vector<LinkPlacement> seats = link_seats(robot);
      const InverseDynamics unloaded = *prepared(robot);
      const Vector before = torques<long double>(unloaded, sample.state);
      const Vector sizes = torque_sizes(robot, sample.state, robot.gravity());
      for (std::size_t link = 1; link < robot.links().size(); ++link) {
        if (!seats[link].body || !choose(robot, *seats[link].body)) continue;
        for (const Frame frame : {Frame::link, Frame::world})
          for (const Frame point_frame : {Frame::link, Frame::world}) {
            ExternalWrench wrench = random_wrench(random, link);
            wrench.frame = frame;
            wrench.point_frame = point_frame;
            const auto dynamics = prepared(robot, with(wrench));
            if (!dynamics) {
              refused(robot, wrench);
              continue;
            }
            ++compared_;
            expect_close(torques(*dynamics, sample.state).cast<Real>(),
                         before + wrench_torques(robot, sample.state.q, wrench),
                         sizes.array() + (wrench.force.norm() + wrench.moment.norm()), 1e-13,
                         robot.links()[link].name);
          }
      }
    });
  }

  void refused(const Robot& robot, const ExternalWrench& wrench) {
    ++refused_;
    DynamicsSettings settings = with(wrench);
    settings.method = GetParam().name;
    try {
      InverseDynamics(robot, settings);
    } catch (const NotRepresentable& error) {
      EXPECT_THAT(error.what(), HasSubstr("wrench"));
      EXPECT_THAT(error.what(), HasSubstr(invdyn::in_quotes(robot.links()[wrench.link].name)));
    }
  }

  int compared_ = 0, refused_ = 0;
};
INVDYN_FOR_EACH_FORMULATION(WrenchOnALink);

TEST_P(WrenchOnALink, WorksAtTheTipOfAChain) {
  for_wrenches(
      [](const Robot& robot, std::size_t body) { return body + 1 == robot.dof() && is_chain(robot); });
  EXPECT_GT(compared_, 50);
  EXPECT_EQ(refused_, 0);
}

TEST_P(WrenchOnALink, WorksElsewhereOrIsRefused) {
  for_wrenches(
      [](const Robot& robot, std::size_t body) { return body + 1 != robot.dof() || !is_chain(robot); });
  EXPECT_TRUE(compared_ == 0 || refused_ == 0) << compared_ << " compared, " << refused_ << " refused";
}

TEST_P(WrenchOnALink, ThatIsZeroChangesNothing) {
  for_samples({}, [&](const Sample& sample) {
    Random random(sample.seed);
    ExternalWrench wrench = random_wrench(random, sample.robot.moving_joints().back() + 1);
    wrench.force.setZero();
    wrench.moment.setZero();
    const auto dynamics = prepared(sample.robot, with(wrench));
    if (!dynamics) return;  // the last joint in the file, but not at the tip
    EXPECT_EQ(torques(*dynamics, sample.state), torques(*prepared(sample.robot), sample.state));
  });
}

}  // namespace
}  // namespace invdyn::test
