#include "torques/guard/planted_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/core/trajectory_torques.h"
#include "trajectory/data/differentiate.h"

namespace invdyn::test {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180;

double gaussian(Random& random) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += random.uniform(-0.5, 0.5);
  return sum;
}

// 10 to this power, so that small sizes are as likely as large ones.
double size_between(double low, double high, Random& random) {
  return std::pow(10, random.uniform(std::log10(low), std::log10(high)));
}

struct Part {
  double amplitude, omega, phase;
};

// A place on the way from 0 to 1 in the time 1, with its derivatives.
struct Progress {
  double s, ds, dds;
};

Progress trapezoid(double s, double part) {
  const double speed = 1 / (1 - part), acceleration = speed / part, left = 1 - s;
  if (s <= 0) return {0, 0, 0};
  if (s >= 1) return {1, 0, 0};
  if (s < part) return {acceleration * s * s / 2, acceleration * s, acceleration};
  if (left < part) return {1 - acceleration * left * left / 2, acceleration * left, -acceleration};
  return {speed * (s - part / 2), speed, 0};
}

double largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

void scale(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

// A column as it is logged: rounded, with noise of this size.
void log_column(std::vector<double>& values, double noise, double digit, Random& random) {
  for (double& value : values) {
    value += noise * gaussian(random);
    if (digit > 0) value = digit * std::round(value / digit);
  }
}

// By a low-pass of first order.
void let_lag(std::vector<double>& values, double steps) {
  if (steps <= 0) return;
  const double kept = std::exp(-1 / steps);
  for (std::size_t k = 1; k < values.size(); ++k) values[k] = kept * values[k - 1] + (1 - kept) * values[k];
}

}  // namespace

PlantedMotion::PlantedMotion(const Robot& robot, Known known, Random& random) : robot_(robot), known_(known) {
  constexpr double rates[] = {50, 100, 125, 200, 250, 500, 1000, 2000, 4000, 8000};
  rate_ = rates[random.below(random.chance(0.1) ? std::size(rates) : 6)];
  const auto rows = static_cast<std::size_t>(rate_ * random.uniform(1, 5));
  log_.t.resize(rows);
  name_ = robot.name() + ", " + std::to_string(static_cast<int>(rate_)) + " Hz, known " +
          std::to_string(static_cast<int>(known));
  for (std::size_t k = 0; k < rows; ++k) log_.t[k] = static_cast<double>(k) / rate_;
  log_.q.assign(robot.dof(), std::vector<double>(rows));
  log_.dq = log_.ddq = log_.q;
  for (std::size_t j = 0; j < robot.dof(); ++j) move(j, random);
  const Block exact = block(robot_, log_, Known::q_dq_ddq);
  speed_ = part_of_limit(exact, Quantity::dq);
  effort_ = part_of_limit(exact, Quantity::tau);
  disturb(random);
  sound_ = log_;
}

double PlantedMotion::part_of_limit(const Block& block, Quantity quantity) const {
  double part = 0;
  for (std::size_t j = 0; j < block.dof; ++j)
    if (const double limit = limit_of(robot_.moving_joint(j), quantity); limit > 0)
      part =
          std::max(part, values(block, quantity).col(static_cast<Eigen::Index>(j)).abs().maxCoeff() / limit);
  return part;
}

// Sines, an excitation by many of them, or trapezoids of speed, within the limits.
void PlantedMotion::move(std::size_t j, Random& random) {
  const Limits& limits = robot_.moving_joint(j).limits;
  const bool is_revolute = robot_.moving_joint(j).is_revolute();
  const double lower =
      limits.lower.value_or(limits.upper.value_or(is_revolute ? pi : 0.3) - (is_revolute ? 2 * pi : 0.6));
  const double upper = limits.upper.value_or(lower + (is_revolute ? 2 * pi : 0.6));
  const double top = std::min(limits.velocity.value_or(is_revolute ? 2 : 0.5), 20.0) *
                     (random.chance(0.1) ? size_between(1e-3, 0.05, random) : random.uniform(0.05, 0.95));
  const double duration = static_cast<double>(log_.t.size()) / rate_;
  const std::size_t kind = random.below(4);
  const std::vector<double>& t = log_.t;
  std::vector<double>&q = log_.q[j], &dq = log_.dq[j], &ddq = log_.ddq[j];
  if (kind == 3 && random.chance(0.3)) {  // it rests
    std::fill(q.begin(), q.end(), random.uniform(lower, upper));
    return;
  }
  if (kind < 2) {
    const double base = 2 * pi * std::max(random.uniform(0.05, 0.5), 0.3 / duration);
    for (int harmonic = 1; harmonic <= (kind == 0 ? 3 : 6); ++harmonic) {
      const Part part{random.uniform(0.1, 1) / harmonic, base * harmonic, random.uniform(0, 2 * pi)};
      for (std::size_t k = 0; k < t.size(); ++k) {
        const double sine = std::sin(part.omega * t[k] + part.phase),
                     cosine = std::cos(part.omega * t[k] + part.phase);
        q[k] += part.amplitude * sine;
        dq[k] += part.amplitude * part.omega * cosine;
        ddq[k] -= part.amplitude * part.omega * part.omega * sine;
      }
    }
  } else {
    double from = random.uniform(-1, 1);
    const double mean = std::min(duration / 2, random.uniform(0.3, 2));
    for (double begin = 0; begin < duration;) {
      const double length = mean * random.uniform(0.7, 1.5), part = random.uniform(0.1, 0.5);
      const double way = random.chance(0.3) && begin > 0 ? 0 : random.uniform(-1, 1) - from;
      for (std::size_t k = 0; k < t.size(); ++k) {
        if (t[k] < begin || t[k] >= begin + length) continue;
        const Progress at = trapezoid((t[k] - begin) / length, part);
        q[k] = from + way * at.s;
        dq[k] = way * at.ds / length;
        ddq[k] = way * at.dds / (length * length);
      }
      from += way;
      begin += length;
    }
  }
  // Within the limits, at this speed.
  const auto [low, high] = std::minmax_element(q.begin(), q.end());
  const double speed = largest(dq), span = *high - *low, middle = (*high + *low) / 2;
  const double factor =
      std::min(speed > 0 ? top / speed : 1.0, span > 0 ? 0.95 * (upper - lower) / span : 1.0);
  const double room = std::max(upper - lower - factor * span, 0.0) / 2;
  const double centre = (lower + upper) / 2 + random.uniform(-0.9, 0.9) * room;
  for (double& value : q) value = centre + factor * (value - middle);
  scale(dq, factor);
  scale(ddq, factor);
}

void PlantedMotion::disturb(Random& random) {
  const bool random_turn = random.chance(0.5);  // angles from 0 to a full turn, or about zero
  const double noise = random.chance(0.4) ? 0 : size_between(1e-6, 1e-3, random);
  constexpr double digits[] = {0, 1e-3, 1e-4, 1e-6, 2 * pi / 4096, 2 * pi / 65536};
  const double digit = digits[random.below(std::size(digits))];
  const double lag = random.chance(0.5) ? 0 : rate_ * size_between(1e-3, 0.05, random);
  const double of_dq = random.chance(0.4) ? 0 : size_between(1e-4, 1e-2, random);
  const double of_ddq = of_dq * size_between(1, 30, random);
  for (const auto& [what, size] :
       {std::pair("noise", noise), {"digit", digit}, {"lag", lag}, {"of dq", of_dq}})
    name_ += std::string(", ") + what + " " + std::to_string(size);
  for (std::size_t j = 0; j < log_.q.size(); ++j) {
    log_column(log_.q[j], noise, digit, random);
    let_lag(log_.dq[j], lag);
    log_column(log_.dq[j], of_dq, random.chance(0.5) ? 1e-3 : 0, random);
    let_lag(log_.ddq[j], 2 * lag);
    log_column(log_.ddq[j], of_ddq, random.chance(0.5) ? 1e-2 : 0, random);
  }
  if (random.chance(0.1))  // an encoder's counts in each step
    for (std::size_t j = 0; j < log_.q.size(); ++j)
      for (std::size_t k = 0; k < log_.t.size(); ++k)
        log_.dq[j][k] = k == 0 ? 0 : (log_.q[j][k] - log_.q[j][k - 1]) * rate_;
  if (random.chance(0.1))  // a reader that polls faster than the controller
    for (std::size_t k = 1; k < log_.t.size(); ++k)
      if (random.chance(0.06))
        for (Columns* columns : {&log_.q, &log_.dq, &log_.ddq})
          for (std::vector<double>& column : *columns) column[k] = column[k - 1];
  if (random.chance(0.1))  // wrapped
    for (std::size_t j = 0; j < log_.q.size(); ++j)
      if (robot_.moving_joint(j).is_revolute())
        for (double& q : log_.q[j]) q -= 2 * pi * std::round((q - (random_turn ? pi : 0)) / (2 * pi));
  has_rate_ = random.chance(0.3);
  const double jitter = random.chance(0.5) ? 0 : 0.2 / rate_;
  for (double& t : log_.t) t += jitter * random.uniform(-1, 1);
}

void PlantedMotion::plant(Fault fault, std::optional<std::size_t> only, Random& random) {
  const auto planted = [&](Columns& columns, double of_turning, double of_sliding) {
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (!only || *only == j)
        scale(columns[j], robot_.moving_joint(j).is_revolute() ? of_turning : of_sliding);
  };
  const auto replaced = [&](Columns& columns) {
    const Block rows = block(robot_, sound_, known_);
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (!only || *only == j)
        std::copy_n(rows.tau.data() + j * rows.capacity, columns[j].size(), columns[j].begin());
  };
  switch (fault) {
    case Fault::degrees:
    case Fault::radians:
      degrees_ = fault == Fault::radians;
      for (Columns* columns : {&log_.q, &log_.dq, &log_.ddq})
        planted(*columns, degrees_ ? degree : 1 / degree, 1);
      return;
    case Fault::milliseconds:
      has_rate_ = false;
      return scale(log_.t, 1000);
    case Fault::velocities_in_degrees:
      return planted(log_.dq, 1 / degree, 1000);
    case Fault::velocities_in_rpm:
      return planted(log_.dq, 30 / pi, 1000);
    case Fault::velocities_reversed:
      return planted(log_.dq, -1, -1);
    case Fault::velocities_scaled: {
      const double factor = random.chance(0.5) ? random.uniform(0.3, 0.7) : random.uniform(1.4, 1.9);
      return planted(log_.dq, factor, factor);
    }
    case Fault::velocities_of_another:
      return replaced(log_.dq);
    case Fault::accelerations_in_degrees:
      return planted(log_.ddq, 1 / degree, 1000);
    case Fault::accelerations_reversed:
      return planted(log_.ddq, -1, -1);
    case Fault::accelerations_of_another:
      return replaced(log_.ddq);
    case Fault::lost_rows: {
      has_rate_ = true;
      const std::size_t period = std::max<std::size_t>(20, log_.t.size() / (4 + random.below(12)));
      const std::size_t lost = 2 + random.below(period / 4);
      for (Columns* columns : {&log_.q, &log_.dq, &log_.ddq})
        for (std::vector<double>& column : *columns) {
          std::vector<double> kept;
          for (std::size_t k = 0; k < column.size(); ++k)
            if (k % period < period - lost) kept.push_back(column[k]);
          column = kept;
        }
      return log_.t.resize(log_.q[0].size());
    }
    case Fault::wrong_rows: {
      std::vector<double>& column = log_.q[only.value()];
      const std::size_t at = 5 + random.below(column.size() - 10), rows = 1 + random.below(2);
      const double by = random.uniform(0.02, 0.5);
      for (std::size_t k = at; k < at + rows; ++k) column[k] += by;
      return;
    }
    case Fault::wrong_time: {
      has_rate_ = false;
      const std::size_t at = 5 + random.below(log_.t.size() - 10);
      const double step = log_.t[at + 1] - log_.t[at];
      log_.t[at] += step * random.uniform(0.3, 0.98);
      return;
    }
    case Fault::time_without_rows: {
      has_rate_ = false;
      const auto lost = static_cast<std::ptrdiff_t>(12 + random.below(89));
      const auto rows = static_cast<std::ptrdiff_t>(log_.t.size());
      if (rows <= lost + 40) return;
      const auto at =
          static_cast<std::ptrdiff_t>(20 + random.below(static_cast<std::size_t>(rows - lost - 40)));
      const auto lose = [&](std::vector<double>& column) {
        column.erase(column.begin() + at, column.begin() + at + lost);
      };
      lose(log_.t);
      for (Columns* columns : {&log_.q, &log_.dq, &log_.ddq})
        for (std::vector<double>& column : *columns) lose(column);
      return;
    }
    case Fault::too_fast: {
      const double factor = random.uniform(1.2, 5) / speed_;
      scale(log_.t, 1 / factor);
      rate_ *= factor;
      planted(log_.dq, factor, factor);
      return planted(log_.ddq, factor * factor, factor * factor);
    }
    case Fault::too_heavy: {
      std::vector<MassProperties> bodies;
      const double factor = random.uniform(1.2, 5) / effort_;
      for (const Link& link : robot_.links()) {
        MassProperties body = link.mass_properties;
        body.mass *= factor;
        body.inertia *= factor;
        bodies.push_back(body);
      }
      changed_.emplace(robot_.with_mass_properties(bodies));
      return;
    }
    case Fault::swallowing_terms: {  // as files of simulators have them: the same for all joints
      const Block rows = block(robot_, sound_, known_);
      const double torque = random.uniform(5, 50) * rows.tau.abs().maxCoeff();
      const auto part = [&](const Eigen::ArrayXXd& of) { return torque / of.abs().maxCoeff(); };
      Drive drive;
      switch (random.below(4)) {
        case 0:
          drive.joint.damping = part(rows.dq);
          break;
        case 1:
          drive.joint.coulomb_positive = torque;
          drive.joint.coulomb_negative = -torque;
          break;
        case 2:
          drive.rotor_inertia = part(rows.ddq);
          break;
        default:
          drive.spring.stiffness = part(rows.q);
      }
      changed_.emplace(robot_.with_drives(std::vector(robot_.joints().size(), drive)));
    }
  }
}

Block PlantedMotion::block(const Robot& robot, const Log& log, Known known) const {
  Block block(robot.dof(), log.t.size());
  block.rows = log.t.size();
  block.last = true;
  std::copy(log.t.begin(), log.t.end(), block.t.data());
  const auto put = [&](const Columns& from, Eigen::ArrayXXd& to) {
    for (std::size_t j = 0; j < from.size(); ++j)
      std::copy(from[j].begin(), from[j].end(), to.data() + j * block.capacity);
  };
  put(log.q, block.q);
  put(log.dq, block.dq);
  put(log.ddq, block.ddq);
  Differentiation how;
  how.known = known;
  how.scheme = known == Known::q_dq_ddq ? Scheme::given : Scheme::central;
  differentiate(how, block, "log");
  const TrajectoryTorques dynamics(robot);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block;
}

std::vector<Guard::Doubt> PlantedMotion::doubts(bool are_smoothed) const {
  Differentiation how{.known = known_};
  if (has_rate_) how.step = 1 / rate_;
  Guard guard(robot(), {.how = how, .known = known_, .is_prepared = are_smoothed, .degrees = degrees_});
  Block rows = block(robot(), log_, known_);
  if (are_smoothed) {
    guard.as_read().take(rows);
    rows.tau.setZero();
  }
  guard.take(rows);
  return guard.doubts({});
}

double PlantedMotion::change() const {
  const Eigen::ArrayXXd sound = block(robot_, sound_, known_).tau, wrong = block(robot(), log_, known_).tau;
  const Eigen::Array<double, 1, Eigen::Dynamic> peaks = sound.abs().colwise().maxCoeff();
  const auto change = wrong.rows() == sound.rows() ? (wrong - sound).abs().colwise().maxCoeff().eval()
                                                   : (wrong.abs().colwise().maxCoeff() - peaks).abs().eval();
  return (change / (peaks + 1e-9)).maxCoeff();
}

Robot limited_robot(Random& random) {
  RobotDescription description =
      random_description(random, {.joints = 3 + random.below(5), .prismatic = 0.1});
  description.gravity = {0, 0, -standard_gravity};
  for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    joint.drive = {};
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const double range =
        joint.type == JointType::revolute ? random.uniform(1, 2 * pi) : random.uniform(0.1, 1);
    joint.limits.lower = -range * random.uniform(0.3, 1);
    joint.limits.upper = range;
    joint.limits.velocity = joint.type == JointType::revolute ? random.uniform(1, 8) : random.uniform(0.2, 2);
  }
  return robot_of(description);
}

}  // namespace invdyn::test
