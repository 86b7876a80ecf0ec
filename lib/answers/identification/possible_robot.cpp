#include "possible_robot.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "../../ground/matrix/bounded_least_squares.h"
#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/bodies.h"
#include "../../robot/model/drive_fields.h"
#include "../../robot/model/pseudo_inertia.h"
#include "possible_link.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index first_parameter(std::size_t joint) {
  return static_cast<Index>(parameters_per_joint * joint);
}

// A scalar unknown: a change of friction, offset or a rotor.
struct Scalar {
  VectorXd column;  // how the fit columns change with it
  double lower;     // bound of its change
  double scale;     // a change of this size is pulled back by one standard deviation of noise

  const FitColumn* gear = nullptr;  // whose friction curve, friction of the load or delay it is
};

// The mass of a joint's link that may change: of the heaviest among the link and those fixed to it.
struct Mass {
  std::size_t link;               // index into links()
  Eigen::Isometry3d T_axes_link;  // to the axes of the joint's link, or of the link with a payload
  LinkParameters before, target;  // in those axes; target: of the pull
  LinkParameters scale;
  MatrixXd columns;  // how the fit columns change with the parameters
  LinkSize size;     // that it keeps; of a payload: none
};

constexpr double room_to_grow = 1.5;  // of a mass, before its size is looked at again

LinkParameters scale_of(const LinkParameters& p) {
  const double mass = p[0], spread = pseudo_inertia(p).topLeftCorner<3, 3>().trace();
  constexpr double shortest = 0.02;  // m
  const double length = std::max(shortest, std::sqrt(std::max(0.0, spread) / mass));
  LinkParameters scale;
  scale << mass, LinkParameters::Constant(mass * length).head<3>(),
      LinkParameters::Constant(mass * length * length).head<6>();
  return scale;
}

// The problem: the sum of squares of A change - z, and of the pulls.
class Problem {
 public:
  Problem(const Robot& robot, const Regressor& regressor, const std::vector<FitColumn>& columns,
          const Model& model, const ModelFit& fit, const FitChoice& choice)
      : robot_(robot), regressor_(regressor), columns_(columns), model_(model), fit_(fit), choice_(choice) {
    for (const FitPart part : model.parts) add(part);
  }

  void solve();
  PossibleRobot result() const;

 private:
  void add(FitPart part);
  void add_scalars(FitPart part);
  void add_masses();
  void add_payload();
  void add_scalar(const Scalar& scalar, Index parameter);
  void set_bound(Scalar& scalar, Index parameter) const;
  double reach_of(const VectorXd& column) const;
  MatrixXd columns_of(std::size_t joint, FitPart part) const;
  Index size() const { return static_cast<Index>(scalars_.size() + 10 * masses_.size()); }
  Index first(std::size_t mass) const { return static_cast<Index>(scalars_.size() + 10 * mass); }
  // The solution stays a little off its bounds.
  double change_of(std::size_t k) const {
    constexpr double little = 1e-9;
    const double scale = scalars_[k].scale, change = v_[static_cast<Index>(k)] * scale;
    return change - scalars_[k].lower > little * scale ? change : scalars_[k].lower;
  }
  LinkParameters parameters_of(std::size_t mass) const {
    return v_.segment<10>(first(mass)).cwiseProduct(masses_[mass].scale);
  }
  VectorXd start() const;
  std::vector<Bound> bounds() const;
  void add_curve_bounds(std::size_t curve, std::vector<Bound>& bounds) const;
  double room_of_curve(std::size_t curve) const;
  std::optional<Index> dry_friction(std::size_t joint, Parameter direction) const;
  bool are_heavier();
  Drive changed_drive(std::size_t joint) const;

  const Robot& robot_;
  const Regressor& regressor_;
  const std::vector<FitColumn>& columns_;
  const Model& model_;
  const ModelFit& fit_;
  const FitChoice& choice_;
  std::vector<Scalar> scalars_;
  std::vector<Index> parameter_;  // of each scalar: of the regressor
  std::vector<Mass> masses_;
  bool has_payload_ = false;
  VectorXd v_;
};

void Problem::add(FitPart part) {
  switch (part) {
    case FitPart::links:
      return add_masses();
    case FitPart::payload:
      return add_payload();
    default:
      return add_scalars(part);
  }
}

// Positive ones stay positive, the dry friction while dq < 0 negative: it is its negative that is unknown.
void Problem::set_bound(Scalar& scalar, Index parameter) const {
  const double file = regressor_.values()[parameter];
  const bool is_negative =
      parameter % static_cast<Index>(parameters_per_joint) == static_cast<Index>(Parameter::coulomb_negative);
  scalar.lower = is_negative ? file : -file;
  if (is_negative) scalar.column = -scalar.column;
}

// The logs do not determine the friction of a joint that rests in all of them. It stays as in the file.
void Problem::add_scalar(const Scalar& scalar, Index parameter) {
  if (scalar.scale == HUGE_VAL) return;
  scalars_.push_back(scalar);
  parameter_.push_back(parameter);
}

// A change that makes as much torque as there is to explain; infinite: it makes none. A pull of one standard
// deviation for it holds combinations that the logs do not determine, and nothing else: Coulomb friction and
// offset of a joint that turns one way only.
double Problem::reach_of(const VectorXd& column) const {
  const auto count = static_cast<Index>(columns_.size());
  const double effect = (fit_.weighted.leftCols(count) * column).norm(),
               all = fit_.weighted.col(count).norm();
  return effect > 0 ? std::max(1.0, all) / effect : HUGE_VAL;
}

// The unknowns of the model that are not links.
void Problem::add_scalars(FitPart part) {
  const bool has_links =
      std::find(model_.parts.begin(), model_.parts.end(), FitPart::links) != model_.parts.end();
  const auto count = static_cast<Index>(columns_.size());
  if (part == FitPart::rotor && has_links) {  // combined with links in the fit, here each by itself
    double largest = 1e-3;                    // of the links' moments of inertia and rotors
    for (std::size_t j = 0; j < robot_.dof(); ++j)
      largest =
          std::max(largest, regressor_.values().segment(first_parameter(j) + 4, 7).cwiseAbs().maxCoeff());
    for (std::size_t j = 0; j < robot_.dof(); ++j) {
      const Index index = first_parameter(j) + static_cast<Index>(Parameter::rotor);
      const auto is_own = [&](const FitColumn& each) {
        return each.part == FitPart::rotor && each.parts.front().first == index;
      };
      if (std::any_of(columns_.begin(), columns_.end(), is_own) &&
          std::none_of(model_.values.begin(), model_.values.end(), is_own))
        continue;
      VectorXd column = VectorXd::Zero(count);
      for (Index k = 0; k < count; ++k)
        for (const auto& [parameter, factor] : columns_[static_cast<std::size_t>(k)].combination)
          if (parameter == index) column[k] = factor;
      const double value = regressor_.values()[index];
      if (reach_of(column) < HUGE_VAL) add_scalar({column, -value, std::max(value, largest)}, index);
    }
    return;
  }
  for (std::size_t k = 0; k < model_.values.size(); ++k) {
    const FitColumn& value = model_.values[k];
    if (value.part != part) continue;
    const VectorXd column = model_.basis.col(static_cast<Index>(k));
    Scalar scalar{column, -HUGE_VAL, reach_of(column)};
    if (part == FitPart::curve || part == FitPart::load || part == FitPart::delay) {
      if (part == FitPart::load) scalar.lower = -value.value;
      scalar.gear = &value;
      add_scalar(scalar, value.parts.front().first);
      continue;
    }
    if (value.parts.size() == 2)  // dry friction in both directions: their mean is not negative
      scalar.lower = -(regressor_.values()[value.parts[0].first] * value.parts[0].second +
                       regressor_.values()[value.parts[1].first] * value.parts[1].second) /
                     2;
    else if (part != FitPart::offset)
      set_bound(scalar, value.parts.front().first);
    add_scalar(scalar, value.parts.front().first);
  }
}

MatrixXd Problem::columns_of(std::size_t joint, FitPart part) const {
  MatrixXd columns = MatrixXd::Zero(static_cast<Index>(columns_.size()), 10);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if ((columns_[k].part == FitPart::payload) != (part == FitPart::payload)) continue;
    for (const auto& [parameter, factor] : columns_[k].combination)
      if (const Index i = parameter - first_parameter(joint); i >= 0 && i < 10)
        columns(static_cast<Index>(k), i) = factor;
  }
  return columns;
}

void Problem::add_masses() {
  const std::vector<LinkPlacement> placements = link_seats(robot_);
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::size_t main = robot_.moving_joints()[j] + 1;
    std::size_t chosen = main;
    for (std::size_t link = 0; link < robot_.links().size(); ++link) {
      const auto mass = [&](std::size_t of) { return robot_.links()[of].mass_properties.mass; };
      if (placements[link].body == placements[main].body && mass(link) > mass(chosen)) chosen = link;
    }
    const MassProperties& body = robot_.links()[chosen].mass_properties;
    if (body.mass == 0) continue;
    const Eigen::Isometry3d T_main_link =
        placements[main].T_body_link.inverse(Eigen::Isometry) * placements[chosen].T_body_link;
    const LinkParameters p = link_parameters(chosen == main ? body : moved(body, T_main_link));
    masses_.push_back({chosen, T_main_link, p, p, scale_of(p), columns_of(j, FitPart::links),
                       smallest_size(p, room_to_grow * body.mass)});
  }
}

// Starts from a ball of 5 cm at the estimated centre of mass.
void Problem::add_payload() {
  has_payload_ = true;
  LinkParameters estimate = LinkParameters::Zero();
  for (std::size_t k = 0; k < model_.values.size(); ++k)
    if (model_.values[k].part == FitPart::payload)
      if (const Index i = model_.values[k].parts.front().first - first_parameter(*choice_.payload); i < 10)
        estimate[i] = fit_.unknowns[static_cast<Index>(k)];
  constexpr double min_mass = 0.01, radius = 0.05;
  MassProperties ball;
  ball.mass = std::max(min_mass, estimate[0]);
  if (estimate[0] > min_mass) ball.com = estimate.segment<3>(1) / estimate[0];
  ball.inertia = 0.4 * ball.mass * radius * radius * Eigen::Matrix3d::Identity();
  const LinkParameters p = link_parameters(ball);
  masses_.push_back({0,
                     Eigen::Isometry3d::Identity(),
                     LinkParameters::Zero(),
                     p,
                     scale_of(p),
                     columns_of(*choice_.payload, FitPart::payload),
                     {}});
}

bool is_curve(const FitColumn* gear) {
  return gear && gear->part == FitPart::curve;
}

// The scalar of a joint's dry friction in this direction. With an offset, both directions change alike.
std::optional<Index> Problem::dry_friction(std::size_t joint, Parameter direction) const {
  const Index wanted =
      first_parameter(joint) + static_cast<Index>(choice_.offset ? Parameter::coulomb_positive : direction);
  for (std::size_t k = 0; k < scalars_.size(); ++k)
    if (!scalars_[k].gear && parameter_[k] == wanted) return static_cast<Index>(k);
  return std::nullopt;
}

double dry_torque(const Drive& drive, Parameter direction) {
  return direction == Parameter::coulomb_positive ? drive.coulomb_positive() : -drive.coulomb_negative();
}

// By how much a curve may decrease, with the dry friction of the file.
double Problem::room_of_curve(std::size_t curve) const {
  const Drive& drive = robot_.moving_joint(scalars_[curve].gear->joint()).drive;
  return drive.curve.torque + std::min(dry_torque(drive, Parameter::coulomb_positive),
                                       dry_torque(drive, Parameter::coulomb_negative));
}

// Friction never drives: a curve takes away at most the dry friction.
void Problem::add_curve_bounds(std::size_t curve, std::vector<Bound>& bounds) const {
  const std::size_t j = scalars_[curve].gear->joint();
  const Drive& drive = robot_.moving_joint(j).drive;
  for (const Parameter direction : {Parameter::coulomb_positive, Parameter::coulomb_negative}) {
    const auto own = static_cast<Index>(curve);
    const Index dry = dry_friction(j, direction).value_or(own), first = std::min(own, dry);
    std::vector<MatrixXd> factors(static_cast<std::size_t>(std::abs(own - dry)) + 1, MatrixXd::Zero(1, 1));
    for (const Index k : {own, dry})
      factors[static_cast<std::size_t>(k - first)](0, 0) = scalars_[static_cast<std::size_t>(k)].scale;
    bounds.push_back({first, MatrixXd::Constant(1, 1, drive.curve.torque + dry_torque(drive, direction)),
                      std::move(factors)});
  }
}

// The unknowns: scalars, then ten parameters of each mass, all in units of their scales.
VectorXd Problem::start() const {
  VectorXd v(size());
  constexpr double room = 0.1;
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const double lower = is_curve(scalars_[k].gear) ? -room_of_curve(k) : scalars_[k].lower;
    v[static_cast<Index>(k)] = std::max(0.0, lower / scalars_[k].scale + room);
  }
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const LinkParameters p = link_parameters(
        inside(pseudo_inertia(masses_[i].target), std::max(5 * minimum_radius, masses_[i].size.radius)));
    v.segment<10>(first(i)) = p.cwiseQuotient(masses_[i].scale);
  }
  return v;
}

std::vector<Bound> Problem::bounds() const {
  std::vector<Bound> bounds;
  for (std::size_t k = 0; k < scalars_.size(); ++k)
    if (const Scalar& scalar = scalars_[k]; std::isfinite(scalar.lower))
      bounds.push_back({static_cast<Index>(k),
                        MatrixXd::Constant(1, 1, -scalar.lower / scalar.scale),
                        {MatrixXd::Identity(1, 1)}});
  for (std::size_t k = 0; k < scalars_.size(); ++k)
    if (is_curve(scalars_[k].gear)) add_curve_bounds(k, bounds);
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const Mass& mass = masses_[i];
    for (Bound& bound : bounds_of_link(mass.before, mass.size, mass.scale)) {
      bound.first = first(i);
      bounds.push_back(std::move(bound));
    }
  }
  return bounds;
}

// The equations, and below them the pulls.
void Problem::solve() {
  if (size() == 0) return;
  const auto count = static_cast<Index>(columns_.size());
  MatrixXd C(count, size());
  VectorXd offset = VectorXd::Zero(count),
           target = VectorXd::Zero(size());  // offset: of the columns at v = 0
  for (std::size_t k = 0; k < scalars_.size(); ++k)
    C.col(static_cast<Index>(k)) = scalars_[k].column * scalars_[k].scale;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const Mass& mass = masses_[i];
    C.middleCols<10>(first(i)) = mass.columns * mass.scale.asDiagonal();
    offset -= mass.columns * mass.before;
    target.segment<10>(first(i)) = mass.target.cwiseQuotient(mass.scale);
  }
  const auto equations = fit_.weighted.leftCols(count);
  MatrixXd A(equations.rows() + size(), size());
  A << equations * C, MatrixXd::Identity(size(), size());
  VectorXd z(A.rows());
  z << fit_.weighted.col(count) - equations * offset, target;
  constexpr int max_rounds = 4;
  for (int round = 0; round < max_rounds; ++round) {
    v_ = bounded_least_squares(A, z, bounds(), start());
    if (!are_heavier()) break;
  }
}

// Whether links are heavier than their sizes are made for; then these are made larger.
bool Problem::are_heavier() {
  bool are = false;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const double mass = parameters_of(i)[0];
    if (masses_[i].size.heaviest == 0 || mass <= masses_[i].size.heaviest) continue;
    masses_[i].size = smallest_size(masses_[i].before, room_to_grow * mass);
    are = true;
  }
  return are;
}

Drive Problem::changed_drive(std::size_t j) const {
  Drive drive = robot_.moving_joint(j).drive;
  const double ratio = std::abs(drive.gear_ratio);
  // Into the joint's side; what that side does not have, from the motor's side. sign: that both keep.
  const auto change = [](double& joint, double& motor, double factor, double by, double sign) {
    joint += by;
    if (joint * sign >= 0) return;
    motor = sign * std::max(0.0, sign * (motor + joint / factor));
    joint = 0;
  };
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    if (static_cast<std::size_t>(parameter_[k]) / parameters_per_joint != j) continue;
    const double by = change_of(k);
    if (const FitColumn* gear = scalars_[k].gear) {
      if (gear->part == FitPart::delay) continue;
      if (gear->part == FitPart::load)
        drive.load = std::clamp(drive.load + by, 0.0, max_load);
      else
        drive.curve = {drive.curve.torque + by, gear->curve_speed};
      continue;
    }
    switch (static_cast<Parameter>(static_cast<std::size_t>(parameter_[k]) % parameters_per_joint)) {
      case Parameter::rotor:
        drive.rotor_inertia = std::max(0.0, drive.rotor_inertia + by / (ratio * ratio));
        break;
      case Parameter::damping:
        change(drive.joint.damping, drive.motor.damping, ratio * ratio, by, 1);
        break;
      case Parameter::coulomb_positive: {
        // With an offset both directions change alike; what would change its sign goes into the offset.
        const double positive = drive.coulomb_positive() + by, negative = drive.coulomb_negative() - by,
                     shift = !choice_.offset ? 0
                             : positive < 0  ? positive
                                             : std::max(0.0, negative);
        drive.offset += shift;
        change(drive.joint.coulomb_positive, drive.motor.coulomb_positive, ratio, by - shift, 1);
        if (choice_.offset)
          change(drive.joint.coulomb_negative, drive.motor.coulomb_negative, ratio, -by - shift, -1);
        break;
      }
      case Parameter::coulomb_negative:
        change(drive.joint.coulomb_negative, drive.motor.coulomb_negative, ratio, -by, -1);
        break;
      default:
        drive.offset += by;
    }
  }
  // Friction never drives.
  if (drive.curve.torque < 0)
    drive.curve.torque = std::max({drive.curve.torque, -drive.coulomb_positive(), drive.coulomb_negative()});
  if (drive.curve.torque == 0) drive.curve = {};
  return drive;
}

PossibleRobot Problem::result() const {
  VectorXd change = VectorXd::Zero(static_cast<Index>(columns_.size()));
  for (std::size_t k = 0; k < scalars_.size(); ++k) change += scalars_[k].column * change_of(k);
  std::vector<MassProperties> bodies;
  for (const Link& link : robot_.links()) bodies.push_back(link.mass_properties);
  std::vector<Drive> drives;
  for (const Joint& joint : robot_.joints()) drives.push_back(joint.drive);
  for (std::size_t j = 0; j < robot_.dof(); ++j) drives[robot_.moving_joints()[j]] = changed_drive(j);
  MassProperties payload;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const Mass& mass = masses_[i];
    const LinkParameters p = parameters_of(i);
    change += mass.columns * (p - mass.before);
    if (mass.link == 0)
      payload = mass_properties(p);
    else
      bodies[mass.link] = moved(mass_properties(p), mass.T_axes_link.inverse(Eigen::Isometry));
  }
  return {robot_.with_mass_properties(bodies).with_drives(drives), payload, change};
}

}  // namespace

PossibleRobot possible_robot(const Robot& robot, const Regressor& regressor,
                             const std::vector<FitColumn>& columns, const Model& model, const ModelFit& fit,
                             const FitChoice& choice) {
  Problem problem(robot, regressor, columns, model, fit, choice);
  problem.solve();
  return problem.result();
}

}  // namespace invdyn
