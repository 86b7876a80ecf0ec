// The library contains Sasaki's (3.26) as printed, to reproduce the paper's curves. It must equal the printed
// equation of ERRATA.md.

#include <gtest/gtest.h>

#include "dynamics/formulations/sasaki_arrays.h"
#include "errata/cases.h"
#include "errata/sasaki.h"

namespace invdyn::test::errata {
namespace {

TEST(PrintedCentreOfMass, OfTheLibraryAgreesWithTheErrata) {
  const Case& arm = sasaki_at_a();
  using Printed = SasakiArraysWith<SasakiCentre::printed>;
  const Printed method(arm.robot, Loads{arm.robot.gravity()});
  Printed::Workspace<double> workspace(method);
  const auto values = [](const Eigen::VectorXd& column) {
    return std::vector<double>(column.data(), column.data() + column.size());
  };
  const std::vector<double> q = values(arm.motion.q), dq = values(arm.motion.dq),
                            ddq = values(arm.motion.ddq);
  std::vector<double> tau(q.size());
  method.torques(JointMotion<double>{q, dq, ddq}, workspace, std::span<double>(tau));

  const Eigen::VectorXd expected = sasaki(dh_arm_of(arm.robot), arm.motion, Sasaki::eq_3_26);
  for (std::size_t i = 0; i < tau.size(); ++i)
    EXPECT_NEAR(tau[i], expected[static_cast<Eigen::Index>(i)], 1e-12 * arm.scale) << "joint " << i + 1;
}

}  // namespace
}  // namespace invdyn::test::errata
