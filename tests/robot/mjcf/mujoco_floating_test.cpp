// Bases that float, and bases on which nothing pushes, compared with MuJoCo 2.2.2.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>

#include "dynamics/floating/floating_rows.h"
#include "dynamics/floating/free_base.h"
#include "mujoco_model.h"
#include "robot/mjcf/mjcf_reader.h"
#include "robot/mjcf/mjcf_writer.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using Row = Eigen::Index;

// A random tree, and the same in MuJoCo.
class Both {
 public:
  Both(unsigned long seed, RandomRobotShape shape) : robot(written_robot(seed, shape)), model(path()) {
    if (robot.dof() != model.dof()) throw std::runtime_error("other joints than in MuJoCo");
  }

 private:
  const TemporaryFolder folder_;

  std::string path() const { return folder_ / "copy.xml"; }
  Robot written_robot(unsigned long seed, RandomRobotShape shape) const {
    shape.massless = 0, shape.drives = false;
    const std::string text = mjcf_text(floating_robot(seed, shape), [](const std::string&) {});
    std::ofstream(path()) << text;
    return read_mjcf(text, path(), {}, [](const std::string&) {}).robot;  // with the joints in MuJoCo's order
  }

 public:
  const Robot robot;
  const MujocoModel model;
};

Vector row_of(const Eigen::ArrayXXd& values, Row row) {
  return values.row(row).matrix().transpose().cast<Real>();
}

// At every attitude. Each difference is relative to the largest of torques and wrench.
TEST(FloatingTrees, HaveTheTorquesAndTheWrenchOfMujoco) {
  for (unsigned long seed = 1; seed <= 1000; ++seed) {
    const Both both(seed, {.joints = 1 + seed % 12, .branching = 0.4});
    Random random(seed);
    Block block = floating_rows(random, both.robot, 5);
    fill(block, both.robot);
    for (Row k = 0; k < 5; ++k) {
      const BaseState base = base_state(block.base, k);
      const Vector expected =
          both.model.torques({row_of(block.q, k), row_of(block.dq, k), row_of(block.ddq, k)}, &base);
      Vector ours(expected.size());
      ours << row_of(block.tau, k), row_of(block.base.wrench, k);
      ours.tail(3) = base.R.conjugate().cast<Real>() * ours.tail<3>().eval();
      EXPECT_LE((ours - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff()) << seed;
    }
  }
}

// The torques of our joints give MuJoCo's robot our accelerations, those of the base among them.
TEST(FreeBases, AccelerateAsInMujoco) {
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    const Both both(seed, {.joints = 1 + seed % 12, .branching = 0.4});
    Random random(seed);
    Block block = floating_rows(random, both.robot, 5);
    const FreeBase base(both.robot, both.robot.gravity());
    FreeBase::Workspace workspace;
    base.fill(block, workspace);
    fill(block, both.robot);
    for (Row k = 0; k < 5; ++k) {
      const BaseState at = base_state(block.base, k);
      const Vector theirs = both.model.accelerations(
          {row_of(block.q, k), row_of(block.dq, k), row_of(block.ddq, k)}, at, row_of(block.tau, k));
      Vector ours(theirs.size());
      ours << row_of(block.ddq, k), at.dv.cast<Real>(), at.dw.cast<Real>();
      EXPECT_LE((ours - theirs).cwiseAbs().maxCoeff(), 1e-9 * theirs.cwiseAbs().maxCoeff()) << seed;
      EXPECT_LE(block.base.wrench.row(k).abs().maxCoeff(), 1e-10) << seed;
    }
  }
}

// A satellite whose joints slew for a second, from rest: its torques, and the motion of its base.
Block slew(const Robot& robot, std::size_t steps) {
  Block block(robot.dof(), steps + 1);
  block.hold_base(true);
  block.rows = steps + 1;
  for (Row k = 0; k <= static_cast<Row>(steps); ++k) {
    block.t[k] = static_cast<double>(k) / static_cast<double>(steps);
    for (Row j = 0; j < static_cast<Row>(robot.dof()); ++j) {
      const double w = 1 + 0.6 * static_cast<double>(j), angle = w * block.t[k];
      block.q(k, j) = 1 - std::cos(angle), block.dq(k, j) = w * std::sin(angle);
      block.ddq(k, j) = w * w * std::cos(angle);
    }
  }
  const FreeBase base(robot, robot.gravity());
  FreeBase::Workspace workspace;
  base.fill(block, workspace);
  fill(block, robot);
  FreeFlight(robot.gravity()).place(block);
  return block;
}

// The pose of the base and q, then the rates: twist of the base and dq.
using Column = Eigen::VectorXd;

Column slope(const MujocoModel& model, const Column& x, const Eigen::ArrayXXd& tau, Row row) {
  const auto n = static_cast<Row>(model.dof());
  const Eigen::Quaterniond R(x[3], x[4], x[5], x[6]);
  const BaseState base{
      .p = x.head<3>(), .v = x.segment<3>(7 + n), .R = R.normalized(), .w = x.segment<3>(10 + n)};
  const State state{x.segment(7, n).cast<Real>(), x.tail(n).cast<Real>(), Vector::Zero(n)};
  const Eigen::VectorXd a = model.accelerations(state, base, row_of(tau, row)).cast<double>();
  const Eigen::Quaterniond turn = R * Eigen::Quaterniond(0, base.w.x(), base.w.y(), base.w.z());
  Column result(x.size());
  result << base.v, turn.w() / 2, turn.vec() / 2, x.tail(n), a.tail(6), a.head(n);
  return result;
}

// By the classical method of Runge and Kutta, of fourth order, with the torques at the ends and middles of
// steps.
Column flown(const MujocoModel& model, const Robot& robot, std::size_t steps) {
  const Block block = slew(robot, 2 * steps);
  const auto n = static_cast<Row>(robot.dof());
  Column x = Column::Zero(13 + 2 * n);
  x[3] = 1;
  const double h = 1 / static_cast<double>(steps);
  for (Row k = 0; k < 2 * static_cast<Row>(steps); k += 2) {
    const auto at = [&](const Column& place, Row row) { return slope(model, place, block.tau, row); };
    const Column a = at(x, k), b = at(x + h / 2 * a, k + 1), c = at(x + h / 2 * b, k + 1),
                 d = at(x + h * c, k + 2);
    x += h / 6 * (a + 2 * b + 2 * c + d);
    x.segment<4>(3).normalize();
  }
  return x;
}

// Half the step leaves a sixteenth of the error.
TEST(FreeBases, SlewAsMujocoIntegratesThem) {
  for (const unsigned long seed : {1UL, 2UL, 3UL}) {
    const Both both(seed, {.joints = 5, .prismatic = 0.2, .fixed = 0, .branching = 0.4});
    const Column there = flown(both.model, both.robot, 400);
    std::array<double, 4> error{};
    std::size_t steps = 10;
    for (double& each : error) {
      const Block block = slew(both.robot, steps);
      const Row last = static_cast<Row>(steps);
      each = (block.base.pose.row(last).matrix().transpose() - there.head(7)).cwiseAbs().maxCoeff();
      EXPECT_LE((block.q.row(last).matrix().transpose() - there.segment(7, block.q.cols())).norm(), 1e-8);
      steps *= 2;
    }
    for (std::size_t i = 1; i < error.size(); ++i)
      EXPECT_NEAR(std::log2(error[i - 1] / error[i]), 4, 0.5) << seed;
    EXPECT_GT((there.segment<3>(4)).norm(), 0.01) << "it turns";
  }
}

}  // namespace
}  // namespace invdyn::test
