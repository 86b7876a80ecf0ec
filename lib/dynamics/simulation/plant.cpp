#include "plant.h"

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cassert>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "../../ground/text/number.h"
#include "../../robot/model/drive_coupling.h"
#include "../core/forward_dynamics.h"
#include "crossing_search.h"
#include "joint_friction.h"

namespace invdyn {
namespace {

namespace odeint = boost::numeric::odeint;

using State = std::vector<double>;  // q of all joints, then the speeds of their drives: mostly dq
using Stepper = odeint::runge_kutta_dopri5<State>;

// The factor for the next step: the largest of a few factors with an expected error of at most 0.9^5 of the
// allowed error, if it grows with the fifth power of the step. Boost's own rule uses std::pow, whose last
// bits depend on the machine.
class StepAdjuster {
 public:
  double decrease_step(double step, double error, int /*order*/) const {
    return step * largest_of({0.75, 0.5, 0.35, 0.2}, error);
  }
  double increase_step(double step, double error, int /*order*/) const {
    return step * largest_of({5, 3.5, 2.5, 1.8, 1.3, 1, 0.75}, error);
  }
  // No maximum step.
  static bool check_step_size_limit(double) { return true; }
  static double get_max_dt() { return 0; }

 private:
  static double largest_of(std::initializer_list<double> factors, double error) {
    constexpr double aim = 0.59;
    for (const double factor : factors)
      if (error * (factor * factor * factor * factor * factor) <= aim) return factor;
    return *std::prev(factors.end());
  }
};

using ControlledStepper = odeint::controlled_runge_kutta<
    Stepper, odeint::default_error_checker<double, odeint::range_algebra, odeint::default_operations>,
    StepAdjuster>;

}  // namespace

class Plant::Motion {
 public:
  Motion(const Robot& robot, const DynamicsSettings& dynamics, const IntegrationSettings& settings)
      : settings_(settings),
        links_(robot, without_friction(dynamics)),
        links_at_rest_(robot, at_rest(dynamics)),
        workspace_(links_),
        workspace_at_rest_(links_at_rest_),
        n_(robot.dof()),
        zero_(n_, 0),
        unit_(n_, 0),
        drive_(n_, 0),
        ddq_(n_, 0),
        column_(n_, 0),
        tau_(n_, 0),
        friction_(n_, FrictionMode::forward),
        holding_(n_),
        coupled_(coupled_drives(robot)),
        dq_(n_, 0),
        given_(n_, 0),
        x_(2 * n_, 0),
        dxdt_(2 * n_, 0),
        x_next_(2 * n_, 0),
        dxdt_next_(2 * n_, 0),
        stepper_(ControlledStepper::error_checker_type(settings.tolerance, settings.tolerance)) {
    for (std::size_t j = 0; j < n_; ++j) {
      const Joint& joint = robot.moving_joint(j);
      names_.push_back(joint.name);
      JointFriction friction;
      const Drive& drive = joint.drive;
      if (dynamics.friction)
        friction = {drive.damping(),
                    drive.coulomb_positive(),
                    drive.coulomb_negative(),
                    drive.offset,
                    drive.curve,
                    drive.load,
                    dynamics.rotor ? drive.reflected_inertia() : 0};
      any_load_ = any_load_ || friction.load > 0;
      resistance_.push_back(friction);
    }
    if (coupled_.empty()) return;
    drives_per_joints_ = drives_per_joints(robot);
    joints_per_drives_ = inverse(drives_per_joints_);
  }

  std::size_t dof() const { return n_; }
  std::span<const double> q() const { return {x_.data(), n_}; }
  // Valid until the next call of one of them.
  std::span<const double> dq() const { return of_joints(x_.data() + n_, given_); }
  std::span<const double> ddq() const { return of_joints(dxdt_.data() + n_, given_); }
  std::size_t steps() const { return steps_; }

  void place(double t, std::span<const double> q, std::span<const double> dq) {
    t_ = t;
    done_ = 0;
    step_ = 0;
    std::copy(q.begin(), q.end(), x_.begin());
    std::copy(dq.begin(), dq.end(), x_.begin() + static_cast<std::ptrdiff_t>(n_));
    transform(drives_per_joints_, x_.data() + n_);
    hold(zero_);
  }

  void hold(std::span<const double> tau) {
    std::copy(tau.begin(), tau.end(), tau_.begin());
    largest_load_ = 0;
    for (const double torque : tau) largest_load_ = std::max(largest_load_, std::abs(torque));
    settle();
  }

  void advance_to(double t) {
    const double interval = t - t_;
    assert(interval > 0);
    if (step_ == 0) step_ = interval / 8;
    steps_here_ = 0;
    for (done_ = 0; done_ < interval;) {
      const double left = interval - done_;
      // A very small remainder is joined to this step.
      const bool last = step_ * (1 + 1e-9) >= left;
      const double step = last ? left : step_;
      double taken = step, next = step;
      if (!try_step(taken, next)) {
        step_ = next;
        continue;
      }
      const bool change = friction_changes(x_next_, holding_);
      if (change) taken = step_to_change(step);
      x_ = x_next_;
      dxdt_ = dxdt_next_;
      done_ = last && !change ? interval : done_ + taken;
      if (change) {
        stop_joints_that_turn_back();
        settle();
      }
      // If the end of the interval shortens a step, the next step may still be longer.
      step_ = last || change ? std::max(step_, next) : next;
    }
    t_ = t;
    done_ = 0;
  }

 private:
  static DynamicsSettings without_friction(DynamicsSettings settings) {
    settings.friction = false;
    return settings;
  }
  // Settings without any effect except torques, from rest: for the columns of M^-1.
  static DynamicsSettings at_rest(DynamicsSettings settings) {
    settings.friction = settings.spring = false;
    settings.gravity = Eigen::Vector3d::Zero();
    settings.wrench.reset();
    return settings;
  }

  // Computes dx/dt with the chosen friction mode of each joint, and the friction that holds the held joints.
  void derive(const State& x, State& dxdt) {
    const std::span<const double> q(x.data(), n_), w(x.data() + n_, n_), dq = of_joints(w.data(), dq_);
    held_.clear();
    for (std::size_t j = 0; j < n_; ++j) {
      const JointFriction& r = resistance_[j];
      drive_[j] = tau_[j] - r.offset - r.at_speed(w[j]);
      if (!r.can_hold()) continue;
      if (friction_[j] == FrictionMode::held)
        held_.push_back(j);
      else
        drive_[j] -= r.coulomb(friction_[j]);
    }
    for (const CoupledDrive& each : coupled_) {
      const JointFriction& r = resistance_[each.drive];
      double friction = r.at_speed(w[each.drive]);
      if (r.can_hold() && friction_[each.drive] != FrictionMode::held)
        friction += r.coulomb(friction_[each.drive]);
      for (const auto& [joint, factor] : each.joints)
        if (joint != each.drive) drive_[joint] -= factor * friction;
    }
    try {
      if (any_load_) begin_efforts();
      do {
        efforts_.set_factors(workspace_.effort);
        if (any_load_) workspace_at_rest_.effort = workspace_.effort;
        links_.accelerations(q, dq, drive_, workspace_, ddq_);
        if (!held_.empty()) hold_joints(q);
      } while (efforts_.corrects(ddq_) && !efforts_.undecided());
    } catch (const Error& error) {
      throw Error(where(), error.what());
    }
    if (const auto undecided = efforts_.undecided()) fail(*undecided, ForwardDynamics::undecided_effort);
    std::copy(dq.begin(), dq.end(), dxdt.begin());
    std::copy(ddq_.begin(), ddq_.end(), dxdt.begin() + static_cast<std::ptrdiff_t>(n_));
    transform(drives_per_joints_, dxdt.data() + n_);
    for (const std::size_t j : held_) dxdt[n_ + j] = 0;
  }

  // Multiplies by this matrix; with an empty one, as where no drives are coupled, it leaves the values.
  static void transform(const Eigen::MatrixXd& by, double* values) {
    Eigen::Map<Eigen::VectorXd> all(values, by.cols());
    if (by.size() > 0) all = (by * all).eval();
  }
  std::span<const double> of_joints(const double* of_drives, std::vector<double>& memory) const {
    if (coupled_.empty()) return {of_drives, n_};
    memory.assign(of_drives, of_drives + n_);
    transform(joints_per_drives_, memory.data());
    return memory;
  }
  // Sets the torques of the joints that a torque of 1 of a drive is.
  void set_unit(std::size_t drive, double to) {
    unit_[drive] = to;
    for (const CoupledDrive& each : coupled_)
      for (const auto& [joint, factor] : each.joints)
        if (each.drive == drive) unit_[joint] = to * factor;
  }

  // As in ForwardDynamics, but a joint at rest may be held, and leave in a direction that its speed does not
  // tell. A held joint does not accelerate, so its drive's effort does not matter.
  void begin_efforts() {
    efforts_.clear();
    std::fill(workspace_.effort.begin(), workspace_.effort.end(), 1.0);
    for (std::size_t j = 0; j < n_; ++j)
      if (const JointFriction& r = resistance_[j]; r.load > 0 && friction_[j] != FrictionMode::held)
        efforts_.add(j, friction_[j] == FrictionMode::forward ? r.load : -r.load, drive_[j], r.rotor);
  }

  // For Boost. The torques are constant, so time is not used.
  auto system() {
    return [this](const State& x, State& dxdt, double) { derive(x, dxdt); };
  }

  // The friction of held joints makes their acceleration zero:
  //   sum over held k of (M^-1)_jk friction_k = ddq_j without it,  for each held j.
  // Of coupled drives, M is for the speeds of the drives.
  void hold_joints(std::span<const double> q) {
    const auto size = static_cast<Eigen::Index>(held_.size());
    inverse_columns_.resize(static_cast<Eigen::Index>(n_), size);
    for (Eigen::Index k = 0; k < size; ++k) {
      const std::size_t joint = held_[static_cast<std::size_t>(k)];
      set_unit(joint, 1);
      links_at_rest_.accelerations(q, zero_, unit_, workspace_at_rest_, column_);
      set_unit(joint, 0);
      inverse_columns_.col(k) =
          Eigen::Map<const Eigen::VectorXd>(column_.data(), static_cast<Eigen::Index>(n_));
    }
    inverse_held_.resize(size, size);
    ddq_held_.resize(size);
    for (Eigen::Index j = 0; j < size; ++j) {
      const std::size_t joint = held_[static_cast<std::size_t>(j)];
      inverse_held_.row(j) = inverse_columns_.row(static_cast<Eigen::Index>(joint));
      ddq_held_[j] = ddq_[joint];
      for (const CoupledDrive& each : coupled_)
        for (const auto& [other, factor] : each.joints) {
          if (each.drive != joint || other == joint) continue;
          inverse_held_.row(j) += factor * inverse_columns_.row(static_cast<Eigen::Index>(other));
          ddq_held_[j] += factor * ddq_[other];
        }
    }
    const Eigen::VectorXd friction = symmetric_solution(inverse_held_, ddq_held_);
    for (std::size_t j = 0; j < n_; ++j)
      for (Eigen::Index k = 0; k < size; ++k)
        ddq_[j] -= inverse_columns_(static_cast<Eigen::Index>(j), k) * friction[k];
    for (Eigen::Index k = 0; k < size; ++k) {
      const std::size_t joint = held_[static_cast<std::size_t>(k)];
      holding_[joint] = {friction[k], drive_[joint] - friction[k]};
      if (coupled_.empty()) ddq_[joint] = 0;
    }
  }

  // Chooses the friction mode of each joint, and sets dxdt_. Friction opposes joints in motion. A joint at
  // rest is either held by a friction between its two limits, or it leaves in the direction in which friction
  // at its limit releases it. These conditions are a linear complementarity problem with bounds and the
  // matrix M^-1, so there is exactly one solution. The method changes one joint after another, always the
  // first one with a wrong mode [Murty, Mathematical Programming 7 (1974) 138-146].
  void settle() {
    bool rests = false;
    for (std::size_t j = 0; j < n_; ++j) {
      const double speed = x_[n_ + j];
      friction_[j] = speed > 0   ? FrictionMode::forward
                     : speed < 0 ? FrictionMode::backward
                                 : FrictionMode::held;
      rests = rests || (friction_[j] == FrictionMode::held && resistance_[j].can_hold());
    }
    evaluate();
    if (!rests) return;
    for (const std::size_t j : held_) largest_load_ = std::max(largest_load_, std::abs(holding_[j].friction));
    const std::size_t max_changes = 100 + 20 * n_;
    for (std::size_t changes = 0; const auto wrong = decided_wrongly(); ++changes) {
      if (changes == max_changes)
        fail(*wrong,
             "the computation cannot decide whether friction holds this joint. If the mass matrix is "
             "singular, give larger masses, inertias or rotor inertias. If the Coulomb friction is as small "
             "as rounding errors, give larger Coulomb friction. `no-friction` simulates without friction");
      friction_[wrong->joint] = wrong->becomes;
      evaluate();
    }
  }

  struct Decision {
    std::size_t joint;
    FrictionMode becomes;
  };
  std::optional<Decision> decided_wrongly() const {
    for (std::size_t j = 0; j < n_; ++j) {
      const JointFriction& friction = resistance_[j];
      if (!friction.can_hold() || x_[n_ + j] != 0) continue;
      if (const auto becomes = friction.corrected(friction_[j], holding_[j], dxdt_[n_ + j], largest_load_))
        return Decision{j, *becomes};
    }
    return std::nullopt;
  }

  void evaluate() {
    derive(x_, dxdt_);
    check_finite(dxdt_);
  }

  // A negative distance means that the friction mode of a joint is no longer correct: it turns back or breaks
  // loose.
  double distance_to_change(const State& x, const std::vector<JointFriction::Hold>& holding) const {
    double minimum = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < n_; ++j)
      minimum = std::min(
          minimum, resistance_[j].distance_to_change(friction_[j], x[n_ + j], holding[j], largest_load_));
    return minimum;
  }
  bool friction_changes(const State& x, const std::vector<JointFriction::Hold>& holding) const {
    return distance_to_change(x, holding) < 0;
  }

  // Tries a step with error control, from x_ to x_next_. If it is refused, `next` is the step to try next.
  bool try_step(double& taken, double& next) {
    count_step();
    double time = 0;
    const double step = next;
    const auto result = stepper_.try_step(system(), x_, dxdt_, time, x_next_, dxdt_next_, next);
    // Comparisons with NaN do not refuse a step, so this must.
    if (!is_finite(x_next_) || !is_finite(dxdt_next_)) {
      next = step / 5;
      return false;
    }
    taken = step;
    return result == odeint::success;
  }

  // The friction of a joint changes during the step of this length. Sets x_next_ to the state just after the
  // change. Returns the time from the beginning of the step to that state.
  double step_to_change(double step) {
    const double at_begin = distance_to_change(x_, holding_before());
    CrossingSearch search(step, at_begin, distance_to_change(x_next_, holding_));
    for (State x = x_next_, dxdt = dxdt_next_; !search.is_done();) {
      const double instant = search.next();
      take_step(instant, x, dxdt);
      if (!search.is_after(instant, distance_to_change(x, holding_))) continue;
      x_next_ = x;
      dxdt_next_ = dxdt;
    }
    return search.after();
  }

  std::vector<JointFriction::Hold> holding_before() {
    State ignored(2 * n_);
    derive(x_, ignored);
    std::vector<JointFriction::Hold> before = holding_;
    derive(x_next_, ignored);  // holding_ belongs to x_next_ again
    return before;
  }

  void take_step(double step, State& x, State& dxdt) {
    count_step();
    stepper_.stepper().do_step(system(), x_, dxdt_, 0.0, x, dxdt, step);
  }

  void stop_joints_that_turn_back() {
    for (std::size_t j = 0; j < n_; ++j) {
      if (!resistance_[j].can_hold()) continue;
      double& speed = x_[n_ + j];
      if ((friction_[j] == FrictionMode::forward && speed < 0) ||
          (friction_[j] == FrictionMode::backward && speed > 0))
        speed = 0;
    }
  }

  static bool is_finite(const State& x) {
    return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
  }

  void count_step() {
    ++steps_;
    if (++steps_here_ <= settings_.max_steps) return;
    std::size_t fastest = 0;
    for (std::size_t j = 1; j < n_; ++j)
      if (std::abs(dxdt_[n_ + j]) > std::abs(dxdt_[n_ + fastest])) fastest = j;
    fail(fastest, "the motion takes more than " + std::to_string(settings_.max_steps) +
                      " steps of integration to the next control instant (the joint's velocity is " +
                      six_digits(x_[n_ + fastest]) + ", the joint's acceleration is " +
                      six_digits(dxdt_[n_ + fastest]) +
                      "). If the control is unstable, give smaller gains, or " + shorter_period() +
                      ". If the control is stable, give a larger `integration-tolerance`" +
                      (resistance_[fastest].curve.torque == 0
                           ? ""
                           : ". If the friction curve is steep, give Coulomb friction instead"));
  }

  void check_finite(const State& dxdt) const {
    for (std::size_t j = 0; j < n_; ++j)
      if (!std::isfinite(dxdt[j]) || !std::isfinite(dxdt[n_ + j]))
        fail(j, "the motion is too large to compute: expected smaller gains, or " + shorter_period());
  }

  std::string shorter_period() const {
    return "a shorter `control-period`" +
           (settings_.shorter_period > 0 ? ", such as " + six_digits(settings_.shorter_period) : "");
  }
  std::string where() const { return "simulation at " + six_digits(t_ + done_) + " s"; }
  [[noreturn]] void fail(const Decision& decision, const std::string& what) const {
    fail(decision.joint, what);
  }
  [[noreturn]] void fail(std::size_t joint, const std::string& what) const {
    throw Error(where(), "joint " + in_quotes(names_[joint]) + ": " + what);
  }

  IntegrationSettings settings_;
  ForwardDynamics links_, links_at_rest_;
  ForwardDynamics::Workspace<double> workspace_, workspace_at_rest_;
  std::size_t n_;
  std::vector<std::string> names_;
  std::vector<JointFriction> resistance_;
  bool any_load_ = false;
  SignSearch<double> efforts_;

  std::vector<double> zero_, unit_, drive_, ddq_, column_;  // temporaries of derive()
  std::vector<std::size_t> held_;
  Eigen::MatrixXd inverse_columns_, inverse_held_;
  Eigen::VectorXd ddq_held_;

  double t_ = 0;     // time of the last control instant
  double done_ = 0;  // time since then
  double step_ = 0;  // to try next; 0: none known
  std::vector<double> tau_;
  double largest_load_ = 0;  // of tau_ and of the friction needed to hold joints since then, N m or N
  std::vector<FrictionMode> friction_;
  std::vector<JointFriction::Hold> holding_;  // of the held joints, from the last derive()
  std::vector<CoupledDrive> coupled_;
  Eigen::MatrixXd drives_per_joints_, joints_per_drives_;  // empty: no drive is coupled
  std::vector<double> dq_;
  mutable std::vector<double> given_;
  State x_, dxdt_, x_next_, dxdt_next_;
  ControlledStepper stepper_;
  std::size_t steps_ = 0, steps_here_ = 0;
};

Plant::Plant(const Robot& robot, const DynamicsSettings& dynamics, const IntegrationSettings& settings)
    : motion_(std::make_unique<Motion>(robot, dynamics, settings)) {}
Plant::~Plant() = default;
Plant::Plant(Plant&&) noexcept = default;
Plant& Plant::operator=(Plant&&) noexcept = default;

std::size_t Plant::dof() const {
  return motion_->dof();
}
void Plant::place(double t, std::span<const double> q, std::span<const double> dq) {
  motion_->place(t, q, dq);
}
void Plant::hold(std::span<const double> tau) {
  motion_->hold(tau);
}
void Plant::advance_to(double t) {
  motion_->advance_to(t);
}
std::span<const double> Plant::q() const {
  return motion_->q();
}
std::span<const double> Plant::dq() const {
  return motion_->dq();
}
std::span<const double> Plant::ddq() const {
  return motion_->ddq();
}
std::size_t Plant::steps() const {
  return motion_->steps();
}

}  // namespace invdyn
