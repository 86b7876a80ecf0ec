// Drives that turn with several joints: w = A dq, and their torques reach the joints by A'.

#include <gtest/gtest.h>

#include "dynamics/core/derived_columns.h"
#include "dynamics/core/formulation.h"
#include "dynamics/core/regressor.h"
#include "dynamics/simulation/plant.h"
#include "robot/files/json_reader.h"
#include "support/equation_of_motion.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Two masses that slide at right angles: 3 kg along x carries 2 kg along y. The second drive turns with -0.5
// of the first joint; its rotor is 0.5 kg, its damping 3 N s/m, its dry friction 4 N.
Robot slides(const std::string& coupling = R"({"x": -0.5})") {
  const auto link = [](const char* name, int mass) {
    return R"("link": {"name": ")" + std::string(name) + R"(", "mass": )" + std::to_string(mass) +
           R"(, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})";
  };
  return read_json_robot(R"({"name": "slides", "convention": "tree", "gravity": [0, 0, 0], "joints": [
          {"name": "x", "type": "prismatic", "parent": "base", "axis": [1, 0, 0], )" +
                             link("a", 3) + R"(},
          {"name": "y", "type": "prismatic", "parent": "a", "axis": [0, 1, 0], )" +
                             link("b", 2) + R"(,
           "motor": {"rotor_inertia": 0.5, "turns_with": )" +
                             coupling + R"(}, "friction": {"damping": 3, "coulomb": 4}}]})",
                         "slides.json", [](const std::string& text) { ADD_FAILURE() << text; });
}

// The second and the fourth drive turn with one or two joints before them.
Robot coupled(const Robot& robot, Random& random) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    drives.push_back(joint.drive);
    drives.back().curve = {random.uniform(0, 2), random.uniform(0.1, 1)};
    drives.back().efficiency = 1;
  }
  for (std::size_t j = 1; j < 4 && j < robot.dof(); j += 2)
    for (std::size_t k = j - 1; k + 2 >= j && k < j; --k)
      drives[robot.moving_joints()[j]].turns_with.push_back(
          {robot.moving_joints()[k], (random.chance(0.5) ? 1 : -1) * random.uniform(0.3, 2)});
  return robot.with_drives(drives);
}

VectorXd drive_torques(const Robot& robot, const VectorXd& w, const VectorXd& dw) {
  VectorXd torque(w.size());
  for (Index j = 0; j < w.size(); ++j) {
    const Drive& drive = robot.moving_joint(static_cast<std::size_t>(j)).drive;
    torque[j] = drive.reflected_inertia() * dw[j] + drive.damping() * w[j] +
                (w[j] > 0   ? drive.coulomb_positive()
                 : w[j] < 0 ? drive.coulomb_negative()
                            : 0) +
                drive.curve.torque * w[j] / std::hypot(w[j], drive.curve.speed);
  }
  return torque;
}

VectorXd offsets(const Robot& robot) {
  VectorXd offsets(static_cast<Index>(robot.dof()));
  for (std::size_t j = 0; j < robot.dof(); ++j)
    offsets[static_cast<Index>(j)] = robot.moving_joint(j).drive.offset;
  return offsets;
}

// w = dy - 0.5 dx.
TEST(CoupledDrives, OfTwoSlides) {
  const InverseDynamics dynamics(slides());
  const VectorXd faster_y = torques(dynamics, state_of({0, 0}, {2, 3}, {1, 4})),  // w = 2, dw = 3.5
      faster_x = torques(dynamics, state_of({0, 0}, {2, 0.5}, {0, 0})),           // w = -0.5
      together = torques(dynamics, state_of({0, 0}, {2, 1}, {0, 0}));             // w = 0
  const double drive = 0.5 * 3.5 + 3 * 2 + 4;
  EXPECT_NEAR(faster_y[0], 5 * 1 - 0.5 * drive, 1e-13);
  EXPECT_NEAR(faster_y[1], 2 * 4 + drive, 1e-13);
  EXPECT_NEAR(faster_x[0], 0.5 * (3 * 0.5 + 4), 1e-13);
  EXPECT_NEAR(faster_x[1], -(3 * 0.5 + 4), 1e-13);
  EXPECT_EQ(together.cwiseAbs().maxCoeff(), 0);
}

// tau = links + A' drives + offset, by every formulation, of single samples and of rows; M = links + A' I A.
TEST(CoupledDrives, ReachTheJointsByTheTranspose) {
  Random random(5);
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const Robot robot = coupled(random_robot(seed, {}), random);
    const State state = random_state(random, robot);
    const MatrixXd A = drives_per_joints(robot);
    const VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>(), ddq = state.ddq.cast<double>(),
                   of_drives = A.transpose() * drive_torques(robot, A * dq, A * ddq) + offsets(robot);
    for (const Formulation& method : formulations()) {
      const std::string name(method.name);
      try {
        const InverseDynamics dynamics(robot, {.spring = false, .method = name});
        const VectorXd all = torques(dynamics, state),
                       links = torques(
                           InverseDynamics(
                               robot, {.friction = false, .rotor = false, .spring = false, .method = name}),
                           state);
        InverseDynamics::BlockWorkspace workspace(dynamics);
        VectorXd rows(all.size());
        dynamics.row_torques({q.data(), dq.data(), ddq.data(), rows.data(), 1, 1}, workspace);
        const double scale = 1 + links.cwiseAbs().maxCoeff() + of_drives.cwiseAbs().maxCoeff();
        EXPECT_LE((all - links - of_drives).cwiseAbs().maxCoeff(), 1e-12 * scale) << name << " " << seed;
        EXPECT_LE((rows - all).cwiseAbs().maxCoeff(), 1e-12 * scale) << name << " " << seed;
      } catch (const NotRepresentable&) {
        continue;
      }
    }
    VectorXd rotors(q.size());
    for (std::size_t j = 0; j < robot.dof(); ++j)
      rotors[static_cast<Index>(j)] = robot.moving_joint(j).drive.reflected_inertia();
    const MatrixXd M = mass_matrix(MassMatrix(robot), state.q),
                   of_links = mass_matrix(MassMatrix(robot, {.rotor = false}), state.q),
                   added = A.transpose() * rotors.asDiagonal() * A;
    EXPECT_LE((M - of_links - added).cwiseAbs().maxCoeff(), 1e-12 * (1 + M.cwiseAbs().maxCoeff())) << seed;
  }
}

// Also beside joints whose friction depends on their load.
TEST(CoupledDrives, AreUndoneByForwardDynamics) {
  Random random(6);
  for (unsigned long seed = 100; seed < 140; ++seed) {
    const Robot given = coupled(random_robot(seed, {.fixed = 0, .massless = 0}), random);
    std::vector<Drive> drives;
    for (const Joint& joint : given.joints()) drives.push_back(joint.drive);
    for (std::size_t j = 4; j < drives.size(); ++j) drives[j].load = 0.4;
    const Robot robot = given.with_drives(drives);
    const State state = random_state(random, robot);
    const Vector tau = torques<Real>(InverseDynamics(robot, {.method = "newton-euler"}), state);
    const Vector ddq = accelerations<Real>(ForwardDynamics(robot), state.q, state.dq, tau);
    EXPECT_LE((ddq - state.ddq).cwiseAbs().maxCoeff(), 1e-7) << seed;
  }
}

TEST(CoupledDrives, AreColumnsOfTheRegressor) {
  Random random(7);
  for (unsigned long seed = 200; seed < 220; ++seed) {
    const Robot given = coupled(random_robot(seed, {}), random);
    std::vector<Drive> drives;
    for (const Joint& joint : given.joints()) {
      drives.push_back(joint.drive);
      drives.back().curve = {};
      drives.back().spring = {};
    }
    const Robot robot = given.with_drives(drives);
    const State state = random_state(random, robot);
    const VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>(), ddq = state.ddq.cast<double>(),
                   tau = torques(InverseDynamics(robot), state);
    const Regressor regressor(robot);
    Regressor::Workspace workspace(regressor);
    regressor.fill({q.data(), dq.data(), ddq.data(), nullptr, 1, 1}, workspace);
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const double sum = regressor.of_joint(j, workspace).row(0) * regressor.values()(regressor.columns(j));
      EXPECT_NEAR(sum, tau[static_cast<Index>(j)], 1e-10 * (1 + tau.cwiseAbs().maxCoeff())) << seed;
    }
  }
}

// The terms add up to the torques, and the motors' power is the joints'.
TEST(CoupledDrives, GiveTheirMotorsThePowerOfTheJoints) {
  Random random(8);
  using enum Derived;
  const std::vector<Derived> terms{inertia, coriolis, gravity, viscous,      coulomb,
                                   offset,  spring,   rotor,   motor_torque, motor_speed};
  for (unsigned long seed = 300; seed < 320; ++seed) {
    const Robot robot = coupled(random_robot(seed, {}), random);
    const State state = random_state(random, robot);
    const DerivedColumns derived(robot, {}, {}, terms);
    Block block(robot.dof(), 1, derived.count());
    block.rows = 1;
    block.last = true;
    block.q.row(0) = state.q.cast<double>().transpose().array();
    block.dq.row(0) = state.dq.cast<double>().transpose().array();
    block.ddq.row(0) = state.ddq.cast<double>().transpose().array();
    const InverseDynamics dynamics(robot);
    InverseDynamics::BlockWorkspace workspace(dynamics);
    dynamics.fill_torques(block, workspace);
    DerivedColumns::Workspace memory(derived);
    derived.fill(block, memory);
    const auto column = [&](std::size_t term, std::size_t joint) {
      return block.derived.data()[(term * robot.dof() + joint) * block.capacity];
    };
    double of_joints = 0, of_motors = 0, size = 1;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const double tau = block.tau.data()[j * block.capacity];
      double sum = 0;
      for (std::size_t term = 0; term < 8; ++term) sum += column(term, j), size += std::abs(column(term, j));
      EXPECT_NEAR(sum, tau, 1e-11 * size) << seed;
      of_joints += tau * block.dq.data()[j * block.capacity];
      of_motors += column(8, j) * column(9, j);
      size += std::abs(column(8, j) * column(9, j));
    }
    EXPECT_NEAR(of_motors, of_joints, 1e-10 * size) << seed;
  }
}

TEST(Plant, AgreesWithInverseDynamicsOfCoupledDrives) {
  Random random(9);
  for (unsigned long seed = 400; seed < 420; ++seed) {
    const Robot robot = coupled(random_robot(seed, {.massless = 0}), random);
    const State state = random_state(random, robot);
    const VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>();
    VectorXd tau(q.size());
    for (double& each : tau) each = random.uniform(-40, 40);
    const auto span = [](const VectorXd& of) {
      return std::span<const double>(of.data(), static_cast<std::size_t>(of.size()));
    };
    Plant plant(robot, {});
    plant.place(0, span(q), span(dq));
    plant.hold(span(tau));
    const VectorXd ddq = Eigen::Map<const VectorXd>(plant.ddq().data(), q.size());
    const VectorXd back = torques(InverseDynamics(robot), {state.q, state.dq, ddq.cast<Real>()});
    EXPECT_LE((back - tau).cwiseAbs().maxCoeff(), 1e-9 * (1 + ddq.cwiseAbs().maxCoeff())) << seed;
  }
}

// 6 N along x, and along y what its dry friction of 4 N holds: the second drive rests, so that y follows with
// half the speed of x, and both masses and no rotor are moved: 5 a + 0.5 (2 a / 2 - 1) = 6.
TEST(Plant, HoldsACoupledDriveWhileItsJointsMove) {
  Plant plant(slides(), {});
  const std::vector<double> rest{0, 0}, tau{6, -1};
  plant.place(0, rest, rest);
  plant.hold(tau);
  const double a = (6 + 0.5 * -1) / (5 + 0.5 * 2 * 0.5);
  EXPECT_NEAR(plant.ddq()[0], a, 1e-13);
  EXPECT_NEAR(plant.ddq()[1], a / 2, 1e-13);
  plant.advance_to(2);
  EXPECT_NEAR(plant.dq()[0], 2 * a, 1e-12);
  EXPECT_NEAR(plant.q()[1], a, 1e-12);
  EXPECT_NEAR(plant.q()[0], 2 * a, 1e-12);
}

// What torques do is kinetic energy and heat of dry friction, F |w|; w changes its sign on the way.
TEST(Plant, KeepsTheEnergyOfCoupledDrives) {
  const Robot given = slides();
  std::vector<Drive> drives{given.joints()[0].drive, given.joints()[1].drive};
  drives[1].joint.damping = 0;
  const Robot robot = given.with_drives(drives);
  Plant plant(robot, {});
  const std::vector<double> q{0, 0}, dq{0, 3}, tau{5, -8};
  plant.place(0, q, dq);
  plant.hold(tau);
  double heat = 0, w0 = 0;
  constexpr int steps = 4000;
  for (int i = 1; i <= steps; ++i) {
    plant.advance_to(2. * i / steps);
    const double w = plant.q()[1] - 0.5 * plant.q()[0];
    heat += 4 * std::abs(w - w0);
    w0 = w;
  }
  const double x = plant.dq()[0], y = plant.dq()[1], w = y - 0.5 * x,
               kinetic = (5 * x * x + 2 * y * y + 0.5 * w * w) / 2, before = (2 * 9 + 0.5 * 9) / 2.;
  EXPECT_LT(w, 0);
  EXPECT_NEAR(kinetic + heat, before + 5 * plant.q()[0] - 8 * plant.q()[1], 1e-4);
}

TEST(CoupledDrives, AreLockedTogetherOrNotAtAll) {
  const Robot robot = slides();
  EXPECT_THROW(robot.with_locked_joints(std::vector<JointLock>{{1, 0.0}}), Error);
  EXPECT_THROW(robot.with_locked_joints(std::vector<JointLock>{{0, 0.0}}), Error);
  EXPECT_EQ(robot.with_locked_joints(std::vector<JointLock>{{0, 0.0}, {1, 0.0}}).dof(), 0U);
}

}  // namespace
}  // namespace invdyn::test
