// Motions that tell parameters: within the limits at all times, from rest to rest, and better than others.

#include "answers/excitation/excitation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "answers/identification/base_parameters.h"
#include "answers/identification/parameter_choice.h"
#include "dynamics/core/inverse_dynamics.h"
#include "ground/matrix/decompositions.h"
#include "robot/files/read.h"

namespace invdyn::test {
namespace {

using ::testing::HasSubstr;

Robot shipped(const std::string& name) {
  return read_robot(shipped_robot(name), [](const std::string&) {});
}

ExcitationRequest request_for(const Robot& robot, const std::string& part, std::size_t trials = 300) {
  ExcitationRequest request;
  request.duration = 5;
  request.harmonics = 4;
  request.limits = excitation_limits(robot);
  request.parameters = chosen_parameters({part}, robot, Regressor(robot));
  request.trials = trials;
  return request;
}

Block rows_of(const Excitation& found, double duration, double rate) {
  const FourierMotion motion(found.joints, duration, TimeGrid::with_rate(rate));
  Block block(found.joints.size(), motion.rows());
  motion.fill(0, block);
  return block;
}

// The greatest value for each joint as a part of its limit.
double greatest_part(const Eigen::ArrayXXd& values, const Eigen::VectorXd& limits) {
  return (values.abs().colwise().maxCoeff() / limits.transpose().array()).maxCoeff();
}

// At 1 kHz, ten times as many instants as the search looks at.
TEST(Excitation, KeepsAllLimitsAtAllTimes) {
  for (const char* name : {"ur5e", "two-link", "scara"}) {
    SCOPED_TRACE(name);
    const Robot robot = shipped(name);
    ExcitationRequest request = request_for(robot, "all");
    request.limits.velocity = request.limits.velocity.cwiseMin(2);
    request.limits.acceleration.setConstant(5);
    const Excitation found = find_excitation(robot, request);
    Block rows = rows_of(found, request.duration, 1000);
    InverseDynamics dynamics(robot);
    InverseDynamics::BlockWorkspace workspace(dynamics);
    dynamics.fill_torques(rows, workspace);
    constexpr double rounding = 1 + 1e-12;
    for (Eigen::Index j = 0; j < rows.q.cols(); ++j) {
      EXPECT_GE(rows.q.col(j).minCoeff(), request.limits.lower[j] - 1e-12);
      EXPECT_LE(rows.q.col(j).maxCoeff(), request.limits.upper[j] + 1e-12);
    }
    EXPECT_LE(greatest_part(rows.dq, request.limits.velocity), rounding);
    EXPECT_LE(greatest_part(rows.ddq, request.limits.acceleration), rounding);
    EXPECT_LE(greatest_part(rows.tau, request.limits.torque), rounding);
  }
}

// The rods of two-link hold 0.5 m and 0.25 m of their weights: 19.6 N m when stretched out. Torques of at
// most 12 N m keep it away from there.
TEST(Excitation, KeepsTightLimitsOfTorque) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "links");
  request.limits.torque << 12, 2;
  request.limits.velocity.setConstant(2);
  const Excitation found = find_excitation(robot, request);
  Block rows = rows_of(found, request.duration, 1000);
  InverseDynamics dynamics(robot);
  InverseDynamics::BlockWorkspace workspace(dynamics);
  dynamics.fill_torques(rows, workspace);
  EXPECT_LE(greatest_part(rows.tau, request.limits.torque), 1);
}

TEST(Excitation, StartsAndEndsAtRest) {
  const Robot robot = shipped("two-link");
  const ExcitationRequest request = request_for(robot, "all");
  const Excitation found = find_excitation(robot, request);
  const Block rows = rows_of(found, request.duration, 1000);
  const auto last = static_cast<Eigen::Index>(rows.rows) - 1;
  for (const Eigen::Index k : {Eigen::Index{0}, last}) {
    EXPECT_TRUE((rows.dq.row(k) == 0).all());
    EXPECT_TRUE((rows.ddq.row(k) == 0).all());
  }
  EXPECT_TRUE((rows.q.row(0) == rows.q.row(last)).all());
  // The rows beside the ends continue this: after 1 ms, the acceleration has grown by little.
  for (const Eigen::Index k : {Eigen::Index{1}, last - 1}) {
    EXPECT_LT(rows.dq.row(k).abs().maxCoeff(), 1e-3);
    EXPECT_LT(rows.ddq.row(k).abs().maxCoeff(), 1);
  }
}

// Central differences over 2 h have an error of h^2 / 6 times the third derivative of what they
// differentiate.
TEST(Excitation, HasTheDerivativesOfItsPositions) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "all");
  request.limits.velocity.setConstant(2);
  const Block rows = rows_of(find_excitation(robot, request), request.duration, 1000);
  const double h = 1e-3, w = 2 * std::numbers::pi * 4 / request.duration;  // of the highest harmonic
  const auto n = static_cast<Eigen::Index>(rows.rows) - 2;
  const Eigen::ArrayXXd dq = (rows.q.bottomRows(n) - rows.q.topRows(n)) / (2 * h),
                        ddq = (rows.dq.bottomRows(n) - rows.dq.topRows(n)) / (2 * h);
  // Bernstein: each derivative of a series is at most w times as large as the series.
  EXPECT_LT((dq - rows.dq.middleRows(1, n)).abs().maxCoeff(), h * h / 6 * w * w * 2);
  EXPECT_LT((ddq - rows.ddq.middleRows(1, n)).abs().maxCoeff(), h * h / 6 * w * w * w * 2);
}

// From the rows that are written, by singular values.
double condition_of_rows(const Robot& robot, const ExcitationRequest& request, const Block& rows) {
  const Regressor regressor(robot);
  const BaseParameters base(regressor, request.parameters);
  Regressor::Workspace workspace(regressor);
  const Eigen::MatrixXd Y = coefficients(
      regressor, base.independent(),
      {rows.q.data(), rows.dq.data(), rows.ddq.data(), nullptr, rows.capacity, rows.rows}, workspace);
  const Eigen::VectorXd values = singular_values(Y * base.sizes().cwiseInverse().asDiagonal());
  return values[0] / values[values.size() - 1];
}

TEST(Excitation, TellsMoreThanOtherMotions) {
  for (const auto& [name, part] :
       {std::pair{"two-link", "all"}, {"ur5e", "links"}, {"puma560", "friction"}}) {
    SCOPED_TRACE(name);
    const Robot robot = shipped(name);
    ExcitationRequest request = request_for(robot, part);
    request.limits.velocity.setConstant(2);
    const Excitation found = find_excitation(robot, request);
    const double condition = condition_of_rows(robot, request, rows_of(found, request.duration, 100));
    EXPECT_NEAR(condition, found.condition, 0.05 * condition);
    EXPECT_LT(condition, found.random_condition / 2);
    EXPECT_LT(condition, found.trapezoid_condition);
  }
}

// A longer search does not find a worse motion: it begins like the short one.
TEST(Excitation, ImprovesWithMoreTrials) {
  const Robot robot = shipped("two-link");
  const double short_search = find_excitation(robot, request_for(robot, "all", 100)).condition;
  const double long_search = find_excitation(robot, request_for(robot, "all", 800)).condition;
  EXPECT_LE(long_search, short_search);
}

bool same(const Excitation& a, const Excitation& b) {
  for (std::size_t j = 0; j < a.joints.size(); ++j)
    if (a.joints[j].a != b.joints[j].a || a.joints[j].b != b.joints[j].b ||
        a.joints[j].centre != b.joints[j].centre)
      return false;
  return true;
}

TEST(Excitation, DependsOnTheSeedAndNotOnThreads) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "links");
  const Excitation one = find_excitation(robot, request);
  request.threads = 3;
  EXPECT_TRUE(same(find_excitation(robot, request), one));
  request.seed = 2;
  EXPECT_FALSE(same(find_excitation(robot, request), one));
}

TEST(Excitation, CountsItsTrials) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "links", 100);
  std::size_t last = 0;
  request.progress = [&](std::size_t done, std::size_t) {
    EXPECT_EQ(done, last + 1);
    last = done;
  };
  find_excitation(robot, request);
  EXPECT_LE(last, 100U);
  EXPECT_GT(last, 90U);
}

std::string refusal(const Robot& robot, const ExcitationRequest& request) {
  try {
    find_excitation(robot, request);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A trial takes time with the cube of the parameters.
TEST(Excitation, RefusesSearchesThatTakeLongerThanMinutes) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "all", 1'000'000'000);
  EXPECT_THAT(refusal(robot, request), testing::StartsWith("`trials`: is 1000000000, and with "));
  request.parameters.assign(20'000, 0);
  EXPECT_THAT(refusal(robot, request),
              testing::HasSubstr("has 20000 parameters to determine, and the search would take too long"));
}

// To hold the second rod level takes 1 kg g 0.25 m; this range is level everywhere.
TEST(Excitation, RefusesTorquesThatNoMotionKeeps) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "links", 100);
  request.limits.lower.setConstant(-0.1);
  request.limits.upper.setConstant(0.1);
  request.limits.torque.setConstant(1);
  EXPECT_THAT(refusal(robot, request), HasSubstr("no motion was found that keeps the torque limits"));
}

TEST(Excitation, RefusesParametersWithoutEffect) {
  const Robot robot = shipped("two-link");
  ExcitationRequest request = request_for(robot, "links", 100);
  request.parameters = {static_cast<Eigen::Index>(Parameter::m)};  // on the axis
  EXPECT_THAT(refusal(robot, request), HasSubstr("no torque depends on the parameters"));
}

}  // namespace
}  // namespace invdyn::test
