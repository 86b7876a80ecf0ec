// Suspicions on simulated logs: each must be there for the logs that have its fault, and silent for all
// others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numbers>
#include <vector>

#include "answers/validation/simulated_logs.h"
#include "answers/validation/thresholds.h"
#include "robot/model/bodies.h"

namespace invdyn::test {
namespace {

using Found = std::set<std::string>;

// A robot, a wrong or right model of it, and a log with or without faults.
struct Trial {
  Random& random;
  Robot truth, model;
  SimulatedLog log;
  std::size_t joint, other;  // of a fault
  Found expected = {};       // suspicions that there must be
  Found possible = {};       // further ones that are right too
  MeasuredSettings settings = {};
  bool is_loaded = false;

  std::size_t dof() const { return truth.dof(); }
  auto measured(std::size_t j) { return log.motion.measured.col(static_cast<Eigen::Index>(j)); }
  void expect(const std::string& kind, std::size_t j) { expected.insert(kind + ' ' + std::to_string(j)); }
  void allow(const std::string& kind) {
    for (std::size_t j = 0; j < dof(); ++j) possible.insert(kind + ' ' + std::to_string(j));
  }
};

struct Fault {
  const char* name;
  std::function<void(Trial&)> before = {};  // of the models
  std::function<void(Trial&)> after = {};   // of the log
  double noise = 0.03;
};

void lack_friction(Trial& trial) {
  trial.model = without_friction(trial.model);
  trial.allow("friction");
}

void lack_rotors(Trial& trial) {
  trial.model = without_rotors(trial.model);
  trial.allow("rotor");
}

void flip(Trial& trial) {
  trial.measured(trial.joint) *= -1;
  trial.expect("sign", trial.joint);
}

void scale_by_a_thousand(Trial& trial) {
  trial.measured(trial.joint) *= trial.random.chance(0.5) ? 1000 : 0.001;
  trial.expect("power of ten", trial.joint);
}

void scale_all_by_ten(Trial& trial) {
  trial.log.motion.measured *= 10;
  for (std::size_t j = 0; j + 1 < trial.dof(); ++j) trial.expect("power of ten", j);
  trial.allow("power of ten");
}

void measure_at_motor(Trial& trial) {
  trial.measured(trial.joint) /= trial.truth.moving_joint(trial.joint).drive.gear_ratio;
  trial.expect("motor side", trial.joint);
}

void exchange(Trial& trial) {
  const Eigen::ArrayXd kept = trial.measured(trial.joint);
  trial.measured(trial.joint) = trial.measured(trial.other);
  trial.measured(trial.other) = kept;
  trial.expect("exchanged", trial.joint);
  trial.expect("exchanged", trial.other);
}

void delay(Trial& trial) {
  const auto rows = static_cast<Eigen::Index>(trial.log.motion.rows);
  const auto shift = static_cast<Eigen::Index>(trial.random.uniform(0.04, 0.1) / trial.log.dt);
  Eigen::ArrayXXd& all = trial.log.motion.measured;
  const Eigen::ArrayXXd kept = all;
  all.bottomRows(rows - shift) = kept.topRows(rows - shift);
  for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("lag", j);
}

void flip_all(Trial& trial) {
  trial.log.motion.measured *= -1;
  for (std::size_t j = 0; j + 1 < trial.dof(); ++j) trial.expect("sign", j);
  trial.allow("sign");
}

// Torque constants at the joint of 4 to 15 N m/A. Joints that are mostly friction tell no scale.
void measure_currents(Trial& trial) {
  for (std::size_t j = 0; j < trial.dof(); ++j) trial.measured(j) /= trial.random.uniform(4, 15);
  for (std::size_t j = 0; j < 3; ++j) trial.expect("unit", j);
  trial.allow("unit");
}

// A burst at the begin is all that comes.
void cut_off(Trial& trial) {
  const auto rows = static_cast<Eigen::Index>(trial.log.motion.rows);
  trial.measured(trial.joint).tail(rows - rows / 15) = 0;
  trial.expect("dead channel", trial.joint);
}

// A value that is given on and on, in the second half.
void freeze(Trial& trial) {
  const auto half = static_cast<Eigen::Index>(trial.log.motion.rows / 2);
  trial.measured(trial.joint).tail(half) = double(trial.measured(trial.joint)[half]);
  trial.expect("dead channel", trial.joint);
}

// Every second hundredth of a second is lost, at random.
void drop_half(Trial& trial) {
  auto measured = trial.measured(trial.joint);
  for (Eigen::Index k = 0; k < measured.size(); ++k)
    if (trial.random.chance(0.5)) measured[k] = 0;
  trial.expect("dead channel", trial.joint);
}

void add_spikes(Trial& trial) {
  auto measured = trial.measured(trial.joint);
  const double size = 4 * std::sqrt((measured - measured.mean()).square().mean());
  for (Eigen::Index k = 0; k < measured.size(); ++k)
    if (trial.random.chance(0.01)) measured[k] += size;
  trial.expect("spikes", trial.joint);
}

void read_degrees(Trial& trial) {
  for (Eigen::ArrayXXd* quantity : {&trial.log.motion.q, &trial.log.motion.dq, &trial.log.motion.ddq})
    *quantity *= 180 / std::numbers::pi;
  for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("degrees", j);
}

// Of a tenth of the arm's mass, 0.1 m from the last link.
void carry(Trial& trial) {
  double mass = 0;
  for (const Link& link : trial.truth.links()) mass += link.mass_properties.mass;
  trial.truth = with_payload(trial.truth, trial.truth.links().size() - 1,
                             {trial.random.uniform(0.1, 0.2) * mass, {0, 0, 0.1}, Eigen::Matrix3d::Zero()});
}

void carry_unknown(Trial& trial) {
  carry(trial);
  for (std::size_t j = 1; j + 1 < trial.dof(); ++j) trial.expect("tool", j);
  trial.allow("tool");
}

void carry_known(Trial& trial) {
  carry(trial);
  trial.is_loaded = true;
}

// The payload may be most of the torque of other joints. That of the second joint is mostly the arm's.
std::function<void(Trial&)> shoulder_alone(void (*fault)(Trial&)) {
  return [=](Trial& trial) {
    fault(trial);
    std::erase_if(trial.expected, [&](const std::string& each) {
      if (!each.ends_with(" 1")) trial.possible.insert(each);
      return !each.ends_with(" 1");
    });
  };
}

// As of a controller that compensates it. The second joint of each arm carries the most.
void lose_gravity(Trial& trial) {
  const Block& motion = trial.log.motion;
  trial.log.motion.measured -= torques_of(trial.truth, motion, true) - torques_of(trial.truth, motion, false);
  trial.expect("no gravity", 1);
  trial.allow("no gravity");
}

void round_times(Trial& trial) {
  const double step = 0.4 * trial.log.dt;
  trial.log.motion.t = (trial.log.motion.t / step).round() * step;
  for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("coarse clock", j);
}

void have_friction_of_another_arm(Trial& trial) {
  trial.model = with_friction_times(6, trial.model);
  for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("too much friction", j);
}

// By more than 5 degrees at the second or third joint, which carry much. Residuals then go as the positions,
// and so as the accelerations too: they are no missing rotor.
void displace(Trial& trial) {
  const std::size_t joint = 1 + trial.random.below(2);
  const double offset = trial.random.uniform(0.1, 0.25) * (trial.random.chance(0.5) ? 1 : -1);
  trial.log.motion.q.col(static_cast<Eigen::Index>(joint)) -= offset;
  trial.allow("links");  // whose centres of mass would be turned
}

void load(Trial& trial) {
  const MassProperties payload{trial.random.uniform(0.3, 2), {0, 0, 0.05}, Eigen::Matrix3d::Zero()};
  trial.truth = with_payload(trial.truth, trial.truth.links().size() - 1, payload);
  trial.allow("tool");
  trial.allow("links");
}

void change_masses(Trial& trial) {
  std::vector<MassProperties> masses;
  for (const Link& link : trial.truth.links()) {
    MassProperties& mass = masses.emplace_back(link.mass_properties);
    const double factor = trial.random.uniform(0.9, 1.1);
    mass.mass *= factor, mass.inertia *= factor, mass.com *= trial.random.uniform(0.9, 1.1);
  }
  trial.truth = trial.truth.with_mass_properties(masses);
  trial.allow("links");
}

// Positions of an encoder, with dq and ddq by backward differences.
void read_encoders(Trial& trial) {
  Block& block = trial.log.motion;
  constexpr double step = 1e-5;
  block.q = (block.q / step).round() * step;
  const auto rows = static_cast<Eigen::Index>(block.rows);
  const auto difference = [&](const Eigen::ArrayXXd& values) {
    Eigen::ArrayXXd result = values;
    result.bottomRows(rows - 1) = (values.bottomRows(rows - 1) - values.topRows(rows - 1)) / trial.log.dt;
    result.topRows(2).setZero();
    return result;
  };
  block.dq = difference(block.q);
  block.ddq = difference(block.dq);
}

std::vector<Fault> silent_logs() {
  return {{"right"},
          {.name = "noise of 30 %", .noise = 0.3},
          {"torque constant 20 % off",
           {},
           [](Trial& trial) { trial.log.motion.measured *= 0.8, trial.allow("links"); }},
          {"offsets",
           {},
           [](Trial& trial) {
             for (std::size_t j = 0; j < trial.dof(); ++j) trial.measured(j) += trial.random.uniform(-3, 3);
           }},
          {"payload", load},
          {"zero off", {}, displace},
          {"masses 10 % off", change_masses},
          {"encoders", {}, read_encoders},
          {"known payload", carry_known}};
}

std::vector<Fault> faulty_logs() {
  const auto both = [](auto first, auto second) {
    return [=](Trial& trial) { first(trial), second(trial); };
  };
  const auto expect_friction = [](Trial& trial) {
    for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("friction", j);
  };
  return {{"no friction", lack_friction, expect_friction},
          {"no rotors", lack_rotors},
          {"neither", both(lack_friction, lack_rotors), expect_friction},
          {"sign", {}, flip},
          {"1000", {}, scale_by_a_thousand},
          {"10 everywhere", {}, scale_all_by_ten},
          {"motor", {}, measure_at_motor},
          {"exchanged", {}, exchange},
          {"lag", {}, delay},
          {"sign, no friction", lack_friction, flip},
          {"1000, no friction", lack_friction, scale_by_a_thousand},
          {"motor, no friction", lack_friction, measure_at_motor},
          {"exchanged, no friction", lack_friction, exchange},
          {"lag, no friction", lack_friction, delay},
          {"all flipped", {}, flip_all},
          {"all flipped, no friction", lack_friction, flip_all},
          {"currents", {}, measure_currents},
          {"dead", {}, cut_off},
          {"no gravity", {}, lose_gravity},
          {"coarse clock", {}, round_times},
          {"too much friction", have_friction_of_another_arm},
          {"frozen", {}, freeze},
          {"half of it 0", {}, drop_half},
          {"spikes", {}, add_spikes},
          {"degrees", {}, read_degrees},
          {"unknown payload", carry_unknown},
          {"known payload, flipped", carry_known, shoulder_alone(flip_all)},
          {"known payload, dead", carry_known, cut_off},
          {"known payload, exchanged", carry_known, exchange},
          {"known payload, currents", carry_known, shoulder_alone(measure_currents)}};
}

struct Counts {
  int expected = 0, missed = 0;
  std::map<std::string, int> wrong;  // by kind
};

Counts counts_of(const Fault& fault, unsigned long seed, int logs, double rate) {
  Counts counts;
  for (int i = 0; i < logs; ++i) {
    Random random(1000 * seed + static_cast<unsigned long>(i));
    const Robot robot = robot_with_drives(random);
    const std::size_t n = robot.dof(), joint = random.below(n - 1);  // the last one has hardly any torque
    Trial trial{random, robot,
                robot,  simulated_motion(random, robot, rate, 20),
                joint,  (joint + 1 + random.below(n - 2)) % (n - 1)};
    if (fault.before) fault.before(trial);
    measure(random, trial.truth, fault.noise, trial.log);
    if (fault.after) fault.after(trial);
    const Found found = suspicions_of(trial.model, trial.log, trial.settings, trial.is_loaded);
    for (const std::string& each : trial.expected) ++counts.expected, counts.missed += !found.contains(each);
    for (const std::string& each : found)
      if (!trial.expected.contains(each) && !trial.possible.contains(each))
        ++counts.wrong[each.substr(0, each.rfind(' '))];
  }
  return counts;
}

// The study that set the limits of thresholds.h has more: INVDYN_STUDY=30, say.
int how_many(int usually) {
  const char* factor = std::getenv("INVDYN_STUDY");
  return usually * (factor ? std::atoi(factor) : 1);
}

Counts studied(const Fault& fault, unsigned long seed, int logs) {
  const Counts counts = counts_of(fault, seed, how_many(logs), 100);
  if (how_many(1) == 1) return counts;
  std::printf("%-26s %d logs, missed %d of %d, wrong:", fault.name, how_many(logs), counts.missed,
              counts.expected);
  for (const auto& [kind, count] : counts.wrong) std::printf(" %s %d", kind.c_str(), count);
  std::puts("");
  return counts;
}

TEST(Suspicions, AreSilentOnRightLogs) {
  unsigned long seed = 1;
  for (const Fault& fault : silent_logs())
    EXPECT_THAT(studied(fault, seed++, 4).wrong, testing::IsEmpty()) << fault.name;
}

TEST(Suspicions, FindFaultsAndNothingElse) {
  unsigned long seed = 101;
  for (const Fault& fault : faulty_logs()) {
    const Counts counts = studied(fault, seed++, 3);
    EXPECT_THAT(counts.wrong, testing::IsEmpty()) << fault.name;
    EXPECT_LE(counts.missed, std::max(1.0, 0.02 * counts.expected)) << fault.name;
  }
}

// Where most torque is friction and the file has a hundredth of it, the measured torques are right.
TEST(Suspicions, TakeNoMissingFrictionForAPowerOfTen) {
  Random random(11);
  for (int i = 0; i < 8; ++i) {
    const Robot robot = with_friction_times(20, robot_with_drives(random));
    SimulatedLog log = simulated_motion(random, robot, 100, 20);
    measure(random, robot, 0.01, log);
    for (const std::string& each : suspicions_of(with_friction_times(0.01, robot), log))
      EXPECT_EQ(each.substr(0, 8), "friction");
  }
}

// Rotors are found where their inertia is a considerable part of the residual; that the last joint lacks one
// cannot be told from a wrong inertia of its link.
TEST(Suspicions, FindMissingRotors) {
  Random random(7);
  int found_rotors = 0;
  for (int i = 0; i < 4; ++i) {
    const Robot robot = robot_with_drives(random);
    SimulatedLog log = simulated_motion(random, robot, 100, 20);
    measure(random, robot, 0.003, log);
    for (const std::string& each : suspicions_of(without_rotors(robot), log)) {
      EXPECT_EQ(each.substr(0, 5), "rotor");
      ++found_rotors;
    }
  }
  EXPECT_GE(found_rotors, 4 * 4);
}

// The torques of a moved zero look like a larger inertia, but not in all positions.
TEST(Suspicions, TakeNoMovedZeroForAMissingRotor) {
  const Counts counts = counts_of({"zero off", {}, displace}, 201, 40, 100);
  EXPECT_FALSE(counts.wrong.contains("rotor")) << counts.wrong.at("rotor");
}

// Noise of the sensor of `size` in one joint, beside the torques of the robot or those of another joint.
Found found_with_noise(double size, double part_of_other) {
  Found found;
  for (unsigned long seed = 301; seed < 305; ++seed) {
    Random random(seed);
    const Robot robot = robot_with_drives(random);
    SimulatedLog log = simulated_motion(random, robot, 100, 20);
    measure(random, robot, 0.003, log);
    auto last = log.motion.measured.rightCols<1>();
    const Eigen::ArrayXd other = log.motion.measured.col(1) - log.motion.measured.col(1).mean();
    const double scale = std::sqrt(last.square().mean() / other.square().mean());
    if (part_of_other > 0) last = part_of_other * scale * other;
    for (Eigen::Index k = 0; k < last.size(); ++k) {
      double noise = -6;  // of a standard deviation of 1
      for (int i = 0; i < 12; ++i) noise += random.uniform(0, 1);
      last(k) += size * scale * std::sqrt(other.square().mean()) * noise;
    }
    for (const std::string& each : suspicions_of(robot, log)) found.insert(each.substr(0, each.rfind(' ')));
  }
  return found;
}

// A joint of which little torque is asked shows the noise of its sensor: that is no wrong column.
TEST(Suspicions, TakeNoNoiseForAWrongColumn) {
  EXPECT_THAT(found_with_noise(20, 0), testing::IsEmpty());
  EXPECT_THAT(found_with_noise(0.5, 1), testing::Contains("links"));
}

// Torques of all joints that come 15 to 30 ms late, in the noise of 3 %: they leave most of the residual.
TEST(Suspicions, FindShortLags) {
  const auto delay_shortly = [](Trial& trial) {
    const auto shift = static_cast<Eigen::Index>(trial.random.uniform(0.015, 0.03) / trial.log.dt);
    const Eigen::Index rows = trial.log.motion.t.size() - shift;
    Eigen::ArrayXXd& all = trial.log.motion.measured;
    const Eigen::ArrayXXd kept = all;
    all.bottomRows(rows) = kept.topRows(rows);
    for (std::size_t j = 0; j < trial.dof(); ++j) trial.expect("lag", j);
  };
  for (const auto& before : {std::function<void(Trial&)>(), std::function<void(Trial&)>(lack_friction)}) {
    const Counts counts = counts_of({"", before, delay_shortly}, 501, 8, 200);
    EXPECT_THAT(counts.wrong, testing::IsEmpty());
    EXPECT_LE(counts.missed, std::max(1.0, 0.02 * counts.expected));
  }
}

// At rest, dry friction holds a joint with any torque: here another one at each rest.
void hold_by_friction(Random& random, const Robot& robot, SimulatedLog& log) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    const double dry = robot.moving_joint(j).drive.coulomb_positive();
    double held = random.uniform(-dry, dry);
    for (Eigen::Index k = 0; k < log.motion.t.size(); ++k) {
      if (log.motion.dq(k, column) != 0)
        held = k % 16 == 0 ? random.uniform(-dry, dry) : held;
      else
        log.motion.measured(k, column) += held;
    }
  }
}

TEST(Suspicions, AskNothingOfJointsThatDryFrictionHolds) {
  int logs = 0, flipped = 0;
  for (unsigned long seed = 401; logs < 6; ++seed) {
    Random random(seed);
    const Robot robot = with_friction_times(4, robot_with_drives(random));
    SimulatedLog log = simulated_motion(random, robot, 100, 20);
    if (!(log.motion.dq == 0).any()) continue;  // it does not rest
    ++logs;
    measure(random, robot, 0.003, log);
    hold_by_friction(random, robot, log);
    EXPECT_THAT(suspicions_of(robot, log), testing::IsEmpty()) << seed;
    log.motion.measured.col(1) *= -1;
    flipped += suspicions_of(robot, log) == Found{"sign 1"};
  }
  EXPECT_EQ(flipped, logs);
}

}  // namespace
}  // namespace invdyn::test
