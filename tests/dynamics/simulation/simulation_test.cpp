// The control loop: with sampled time compared with exact recurrences, with short periods compared with Lee's
// error equation; and its other properties.

#include "dynamics/simulation/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/simulation/cases.h"
#include "dynamics/simulation/perturbation.h"
#include "ground/base/wording.h"
#include "robot/files/read.h"
#include "support/equation_of_motion.h"
#include "support/matrices.h"
#include "trajectory/generate/point_to_point.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const DynamicsSettings everything{};

ControlSettings gains(ControlLaw law, std::size_t dof, double kp, double kv) {
  const auto n = static_cast<Eigen::Index>(dof);
  return {law, Eigen::VectorXd::Constant(n, kp), Eigen::VectorXd::Constant(n, kv)};
}

SimulationSettings sampled_every(double period) {
  SimulationSettings settings;
  settings.period = TimeGrid::with_step(period);
  return settings;
}

// ---- one mass on a prismatic joint, with held forces

// x and v after the time h under the force u: m dv/dt = u - b v.
struct Mass {
  double m, b, x, v;
  void move(double u, double h) {
    if (b == 0) {
      x += h * v + h * h * u / (2 * m);
      v += h * u / m;
      return;
    }
    const double decay = std::exp(-b * h / m), rest = u / b;
    x += rest * h + (v - rest) * (1 - decay) * m / b;
    v = rest + (v - rest) * decay;
  }
};

// From x = 0.3 to 0: the force of each sample by the control law, the exact motion between samples.
void expect_recurrence(ControlLaw law, double damping, double kp, double kv) {
  const Robot robot = prismatic_mass(4, damping > 0 ? R"(, "friction": {"damping": 2.5})" : "");
  const Controller controller(robot, robot, everything, gains(law, 1, kp, kv));
  SimulationSettings settings = sampled_every(0.02);
  settings.initial_q = Eigen::VectorXd::Constant(1, 0.3);
  const auto samples = samples_of(Simulation(robot, everything, controller, settings), standing_at({0}, 4));
  ASSERT_THAT(samples, SizeIs(201));
  Mass mass{4, damping, 0.3, 0};
  for (std::size_t k = 0; k < samples.size(); ++k) {
    double u = -kp * mass.x - kv * mass.v;
    if (law == ControlLaw::computed_torque) u = 4 * u + damping * mass.v;
    if (law == ControlLaw::feedforward) u = 0;
    ASSERT_NEAR(samples[k].q[0], mass.x, 1e-12) << k;
    ASSERT_NEAR(samples[k].dq[0], mass.v, 1e-11) << k;
    ASSERT_NEAR(samples[k].tau[0], u, 1e-9) << k;
    ASSERT_NEAR(samples[k].ddq[0], (u - damping * mass.v) / 4, 1e-9) << k;
    EXPECT_EQ(samples[k].error[0], -samples[k].q[0]);
    mass.move(u, 0.02);
  }
}

TEST(Simulation, FollowsTheRecurrenceOfAHeldForce) {
  for (const double damping : {0.0, 2.5}) {
    expect_recurrence(ControlLaw::computed_torque, damping, 100, 20);
    expect_recurrence(ControlLaw::computed_torque, damping, 400, 10);
    expect_recurrence(ControlLaw::pd, damping, 300, 40);
    expect_recurrence(ControlLaw::feedforward, damping, 0, 0);
  }
}

// Computed torque with a model that is a third too light: only the gains are a third smaller.
TEST(Simulation, UsesTheModelOnlyInTheController) {
  const Robot plant = prismatic_mass(3), model = prismatic_mass(2);
  const Controller controller(plant, model, everything, gains(ControlLaw::computed_torque, 1, 90, 15));
  const Controller lighter(plant, plant, everything, gains(ControlLaw::computed_torque, 1, 60, 10));
  SimulationSettings settings = sampled_every(0.01);
  settings.initial_q = Eigen::VectorXd::Constant(1, 0.3);
  const auto samples = samples_of(Simulation(plant, everything, controller, settings), standing_at({0}, 2));
  const auto same = samples_of(Simulation(plant, everything, lighter, settings), standing_at({0}, 2));
  for (std::size_t k = 0; k < samples.size(); ++k) EXPECT_NEAR(samples[k].q[0], same[k].q[0], 1e-12);
}

// ---- Coulomb friction in the model

// It accelerates from rest at 0.4 m/s^2, by 1.6 N, and friction of 3 or -2 N holds it. In the first sample
// the desired velocity is zero, so it does not move. From the second sample on, friction is compensated in
// the direction of the desired velocity, then of the measured one. The rest is the recurrence without
// friction.
TEST(ComputedTorque, LeavesRestAgainstModelledFriction) {
  const Robot robot = prismatic_mass(4, R"(, "friction": {"coulomb": [3, -2]})");
  const Controller controller(robot, robot, everything, gains(ControlLaw::computed_torque, 1, 100, 20));
  const double h = 0.01;
  for (const double a : {0.4, -0.4}) {
    const double friction = a > 0 ? 3 : -2;
    const SampledMotion desired = motion_of({{0, {0}, {0}, {a}}, {1, {a / 2}, {a}, {a}}});
    const auto samples = samples_of(Simulation(robot, everything, controller, sampled_every(h)), desired);
    ASSERT_THAT(samples, SizeIs(101));
    EXPECT_DOUBLE_EQ(samples[0].tau[0], 4 * a);
    Mass mass{4, 0, 0, 0};
    double largest = 0;
    for (std::size_t k = 1; k < samples.size(); ++k) {
      const double t = h * static_cast<double>(k);
      ASSERT_NEAR(samples[k].q[0], mass.x, 1e-12) << k;
      ASSERT_NEAR(samples[k].dq[0], mass.v, 1e-11) << k;
      const double u = 4 * (a + 20 * (a * t - mass.v) + 100 * (a * t * t / 2 - mass.x));
      ASSERT_NEAR(samples[k].tau[0], u + friction, 1e-9) << k;
      mass.move(u, h);
      largest = std::max(largest, std::abs(samples[k].error[0]));
    }
    // The error of a delay of one period, of e = v t exp(-10 t) with v = a h at most.
    EXPECT_LT(largest, std::abs(a) * h * 0.1 / std::exp(1) + 2 * std::abs(a) * h * h);
  }
}

TEST(ComputedTorque, UsesTheDesiredDirectionOnlyAtRest) {
  const auto slide = [](const std::string& name, const std::string& coulomb) {
    return R"({"name": ")" + name + R"(", "type": "prismatic", "parent": "base", "axis": [1, 0, 0],
      "friction": {"coulomb": )" +
           coulomb + R"(}, "link": {"name": "block of )" + name +
           R"(", "mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})";
  };
  const std::string one = slide("one", "[3, -2]"), two = slide("two", "[7, -5]");
  const Robot robot = robot_of(one + "," + two), model = robot_of(two + "," + one);
  const auto torques = [&](const DynamicsSettings& dynamics, ControlLaw law, const std::vector<double>& dq_d,
                           const std::vector<double>& dq) {
    const Controller controller(robot, model, dynamics, gains(law, 2, 0, 0));
    Controller::Workspace workspace(controller);
    const std::vector<double> zero(2, 0);
    std::vector<double> tau(2);
    controller.control_torques({zero, dq_d, zero}, zero, dq, workspace, tau);
    return tau;
  };
  const auto law = ControlLaw::computed_torque;
  EXPECT_THAT(torques(everything, law, {0.1, -0.1}, {0, 0}), ElementsAre(3, -5));
  EXPECT_THAT(torques(everything, law, {-0.1, 0.1}, {0, 0}), ElementsAre(-2, 7));
  EXPECT_THAT(torques(everything, law, {0, 0}, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(torques(everything, law, {0.1, -0.1}, {-1e-9, 1e-9}), ElementsAre(-2, 7));
  EXPECT_THAT(torques(frictionless, law, {0.1, -0.1}, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(torques(everything, ControlLaw::pd, {0.1, -0.1}, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(torques(everything, ControlLaw::feedforward, {0.1, -0.1}, {0, 0}), ElementsAre(3, -5));
}

// ---- Lee's Puma

// From (90, 0, 90, 0, 0, 0) to (45, 30, 0, 45, 60, 90) degrees. The shipped robot's angles are 180 degrees
// less on joints 1, 2, 3 and 6.
SampledMotion lees_motion(double duration) {
  constexpr double degree = std::numbers::pi / 180;
  Eigen::VectorXd from(6), to(6), offset(6);
  from << 90, 0, 90, 0, 0, 0;
  to << 45, 30, 0, 45, 60, 90;
  offset << 180, 180, 180, 0, 0, 180;
  const PointToPoint profile(Profile::quintic, (from - offset) * degree, (to - offset) * degree, duration,
                             TimeGrid::with_step(0.01));
  Block block(6, profile.rows());
  profile.fill(0, block);
  SampledMotion motion(6);
  motion.take(block);
  return motion;
}

Robot puma() {
  return read_robot("puma560", [](const std::string&) {});
}

// The loop in a second implementation: classical Runge-Kutta of fourth order in small fixed steps;
// accelerations from the mass matrix and virtual work; the control law by virtual work. Measured: at most
// 5e-8 of each joint's peak, which is the error of its steps.
class AnotherSimulation {
 public:
  AnotherSimulation(const Robot& robot, bool rotor)
      : robot_(robot), rotor_(rotor), mass_matrix_(robot, {.rotor = rotor}) {}

  std::vector<Vector> errors(const SampledMotion& desired, int steps_per_sample) const {
    const auto n = static_cast<Eigen::Index>(robot_.dof());
    std::vector<double> q_d(robot_.dof()), dq_d(robot_.dof()), ddq_d(robot_.dof());
    const auto column = [](const std::vector<double>& values) {
      return Vector(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()))
                        .cast<Real>());
    };
    Vector q, dq = Vector::Zero(n);
    std::vector<Vector> errors;
    const Real h = 0.01L / steps_per_sample;
    for (std::size_t k = 0; k < desired.rows(); ++k) {
      desired.at(0.01 * static_cast<double>(k), q_d, dq_d, ddq_d);
      if (k == 0) q = column(q_d);
      const Vector e = column(q_d) - q, de = column(dq_d) - dq;
      errors.push_back(e);
      const Vector tau = torque(q, dq, column(ddq_d) + 20 * de + 100 * e);
      for (int i = 0; i < steps_per_sample; ++i) {
        const Vector k1 = acceleration(q, dq, tau);
        const Vector v2 = dq + h / 2 * k1, k2 = acceleration(q + h / 2 * dq, v2, tau);
        const Vector v3 = dq + h / 2 * k2, k3 = acceleration(q + h / 2 * v2, v3, tau);
        const Vector v4 = dq + h * k3, k4 = acceleration(q + h * v3, v4, tau);
        q += h / 6 * (dq + 2 * v2 + 2 * v3 + v4);
        dq += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      }
    }
    return errors;
  }

 private:
  Vector torque(const Vector& q, const Vector& dq, const Vector& ddq) const {
    Vector tau = links_torques(robot_, {q, dq, ddq}, robot_.gravity()).tau;
    for (Eigen::Index j = 0; rotor_ && j < q.size(); ++j) {
      const Drive& drive = robot_.moving_joint(static_cast<std::size_t>(j)).drive;
      tau[j] += Real(drive.gear_ratio) * Real(drive.gear_ratio) * Real(drive.rotor_inertia) * ddq[j];
    }
    return tau;
  }
  Vector acceleration(const Vector& q, const Vector& dq, const Vector& tau) const {
    const Matrix<Real> M = mass_matrix<Real>(mass_matrix_, q);
    return solution(M, tau - torque(q, dq, Vector::Zero(q.size())));
  }

  const Robot& robot_;
  bool rotor_;
  MassMatrix mass_matrix_;
};

TEST(LeesSimulation, AgreesWithAnotherSimulation) {
  const Robot robot = puma();
  for (const bool rotor : {true, false}) {
    const DynamicsSettings dynamics{.friction = false, .rotor = rotor};
    const Controller controller(robot, robot, dynamics, gains(ControlLaw::computed_torque, 6, 100, 20));
    const SampledMotion desired = lees_motion(1);
    const auto samples = samples_of(Simulation(robot, dynamics, controller), desired);
    const std::vector<Vector> expected = AnotherSimulation(robot, rotor).errors(desired, 4);
    ASSERT_EQ(samples.size(), expected.size());
    for (Eigen::Index j = 0; j < 6; ++j) {
      double peak = 0, difference = 0;
      for (std::size_t k = 0; k < samples.size(); ++k) {
        peak = std::max(peak, std::abs(samples[k].error[j]));
        difference =
            std::max(difference, std::abs(samples[k].error[j] - static_cast<double>(expected[k][j])));
      }
      RecordProperty((rotor ? "rotor_" : "links_") + std::to_string(j), six_digits(difference / peak));
      EXPECT_GT(peak, 4e-4);
      EXPECT_LE(difference, 1e-7 * peak) << "joint " << j + 1 << (rotor ? " with rotors" : " without rotors");
    }
  }
}

// With a perfect model and a short period, e'' + kv e' + kp e = 0 [Lee et al. 1982, (4.3)]; at Lee's gains e
// = e_0 (1 + 10 t) exp(-10 t). The effect of the hold is of the order of the period.
TEST(ComputedTorque, FollowsLeesErrorEquationForShortPeriods) {
  const Robot robot = puma();
  const Controller controller(robot, robot, frictionless, gains(ControlLaw::computed_torque, 6, 100, 20));
  const SampledMotion desired = lees_motion(1);
  Eigen::VectorXd start(6), ignored(6), offset(6);
  offset << 0.1, -0.1, 0.05, -0.2, 0.15, 0.1;
  const std::span<double> span{ignored.data(), 6};
  desired.at(0, {start.data(), 6}, span, span);
  std::vector<double> differences;
  for (const double period : {4e-3, 2e-3, 1e-3, 5e-4}) {
    SimulationSettings settings = sampled_every(period);
    settings.initial_q = start - offset;
    settings.integration.tolerance = 1e-9;
    double difference = 0;
    for (const ControlSample& sample :
         samples_of(Simulation(robot, frictionless, controller, settings), desired)) {
      const double decay = (1 + 10 * sample.t) * std::exp(-10 * sample.t);
      difference = std::max(difference, (sample.error - offset * decay).cwiseAbs().maxCoeff());
    }
    differences.push_back(difference);
  }
  for (std::size_t i = 1; i < differences.size(); ++i)
    EXPECT_NEAR(std::log2(differences[i - 1] / differences[i]), 1, 0.1);
  EXPECT_LT(differences.back(), 2e-3);
}

TEST(ComputedTorque, IsTheSameForEveryMethod) {
  const Robot robot = puma();
  const SampledMotion desired = lees_motion(1);
  std::vector<std::vector<ControlSample>> all;
  for (const std::string method : {"newton-euler", "luh", "lagrange", "orthogonal-complement"}) {
    DynamicsSettings model = frictionless;
    model.method = method;
    const Controller controller(robot, robot, model, gains(ControlLaw::computed_torque, 6, 100, 20));
    all.push_back(samples_of(Simulation(robot, frictionless, controller), desired));
  }
  for (const auto& samples : all)
    for (std::size_t k = 0; k < samples.size(); ++k)
      EXPECT_NEAR((samples[k].error - all[0][k].error).cwiseAbs().maxCoeff(), 0, 1e-12);
}

// The model is a robot file with the joints in another order.
TEST(Controller, MatchesJointsByTheirNames) {
  const std::string one = R"({"name": "one", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": {"name": "a", "mass": 2, "com": [0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 1, "izz": 1}}})";
  const std::string two = R"({"name": "two", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": {"name": "b", "mass": 5, "com": [0.3, 0, 0], "inertia": {"ixx": 0, "iyy": 1, "izz": 1}}})";
  const Robot robot = robot_of(one + "," + two), turned = robot_of(two + "," + one);
  const ControlSettings settings = {ControlLaw::computed_torque, Eigen::Vector2d(100, 50),
                                    Eigen::Vector2d(20, 9)};
  const Controller plain(robot, robot, everything, settings), other(robot, turned, everything, settings);
  const std::vector<double> q_d{0.1, 0.2}, dq_d{0.3, 0.4}, ddq_d{0.5, 0.6}, q{0.15, 0.1}, dq{0.2, 0.7};
  std::vector<double> tau(2), same(2);
  Controller::Workspace workspace(plain), other_workspace(other);
  plain.control_torques({q_d, dq_d, ddq_d}, q, dq, workspace, tau);
  other.control_torques({q_d, dq_d, ddq_d}, q, dq, other_workspace, same);
  EXPECT_EQ(tau, same);
  EXPECT_NE(tau[0], tau[1]);

  EXPECT_EQ(error_of([&] { Controller(robot, robot_of(one), everything, settings); }),
            "the model case: has no moving joint two: expected the moving joints of robot case (one, two), "
            "in any order");
  EXPECT_EQ(
      error_of([&] { Controller(robot_of(one), robot, everything, gains(ControlLaw::pd, 1, 1, 1)); }),
      "the model case: has two, which is not in the robot: expected the moving joints of robot case (one), in "
      "any order");
  const Robot is_prismatic =
      robot_of(R"({"name": "one", "type": "prismatic", "parent": "base", "axis": [0, -1, 0],
      "link": {"name": "a", "mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 1, "izz": 1}}})");
  EXPECT_EQ(
      error_of([&] { Controller(robot_of(one), is_prismatic, everything, gains(ControlLaw::pd, 1, 1, 1)); }),
      "the model case: joint \"one\" is prismatic, but revolute in the robot: expected joints of the same "
      "kinds");
}

// ---- encoder, model errors, limits

std::vector<ControlSample> lees_run(const SimulationSettings& settings, const Robot& model) {
  const Robot robot = puma();
  const Controller controller(robot, model, frictionless, gains(ControlLaw::computed_torque, 6, 100, 20));
  return samples_of(Simulation(robot, frictionless, controller, settings), lees_motion(3));
}

double peak(const std::vector<ControlSample>& samples) {
  double peak = 0;
  for (const ControlSample& sample : samples) peak = std::max(peak, sample.error.cwiseAbs().maxCoeff());
  return peak;
}

TEST(Simulation, IsTheSameWithAPerturbationOfZeroSize) {
  const auto plain = lees_run({}, puma()), perturbed_by_nothing = lees_run({}, perturbed(puma(), {}));
  for (std::size_t k = 0; k < plain.size(); ++k) EXPECT_EQ(plain[k].q, perturbed_by_nothing[k].q);
  EXPECT_GT(peak(lees_run({}, perturbed(puma(), {.mass = 0.05}))), 5 * peak(plain));
}

// A reading is off by at most half a count. Computed torque corrects it like an error of position (static
// gain 1) and of velocity (a count per period, gain kv / kp). The critically damped loop does not amplify
// these.
TEST(Simulation, StaysWithinCountsOfTheEncoder) {
  const double exact = peak(lees_run({}, puma()));
  for (const double count : {4e-4, 1e-4}) {
    SimulationSettings settings;
    settings.encoder.resolution = Eigen::VectorXd::Constant(6, count);
    const double positions = peak(lees_run(settings, puma()));
    EXPECT_LE(positions, exact + count);
    settings.encoder.differences = true;
    const double differences = peak(lees_run(settings, puma()));
    // Differences are also delayed by half a period.
    EXPECT_LE(differences, exact + count * (0.5 + 20. / 100 / 0.01) + 0.2 * 0.005 * 1.4);
    EXPECT_GT(differences, exact);
  }
}

// A velocity reading is off by at most a count per period, which the control law turns into 6.4 N. A count
// over the 0.2 ms of the last interval would give fifty times as much.
TEST(Simulation, ReadsNoVelocityFromAShortLastInterval) {
  const Robot robot = prismatic_mass(4);
  const Controller controller(robot, robot, everything, gains(ControlLaw::computed_torque, 1, 100, 20));
  SimulationSettings settings = sampled_every(0.01);
  const double count = 3.3 / 4096;
  settings.encoder = {.resolution = Eigen::VectorXd::Constant(1, count), .differences = true};
  for (const double end : {1.0, 1.0001, 1.0002, 1.0049, 1.0051}) {
    const SampledMotion desired = motion_of({{0, {0}, {1}, {0}}, {end, {end}, {1}, {0}}});
    for (const ControlSample& sample :
         samples_of(Simulation(robot, everything, controller, settings), desired))
      EXPECT_LT(std::abs(sample.tau[0]), 2 * 4 * (20 * count / 0.01 + 100 * count)) << end << " " << sample.t;
  }
}

TEST(Simulation, SaturatesTorquesAtTheLimitsOnRequest) {
  const Robot robot = prismatic_mass(4, R"(, "limits": {"effort": 10})");
  const Controller controller(robot, robot, everything, gains(ControlLaw::computed_torque, 1, 100, 20));
  SimulationSettings settings = sampled_every(0.01);
  settings.initial_q = Eigen::VectorXd::Constant(1, 0.3);
  std::vector<std::string> warnings;
  const auto free =
      samples_of(Simulation(robot, everything, controller, settings), standing_at({0}, 2), &warnings);
  EXPECT_DOUBLE_EQ(free[0].tau[0], -120);
  EXPECT_THAT(warnings, ElementsAre("joint \"slide\" needs -120 N at 0 s, but its effort limit is 10 N; "
                                    "`torque-limits` limits the torque to the effort limit"));
  warnings.clear();
  settings.torque_limits = true;
  const auto limited =
      samples_of(Simulation(robot, everything, controller, settings), standing_at({0}, 2), &warnings);
  EXPECT_THAT(warnings,
              ElementsAre("joint \"slide\" needs -120 N at 0 s, but its effort limit is 10 N: from this "
                          "time on, the torque is limited to the effort limit"));
  EXPECT_EQ(limited[0].tau[0], -10);
  EXPECT_DOUBLE_EQ(limited[1].q[0], 0.3 - 10. / 4 * 0.01 * 0.01 / 2);
  for (const ControlSample& sample : limited) EXPECT_LE(std::abs(sample.tau[0]), 10);
}

// ---- instants

TEST(Simulation, SamplesAtDecimalTimesAndAtTheEnd) {
  const Robot robot = prismatic_mass(1);
  const Controller controller(robot, robot, everything, {ControlLaw::feedforward});
  const Simulation simulation(robot, everything, controller, sampled_every(0.1));
  const auto instants = [&](const SampledMotion& desired) {
    const ControlInstants all = simulation.instants(desired);
    std::vector<double> times;
    for (std::size_t k = 0; k < all.count(); ++k) times.push_back(all.time(k));
    return times;
  };
  EXPECT_THAT(instants(standing_at({0}, 0.4)), ElementsAre(0, 0.1, 0.2, 0.3, 0.4));
  EXPECT_THAT(instants(standing_at({0}, 0.33)), ElementsAre(0, 0.1, 0.2, 0.3, 0.33));
  EXPECT_THROW(instants(standing_at({0}, 0.05)), UsageError);
  const auto from = [](double begin, double end) {
    return motion_of({{begin, {0}, {0}, {0}}, {end, {0}, {0}, {0}}});
  };
  EXPECT_THAT(instants(from(0.2, 0.4)), ElementsAre(0.2, 0.3, 0.4));
  EXPECT_THAT(instants(from(0.25, 0.5)), ElementsAre(0.25, 0.35, 0.45, 0.5));
  EXPECT_THAT(instants(from(1700000000.25, 1700000000.5)), SizeIs(4));
  EXPECT_THAT(instants(motion_of({{3, {0}, {0}, {0}}})), ElementsAre(3));
  EXPECT_THAT(instants(standing_at({0}, 1e5)), SizeIs(1000001));
  EXPECT_THAT(instants(standing_at({0}, 1e5 + 0.05)), SizeIs(1000002));
}

TEST(Simulation, RefusesAMotionOfOneRow) {
  const Robot robot = prismatic_mass(1);
  const Controller controller(robot, robot, everything, {ControlLaw::feedforward});
  EXPECT_EQ(error_of([&] {
              samples_of(Simulation(robot, everything, controller), motion_of({{0, {0}, {0}, {0}}}));
            }),
            "simulation: the desired motion has 1 row: expected at least two rows with different times");
}

// ---- unstable control: an error that names time and joint, and no non-finite sample

TEST(Simulation, EndsIfTheControlIsUnstable) {
  const Robot robot = puma();
  const Controller controller(robot, robot, frictionless, gains(ControlLaw::computed_torque, 6, 1e5, 20));
  SimulationSettings settings;
  settings.integration.max_steps = 3000;
  bool finite = true;
  const std::string error = error_of([&] {
    Simulation(robot, frictionless, controller, settings)
        .run(lees_motion(3), [&](const ControlSample& sample) {
          finite = finite && sample.q.allFinite() && sample.dq.allFinite() && sample.ddq.allFinite() &&
                   sample.tau.allFinite();
        });
  });
  EXPECT_TRUE(finite);
  EXPECT_THAT(error, AllOf(HasSubstr("simulation at "), HasSubstr(" s: joint \"joint")));
}

TEST(Simulation, EndsIfTheTorqueOverflows) {
  const Robot robot = prismatic_mass(1);
  const Controller controller(robot, robot, everything, gains(ControlLaw::pd, 1, 1e6, 0));
  SimulationSettings settings = sampled_every(0.1);
  settings.initial_q = Eigen::VectorXd::Constant(1, 0.3);
  EXPECT_THAT(
      error_of(
          [&] { samples_of(Simulation(robot, everything, controller, settings), standing_at({0}, 100)); }),
      AllOf(HasSubstr("simulation at "), HasSubstr(" s: joint \"slide\": "), HasSubstr("smaller gains")));
}

}  // namespace
}  // namespace invdyn::test
