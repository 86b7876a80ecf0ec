// The fastest motion along paths of random robots: what holds for all of them, and a search.

#include <gtest/gtest.h>

#include <cmath>

#include "answers/paths/path_fit.h"
#include "answers/paths/path_motions.h"
#include "answers/sizing/motions.h"
#include "answers/sizing/time_scaling.h"
#include "support/path_search.h"

namespace invdyn::test {
namespace {

constexpr double left = 2e-5;  // of the duration, by 10,000 points

struct Conditions {
  bool friction = true, gravity = true, motors = false, velocity = true;
  std::size_t joints = 0;  // 0: by seed
};

// A robot, a path and limits that are some times what it needs in 2 s.
struct PathCase {
  PathCase(unsigned long seed, const Conditions& conditions)
      : random(seed),
        robot(random_robot(
            seed, {.joints = conditions.joints > 0 ? conditions.joints : 1 + seed % 6, .massless = 0})),
        swing(random, robot) {
    settings.friction = conditions.friction;
    if (!conditions.gravity) settings.gravity = Eigen::Vector3d::Zero();
    const RecordedMotion motion = kept(swing.block(200, 2));
    Motors motors(robot.dof());
    for (std::size_t j = 0; j < motors.size() && conditions.motors; ++j)
      motors[j].emplace().efficiency = random.chance(0.5) ? 1 : random.uniform(0.6, 1);
    const Robot driven = with_motors(robot, motors);
    dynamics.emplace(driven, settings);
    ratings = ratings_of(driven, motors, settings);
    MotionLoads loads(ratings);
    motion.replay(1, *dynamics, loads);
    MotionLoads still(ratings);
    motion.replay(1e-6, *dynamics, still);
    for (std::size_t j = 0; j < ratings.size(); ++j) {
      const auto& of = loads.joints()[j];
      // What holds, and some more.
      const double hold = std::abs(still.joints()[j].torque.value);
      const double torque =
          hold * random.uniform(1.2, 2) + std::abs(of.torque.value) * random.uniform(0.1, 1.5) + 1;
      const double speed = std::abs(of.speed.value) * random.uniform(0.5, 3);
      ratings[j].limits = {};
      if (!conditions.motors || random.chance(0.3)) ratings[j].limits.effort = torque;
      if (conditions.velocity && random.chance(0.7)) ratings[j].limits.velocity = speed;
      if (!conditions.motors) continue;
      Motor& motor = *ratings[j].motor;
      const double ratio = std::abs(ratings[j].shaft.ratio()), shaft = 2.5 * torque / ratio;
      if (random.chance(0.7)) motor.peak_torque = shaft;
      if (random.chance(0.3)) motor.max_speed = speed * ratio;
      if (!motor.peak_torque || random.chance(0.4))
        motor.curve = SpeedTorqueCurve({{0.5 * speed * ratio, 1.3 * shaft},
                                        {speed * ratio, 0.7 * shaft},
                                        {2 * speed * ratio, 0.3 * shaft}});
    }
  }

  PathFit fit(const PathFitRequest& request = {}, std::size_t rows = 200, bool reversed = false) const {
    Block block = swing.block(rows, 2);
    if (reversed) block.q = block.q.topRows(static_cast<Eigen::Index>(rows)).colwise().reverse().eval();
    return fastest_fit(ratings, kept(block), *dynamics, request);
  }
  double time(std::size_t rows = 200, bool reversed = false) const {
    return fit({}, rows, reversed).loads->duration();
  }

  Random random;
  Robot robot;
  Swing swing;
  DynamicsSettings settings;
  std::optional<TrajectoryTorques> dynamics;
  Ratings ratings;
};

void expect_kept(const PathCase& of, const PathFit& fit, const std::vector<double>& acceleration) {
  ASSERT_TRUE(fit.motion);
  MotionLoads loads(of.ratings);
  fit.motion->replay(1, *of.dynamics, loads);
  EXPECT_FALSE(any_broken(check_limits(of.ratings, loads)));
  for (const Block& block : fit.motion->blocks())
    for (std::size_t j = 0; j < acceleration.size(); ++j)
      for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(block.rows); ++k)
        EXPECT_LE(std::abs(block.ddq(k, static_cast<Eigen::Index>(j))), acceleration[j] * (1 + 1e-9));
}

TEST(FastestPath, KeepsAllLimitsOfRandomRobots) {
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.motors = seed % 2 == 0});
    std::vector<double> acceleration;
    if (seed % 3 == 0)
      for (std::size_t j = 0; j < of.robot.dof(); ++j) acceleration.push_back(of.random.uniform(2, 20));
    const PathFit fit = of.fit({.acceleration = acceleration, .step = of.random.uniform(5e-4, 5e-3)});
    expect_kept(of, fit, acceleration);
  }
}

// tau(s) = A u + B y^2: at k times the speed, k^2 times the torque.
TEST(FastestPath, IsKTimesAsLongForTorquesDividedByKSquared) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.friction = false, .gravity = false, .velocity = false});
    const double time = of.time();
    for (JointRating& rating : of.ratings) *rating.limits.effort *= 4;
    EXPECT_NEAR(of.time(), time / 2, left * time);
  }
}

TEST(FastestPath, TakesAsLongBackwardsWithoutFriction) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.friction = false});
    const double time = of.time();
    EXPECT_NEAR(of.time(200, true), time, left * time);
  }
}

TEST(FastestPath, IsNotLongerWithALargerLimit) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.motors = seed % 2 == 0});
    const double time = of.time();
    for (JointRating& rating : of.ratings) {
      if (rating.limits.effort) *rating.limits.effort *= 1.3;
      if (rating.limits.velocity) *rating.limits.velocity *= 1.3;
      if (rating.motor && rating.motor->peak_torque) *rating.motor->peak_torque *= 1.3;
    }
    EXPECT_LE(of.time(), time * (1 + left));
  }
}

// From rest to rest along the same path, as slowly as the limits of uniform time scaling need it.
TEST(FastestPath, IsNotLongerThanAtAUniformScale) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.motors = seed % 2 == 0});
    Block block = of.swing.block(400, 2);
    for (Eigen::Index k = 0; k < 400; ++k) {  // the angle of the swing goes from rest to rest
      const double p = static_cast<double>(k) / 399, t = 2 * p * p * (3 - 2 * p), dt = 6 * p * (1 - p),
                   ddt = 3 * (1 - 2 * p);
      const State state = of.swing.at(t);
      block.q.row(k) = state.q.cast<double>().transpose().array();
      block.dq.row(k) = state.dq.cast<double>().transpose().array() * dt;
      block.ddq.row(k) = state.ddq.cast<double>().transpose().array() * dt * dt +
                         state.dq.cast<double>().transpose().array() * ddt;
    }
    const RecordedMotion motion = kept(block);
    const double speed = largest_speed(of.ratings, {&motion, 1}, *of.dynamics);
    ASSERT_GT(speed, 0);
    EXPECT_LE(fastest_fit(of.ratings, motion, *of.dynamics, {}).loads->duration(), 2 / speed * (1 + left));
  }
}

TEST(FastestPath, AgreesWithASearch) {
  for (unsigned long seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    PathCase of(seed, {.motors = seed % 3 == 0, .joints = 1 + seed % 3});
    const KnownPath path{[&](double p) { return of.swing.at(2 * p).q.cast<double>().eval(); },
                         [&](double p) { return (2 * of.swing.at(2 * p).dq.cast<double>()).eval(); },
                         [&](double p) { return (4 * of.swing.at(2 * p).ddq.cast<double>()).eval(); }};
    const auto keeps = [&](const Eigen::ArrayXd& dq, const Eigen::ArrayXd& ddq, const Eigen::ArrayXd& tau) {
      for (std::size_t j = 0; j < of.ratings.size(); ++j)
        for (const LimitKind kind : sample_limits) {
          const auto k = static_cast<Eigen::Index>(j);
          if (kind != LimitKind::position && of.ratings[j].gives(kind) &&
              of.ratings[j].demand(kind, {0, dq[k], ddq[k], tau[k]}).broken)
            return false;
        }
      return true;
    };
    const PathFit fit = of.fit({}, 400);
    ASSERT_TRUE(fit.motion);
    if (!fit.corners.empty()) continue;
    const double time = fit.loads->duration();
    const double searched = searched_time(path, *of.dynamics, keeps, 3.5 / time);
    EXPECT_NEAR(searched, time, 0.01 * time);
  }
}

// White noise on two joints that move slowly: small, then so large that most rows are corners.
TEST(FastestPath, IsCrookedThroughNoise) {
  PathCase of(3, {.joints = 2});
  for (JointRating& rating : of.ratings) rating.limits.velocity = 2;
  Random random(5);
  Block block = of.swing.block(200, 2);
  EXPECT_FALSE(fastest_fit(of.ratings, kept(block), *of.dynamics, {}).is_crooked);
  for (Eigen::Index k = 0; k < 200; ++k)
    for (Eigen::Index j = 0; j < 2; ++j) block.q(k, j) += random.uniform(-2e-4, 2e-4);
  EXPECT_TRUE(fastest_fit(of.ratings, kept(block), *of.dynamics, {}).is_crooked);
  for (Eigen::Index k = 0; k < 200; ++k)
    for (Eigen::Index j = 0; j < 2; ++j) block.q(k, j) += random.uniform(-0.1, 0.1);
  const PathFit noisy = fastest_fit(of.ratings, kept(block), *of.dynamics, {});
  EXPECT_GT(noisy.corners.size(), 100u);
  EXPECT_TRUE(noisy.is_crooked);
}

}  // namespace
}  // namespace invdyn::test
