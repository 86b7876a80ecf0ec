#include "possible_robot.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/files/check.h"
#include "../../robot/model/bodies.h"
#include "../../robot/model/drive_fields.h"
#include "../../robot/model/pseudo_inertia.h"

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
  double scale;     // a change of this size is pulled back by one standard deviation; infinite: no pull

  const FitColumn* gear = nullptr;  // whose friction curve, friction of the load or delay it is

  double unit() const { return scale < HUGE_VAL ? scale : 1; }
};

// The mass of a joint's link that may change: of the heaviest among the link and those fixed to it.
struct Mass {
  std::size_t link;               // index into links()
  Eigen::Isometry3d T_axes_link;  // to the axes of the joint's link, or of the link with a payload
  LinkParameters before, target;  // in those axes; target: of the pull
  LinkParameters scale;
  MatrixXd columns;  // how the fit columns change with the parameters
  double radius;     // of gyration, that it keeps at least in each direction
};

// A change of this many times its size is pulled back by one standard deviation of noise. So the pull is weak
// where the data determine something.
constexpr double weak = 1;

LinkParameters scale_of(const LinkParameters& p) {
  const double mass = p[0], spread = pseudo_inertia(p).topLeftCorner<3, 3>().trace();
  constexpr double shortest = 0.02;  // m
  const double length = std::max(shortest, std::sqrt(std::max(0.0, spread) / mass));
  LinkParameters scale;
  scale << mass, LinkParameters::Constant(mass * length).head<3>(),
      LinkParameters::Constant(mass * length * length).head<6>();
  return weak * scale;
}

// The radius of gyration, in each direction, of a solid ball of the densest matter that is three times as
// heavy, as masses change. A body that is thinner in the file may stay so, but not one of points: that is a
// model.
double minimum_radius_of(const MassProperties& body) {
  const double ball =
      std::sqrt(0.2) * std::cbrt(3 * body.mass / (4 * std::numbers::pi / 3 * suspicion::density));
  const PseudoInertia J = pseudo_inertia(link_parameters(body.mass, Eigen::Vector3d::Zero(), body.inertia));
  const double thinnest =
      std::sqrt(std::max(0.0, symmetric_eigenpairs(J.topLeftCorner<3, 3>()).values.minCoeff() / body.mass));
  return thinnest < minimum_radius ? std::max(ball, minimum_radius) : std::min(ball, thinnest);
}

PseudoInertia minimum_of_unit_mass(double radius) {
  PseudoInertia J = PseudoInertia::Zero();
  J.diagonal().head<3>().setConstant(radius * radius);
  return J;
}

// The problem: the sum of squares of A change - z, and of the pulls.
class Problem {
 public:
  Problem(const Robot& robot, const Regressor& regressor, const std::vector<FitColumn>& columns,
          const Model& model, const ModelFit& fit, const FitChoice& choice)
      : robot_(robot), regressor_(regressor), columns_(columns), model_(model), fit_(fit), choice_(choice) {
    for (const FitPart part : model.parts) add(part);
    leave_out_undetermined();
  }

  void solve();
  PossibleRobot result() const;

 private:
  void add(FitPart part);
  void add_scalars(FitPart part);
  void add_masses();
  void add_payload();
  void leave_out_undetermined();
  void set_bound(Scalar& scalar, Index parameter) const;
  double reach_of(const VectorXd& column) const;
  MatrixXd columns_of(std::size_t joint, FitPart part) const;
  Index size() const { return static_cast<Index>(scalars_.size() + 10 * masses_.size()); }
  Index first(std::size_t mass) const { return static_cast<Index>(scalars_.size() + 10 * mass); }
  double change_of(std::size_t scalar) const {
    return std::max(v_[static_cast<Index>(scalar)] * scalars_[scalar].unit(), scalars_[scalar].lower);
  }
  LinkParameters parameters_of(std::size_t mass) const {
    return v_.segment<10>(first(mass)).cwiseProduct(masses_[mass].scale);
  }
  VectorXd start() const;
  void make_squares();
  double squares(const VectorXd& v) const;
  struct Barrier {
    double value;
    VectorXd gradient;
    MatrixXd hessian;
  };
  Barrier barrier(const VectorXd& v, bool with_derivatives) const;
  bool step(double weight);
  bool takes_least_squares();
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
  // The squares are |S y - c|^2 + |pull (v - target)|^2 with y = V' v, from the singular values of the
  // equations: normal equations would lose the pull next to what the data determine well.
  MatrixXd V_;
  VectorXd S_, c_, pull_, target_;
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

// A change that makes as much torque as there is to explain. A pull of one standard deviation for it holds
// combinations that the logs do not determine, and nothing else: Coulomb friction and offset of a joint that
// turns one way only.
double Problem::reach_of(const VectorXd& column) const {
  const auto count = static_cast<Index>(columns_.size());
  const double effect = (fit_.weighted.leftCols(count) * column).norm(),
               all = fit_.weighted.col(count).norm();
  return effect > 0 && all > 0 ? all / effect : HUGE_VAL;
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
      scalars_.push_back({column, -value, weak * std::max(value, largest)});
      parameter_.push_back(index);
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
      scalars_.push_back(scalar);
      parameter_.push_back(value.parts.front().first);
      continue;
    }
    if (value.parts.size() == 2)  // dry friction in both directions: their mean is not negative
      scalar.lower = -(regressor_.values()[value.parts[0].first] * value.parts[0].second +
                       regressor_.values()[value.parts[1].first] * value.parts[1].second) /
                     2;
    else if (part != FitPart::offset)
      set_bound(scalar, value.parts.front().first);
    scalars_.push_back(scalar);
    parameter_.push_back(value.parts.front().first);
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
    masses_.push_back(
        {chosen, T_main_link, p, p, scale_of(p), columns_of(j, FitPart::links), minimum_radius_of(body)});
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
  masses_.push_back({0, Eigen::Isometry3d::Identity(), LinkParameters::Zero(), p, scale_of(p),
                     columns_of(*choice_.payload, FitPart::payload), 0});
}

// The logs do not determine the friction of a joint that rests in all of them. It stays as in the file:
// nothing would hold it back from the barrier.
void Problem::leave_out_undetermined() {
  const auto equations = fit_.weighted.leftCols(static_cast<Index>(columns_.size()));
  for (std::size_t k = scalars_.size(); k-- > 0;) {
    if (!(equations * scalars_[k].column).isZero(0)) continue;
    scalars_.erase(scalars_.begin() + static_cast<std::ptrdiff_t>(k));
    parameter_.erase(parameter_.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

// The unknowns: scalars, then ten parameters of each mass, all in units of their scales.
VectorXd Problem::start() const {
  VectorXd v(size());
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const Scalar& scalar = scalars_[k];
    const double room = std::isfinite(scalar.lower) ? std::max(1e-3 * std::abs(scalar.lower), 1e-9) : 0;
    v[static_cast<Index>(k)] =
        std::max(0.0, std::isfinite(scalar.lower) ? scalar.lower + room : 0) / scalar.unit();
  }
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const LinkParameters p = link_parameters(
        inside(pseudo_inertia(masses_[i].target), std::max(5 * minimum_radius, 1.5 * masses_[i].radius)));
    v.segment<10>(first(i)) = p.cwiseQuotient(masses_[i].scale);
  }
  return v;
}

void Problem::make_squares() {
  const auto count = static_cast<Index>(columns_.size());
  MatrixXd C(count, size());
  VectorXd offset = VectorXd::Zero(count);  // change of the columns at v = 0
  pull_ = VectorXd::Zero(size()), target_ = VectorXd::Zero(size());
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    C.col(static_cast<Index>(k)) = scalars_[k].column * scalars_[k].unit();
    pull_[static_cast<Index>(k)] = scalars_[k].scale < HUGE_VAL ? 1 : 0;
  }
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const Mass& mass = masses_[i];
    C.middleCols<10>(first(i)) = mass.columns * mass.scale.asDiagonal();
    offset -= mass.columns * mass.before;
    pull_.segment<10>(first(i)).setOnes();
    target_.segment<10>(first(i)) = mass.target.cwiseQuotient(mass.scale);
  }
  const MatrixXd A = fit_.weighted.leftCols(count) * C;
  const VectorXd z = fit_.weighted.col(count) - fit_.weighted.leftCols(count) * offset;
  const SingularValues svd = singular_value_decomposition(A, SideV::full);
  V_ = svd.V;
  S_ = c_ = VectorXd::Zero(size());
  S_.head(svd.values.size()) = svd.values;
  c_.head(svd.values.size()) = svd.U.transpose() * z;
}

double Problem::squares(const VectorXd& v) const {
  return ((S_.cwiseProduct(V_.transpose() * v) - c_).squaredNorm() +
          pull_.cwiseProduct(v - target_).squaredNorm()) /
         2;
}

// Minus the logarithms of the distances from the bounds, and their derivatives. Infinite outside.
Problem::Barrier Problem::barrier(const VectorXd& v, bool with_derivatives) const {
  Barrier result{0, VectorXd::Zero(size()), MatrixXd::Zero(with_derivatives ? size() : 0, size())};
  for (Index k = 0; k < static_cast<Index>(scalars_.size()); ++k) {
    const Scalar& scalar = scalars_[static_cast<std::size_t>(k)];
    if (!std::isfinite(scalar.lower)) continue;
    const double room = v[k] - scalar.lower / scalar.unit();
    if (!(room > 0)) return {HUGE_VAL, {}, {}};
    result.value -= std::log(room);
    result.gradient[k] = -1 / room;
    if (with_derivatives) result.hessian(k, k) = 1 / (room * room);
  }
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const Mass& mass = masses_[i];
    const LinkParameters p = v.segment<10>(first(i)).cwiseProduct(mass.scale);
    const PseudoInertia minimum = minimum_of_unit_mass(mass.radius);
    const Eigen::LLT<PseudoInertia> factor(pseudo_inertia(p) - p[0] * minimum);
    if (factor.info() != Eigen::Success || !(factor.matrixLLT().diagonal().minCoeff() > 0))
      return {HUGE_VAL, {}, {}};
    result.value -= 2 * factor.matrixLLT().diagonal().array().log().sum();
    if (!with_derivatives) continue;
    PseudoInertia products[10];  // inv(J) dJ
    for (Index k = 0; k < 10; ++k) {
      PseudoInertia change = pseudo_inertia(LinkParameters(LinkParameters::Unit(k) * mass.scale[k]));
      if (k == 0) change -= mass.scale[0] * minimum;
      products[k] = factor.solve(change);
      result.gradient[first(i) + k] = -products[k].trace();
    }
    for (Index k = 0; k < 10; ++k)
      for (Index l = 0; l < 10; ++l)
        result.hessian(first(i) + k, first(i) + l) = (products[k] * products[l]).trace();
  }
  return result;
}

// One step of Newton towards the minimum of squares + weight * barrier. False: it is reached.
bool Problem::step(double weight) {
  const Barrier here = barrier(v_, true);
  const VectorXd rest = S_.cwiseProduct(V_.transpose() * v_) - c_,
                 of_v = pull_.cwiseProduct(v_ - target_) + weight * here.gradient,
                 gradient = S_.cwiseProduct(rest) + V_.transpose() * of_v;
  MatrixXd H = weight * here.hessian;
  H.diagonal() += pull_;
  H = V_.transpose() * H * V_;
  H.diagonal() += S_.cwiseAbs2();
  const VectorXd scale = H.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const VectorXd along = -scale.cwiseProduct(
      symmetric_solution(scale.asDiagonal() * H * scale.asDiagonal(), scale.cwiseProduct(gradient)));
  const VectorXd direction = V_ * along;
  const double slope = gradient.dot(along);
  constexpr double enough = 1e-3;  // of the barrier's weight
  if (!(-slope > enough * weight)) return false;
  const double value = squares(v_) + weight * here.value;
  for (double length = 1; length > 1e-12; length /= 2) {
    const VectorXd next = v_ + length * direction;
    const Barrier there = barrier(next, false);
    if (!(there.value < HUGE_VAL) || !(squares(next) + weight * there.value <= value + 1e-4 * length * slope))
      continue;
    v_ = next;
    return true;
  }
  return false;  // rounding
}

// Without links, the fit itself is the solution if it keeps the bounds.
bool Problem::takes_least_squares() {
  MatrixXd C(static_cast<Index>(columns_.size()), size());
  for (std::size_t k = 0; k < scalars_.size(); ++k) C.col(static_cast<Index>(k)) = scalars_[k].column;
  const Index count = C.rows();
  const VectorXd x = least_squares(fit_.weighted.leftCols(count) * C, fit_.weighted.col(count));
  VectorXd v(size());
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    if (x[static_cast<Index>(k)] < scalars_[k].lower) return false;
    v[static_cast<Index>(k)] = x[static_cast<Index>(k)] / scalars_[k].unit();
  }
  v_ = v;
  return true;
}

void Problem::solve() {
  v_ = start();
  if (size() == 0) return;
  if (masses_.empty() && takes_least_squares()) return;
  make_squares();
  const auto terms = static_cast<double>(scalars_.size() + 4 * masses_.size());
  constexpr double last = 1e-7;   // in squares of the noise
  constexpr int max_steps = 60;   // of each weight
  constexpr double slowly = 2.5;  // faster, Newton's steps end early for some parts of logs
  for (double weight = std::max(1.0, squares(v_) / terms); weight > last; weight /= slowly)
    for (int i = 0; i < max_steps && step(weight);) ++i;
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
