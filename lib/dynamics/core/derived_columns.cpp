#include "derived_columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

#include "../../ground/matrix/decompositions.h"
#include "../../trajectory/data/quantity.h"
#include "../../trajectory/loads/wrench_history.h"
#include "../../trajectory/names/base_outputs.h"
#include "../../trajectory/pose/base_numbers.h"
#include "gravity_compensation.h"

namespace invdyn {
namespace {

constexpr std::array<std::string_view, all_derived.size() + derived_of_base.size()> derived_names{
    "inertia",  "coriolis",    "gravity",      "viscous",     "coulomb",  "offset",   "spring",   "rotor",
    "external", "power",       "motor_torque", "motor_speed", "measured", "residual", "reaction", "base",
    "wrench",   "wrench_body", "com",          "momentum",    "zmp",      "contact",  "support"};

DynamicsSettings links_alone(const DynamicsSettings& settings, const Eigen::Vector3d& gravity) {
  return {.friction = false, .rotor = false, .spring = false, .gravity = gravity, .method = settings.method};
}

std::vector<TimedWrench> all_wrenches(const DynamicsSettings& settings, const Surroundings& surroundings) {
  std::vector<TimedWrench> all = surroundings.wrenches;
  if (settings.wrench) all.push_back({*settings.wrench});
  for (TimedWrench& each : contact_wrenches(surroundings.contacts)) all.push_back(std::move(each));
  return all;
}

std::vector<TimedWrench> balancers(const Robot& robot, const DynamicsSettings& settings,
                                   const DrivenTree& tree) {
  if (!tree.base_moves()) return {};
  return compensating_wrenches(robot, settings.gravity.value_or(robot.gravity()));
}

void without_friction(Drive& drive) {
  drive.motor = drive.joint = {};
  drive.load = 0;
  drive.curve = {};
}

std::vector<Drive> counted_drives(const Robot& tree, const DynamicsSettings& settings) {
  std::vector<Drive> drives;
  for (std::size_t j = 0; j < tree.dof(); ++j) {
    Drive& drive = drives.emplace_back(tree.moving_joint(j).drive);
    if (!settings.rotor) drive.rotor_inertia = 0;
    if (!settings.spring) drive.spring = {};
    if (!settings.friction) {
      without_friction(drive);
      drive.offset = 0;
    }
  }
  return drives;
}

std::vector<std::string> base_names(Derived derived) {
  return derived == Derived::base
             ? base_motion_names()
             : base_wrench_names(derived == Derived::wrench ? WrenchAxes::world : WrenchAxes::base);
}

// The vectors of a quantity of the whole.
std::vector<std::string_view> vectors_of(Derived derived) {
  if (derived == Derived::com) return {"com", "dcom", "ddcom"};
  if (derived == Derived::momentum) return {"momentum", "angular", "dmomentum", "dangular"};
  return {"zmp"};
}

bool any_of_whole(const std::vector<Derived>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), is_of_whole);
}

}  // namespace

std::string_view name_of(Derived derived) {
  return derived_names[static_cast<std::size_t>(derived)];
}

DerivedColumns::Workspace::Workspace(const DerivedColumns& columns)
    : with_gravity(columns.with_gravity_), without_gravity(columns.without_gravity_) {}

DerivedColumns::DerivedColumns(const Robot& robot, const DynamicsSettings& settings,
                               const Surroundings& surroundings, std::vector<Derived> wanted, TwistAxes axes)
    : tree_(robot, surroundings.base, settings.gravity.value_or(robot.gravity())),
      drives_(counted_drives(tree_.tree(), settings)),
      with_gravity_(tree_.tree(), links_alone(settings, settings.gravity.value_or(robot.gravity()))),
      without_gravity_(tree_.tree(), links_alone(settings, Eigen::Vector3d::Zero())),
      wrenches_(tree_.tree(), all_wrenches(settings, surroundings)),
      balancers_(tree_.tree(), balancers(robot, settings, tree_)),
      of_contacts_(tree_.tree(), contact_wrenches(surroundings.contacts)),
      reactions_(tree_.tree(), settings.gravity.value_or(robot.gravity()),
                 all_wrenches(settings, surroundings), robot.moving_joints()),
      wanted_(std::move(wanted)),
      axes_(axes),
      ground_(surroundings.ground) {
  for (const Contact& contact : surroundings.contacts) contacts_.push_back(contact.name);
  if (any_of_whole(wanted_)) {
    whole_.emplace(tree_.tree());
    least_pressure_ = 1e-6 * whole_->mass() * settings.gravity.value_or(robot.gravity()).norm();
  }
  for (CoupledDrive& each : coupled_drives(tree_.tree())) {
    Drive& drive = drives_[each.drive];
    coupled_.emplace_back(std::move(each), drive).second.offset = 0;
    without_friction(drive);
    drive.rotor_inertia = 0;
  }
  if (!coupled_.empty()) {
    drives_per_joints_ = drives_per_joints(robot);
    joints_per_drives_ = inverse(drives_per_joints_);
  }
  for (const std::size_t joint : robot.moving_joints()) {
    joints_.push_back(robot.joints()[joint]);
    shafts_.emplace_back(robot.joints()[joint].drive, settings);
    carried_.push_back(robot.links()[joint + 1].name);
  }
}

std::size_t DerivedColumns::columns_of(Derived derived) const {
  if (is_of_base(derived)) return base_names(derived).size();
  if (is_of_whole(derived)) return 3 * vectors_of(derived).size();
  if (derived == Derived::contact) return wrench_components.size() * contacts_.size();
  if (derived == Derived::support) return contacts_.size() + 2;
  return (derived == Derived::reaction ? wrench_components.size() : 1) * joints_.size();
}

std::size_t DerivedColumns::count() const {
  std::size_t count = 0;
  for (const Derived derived : wanted_) count += columns_of(derived);
  return count;
}

std::vector<std::string> DerivedColumns::names(Derived derived) const {
  if (is_of_base(derived)) return base_names(derived);
  std::vector<std::string> names;
  if (is_of_whole(derived)) {
    for (const std::string_view vector : vectors_of(derived))
      for (const std::string_view axis : {"_x", "_y", "_z"})
        names.push_back(std::string(vector).append(axis));
    return names;
  }
  if (derived == Derived::contact)
    for (const std::string& link : contacts_)
      for (const std::string_view component : wrench_components)
        names.push_back("wrench_" + std::string(component) + '_' + link + "@world");
  if (derived == Derived::support) {
    for (const std::string& link : contacts_) names.push_back("bears_" + link);
    names.insert(names.end(), {"unexplained", "breaks"});
  }
  if (is_of_contacts(derived)) return names;
  const std::string name(name_of(derived));
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (derived != Derived::reaction) {
      names.push_back(name + '_' + joints_[j].name);
      continue;
    }
    for (const std::string_view component : wrench_components)
      names.push_back(name + '_' + std::string(component) + '_' + joints_[j].name + '@' + carried_[j]);
  }
  return names;
}

bool DerivedColumns::may_lack(std::size_t column) const {
  std::size_t end = 0;
  for (const Derived derived : wanted_)
    if (column < (end += columns_of(derived))) return invdyn::may_lack(derived);
  return false;
}

void DerivedColumns::links_term(const InverseDynamics& dynamics, InverseDynamics::BlockWorkspace& of_dynamics,
                                Rates rates, const Block& block, double* out, Workspace& workspace) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  const MotionRows rows = tree_.expanded(block, begin, count, rates, workspace.rows);
  dynamics.row_torques(rows, of_dynamics);
  if (rates.gravity) balancers_.add({block.t.data() + begin, count}, rows, workspace.places);
  tree_.collect(rows, out + begin, block.capacity);
}

template <class OfJoint>
void DerivedColumns::drives_term(const Block& block, double* out, DrivenTree::Rows& memory,
                                 OfJoint of_joint) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  const MotionRows rows = tree_.expanded(block, begin, count, {}, memory);
  for (std::size_t j = 0; j < drives_.size(); ++j)
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t at = j * rows.stride + k;
      rows.tau[at] = of_joint(drives_[j], rows.q[at], rows.dq[at], rows.ddq[at]);
    }
  add_coupled(rows, [&](const Drive& drive, double w, double dw) {
    return of_joint(drive, drive.spring.reference, w, dw);
  });
  tree_.collect(rows, out + begin, block.capacity);
}

void DerivedColumns::dry_friction(std::span<const double> t, const Block& block, double* out,
                                  Workspace& w) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  const MotionRows rows = tree_.expanded(block, begin, count, {}, w.rows);
  if (std::any_of(drives_.begin(), drives_.end(), [](const Drive& drive) { return drive.load != 0; })) {
    with_gravity_.row_torques(rows, w.with_gravity);
    balancers_.add(t, rows, w.places);
    wrenches_.add(t, rows, w.places);
  }
  for (std::size_t j = 0; j < drives_.size(); ++j)
    for (std::size_t at = j * rows.stride, end = at + count; at < end; ++at) {
      const Drive& drive = drives_[j];
      const double passed =
          drive.load == 0 ? 0 : rows.tau[at] + drive.spring.stiffness * (rows.q[at] - drive.spring.reference);
      rows.tau[at] = coulomb_friction(rows.dq[at], drive.coulomb_positive(), drive.coulomb_negative()) +
                     DriveTorques::Gear{j, drive.load, drive.curve}.friction(passed, rows.dq[at]);
    }
  add_coupled(rows, [](const Drive& drive, double speed, double) {
    return coulomb_friction(speed, drive.coulomb_positive(), drive.coulomb_negative()) +
           DriveTorques::Gear{0, 0, drive.curve}.friction(0.0, speed);
  });
  tree_.collect(rows, out + begin, block.capacity);
}

// Adds the torques of coupled drives, of_drive(drive, w, dw), to their joints.
template <class OfDrive>
void DerivedColumns::add_coupled(const MotionRows& rows, OfDrive of_drive) const {
  for (const auto& [coupled, drive] : coupled_)
    for (std::size_t k = 0; k < rows.count; ++k) {
      double w = 0, dw = 0;
      for (const auto& [joint, factor] : coupled.joints) {
        w += factor * rows.dq[joint * rows.stride + k];
        dw += factor * rows.ddq[joint * rows.stride + k];
      }
      const double torque = of_drive(drive, w, dw);
      for (const auto& [joint, factor] : coupled.joints) rows.tau[joint * rows.stride + k] += factor * torque;
    }
}

DerivedColumns::DriveSample DerivedColumns::of_drive(std::size_t joint, const Block& block,
                                                     std::size_t row) const {
  const std::size_t at = joint * block.capacity + row;
  if (coupled_.empty()) return {block.dq.data()[at], block.ddq.data()[at], block.tau.data()[at]};
  DriveSample sample{0, 0, 0};
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const std::size_t of = i * block.capacity + row;
    const auto a = static_cast<Eigen::Index>(joint), b = static_cast<Eigen::Index>(i);
    sample.w += drives_per_joints_(a, b) * block.dq.data()[of];
    sample.dw += drives_per_joints_(a, b) * block.ddq.data()[of];
    sample.torque += joints_per_drives_(b, a) * block.tau.data()[of];
  }
  return sample;
}

// What the ground exerts: through contacts, whose torques go to rows, and on the base.
// p_0 + n x (N - p_0 x F) / (n . F), with the moment N about the world's origin.
Eigen::Vector3d DerivedColumns::zero_moment_point(const Block& block, Eigen::Index row,
                                                  const MotionRows& rows, std::size_t k) const {
  const Eigen::Quaterniond R = tree_.base_state_in(block, row).R;
  const auto of_contacts = [&](std::size_t first) -> Eigen::Vector3d {
    const double* const x = rows.base.wrench + first * rows.base.stride + k;
    return R * -Eigen::Vector3d(x[0], x[rows.base.stride], x[2 * rows.base.stride]);
  };
  const Eigen::Vector3d force = three_in(block.base.wrench, row, 0) + of_contacts(0);
  const double pressure = ground_.normal.dot(force);
  if (!(pressure > least_pressure_))
    return Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
  const Eigen::Vector3d about_point = three_in(block.base.wrench, row, 3) + of_contacts(3) +
                                      (three_in(block.base.pose, row, 0) - ground_.point).cross(force);
  return ground_.point + ground_.normal.cross(about_point) / pressure;
}

void DerivedColumns::of_whole(Derived derived, const Block& block, double* out, Workspace& w) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  const MotionRows rows = tree_.expanded(block, begin, count, {}, w.rows);
  if (derived == Derived::zmp) {
    std::fill_n(rows.base.wrench, 6 * rows.base.stride, 0.0);
    of_contacts_.add({block.t.data() + begin, count}, rows, w.places);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = static_cast<Eigen::Index>(begin + k);
    double* column = out + begin + k;
    const auto put = [&](const Eigen::Vector3d& vector) {
      for (const double component : vector) {
        *column = component;
        column += block.capacity;
      }
    };
    if (derived == Derived::zmp) {
      put(zero_moment_point(block, row, rows, k));
      continue;
    }
    const CentroidalState at = whole_->at(tree_.base_state_in(block, row), rows, k, w.whole);
    if (derived == Derived::com)
      put(at.com), put(at.velocity), put(at.acceleration);
    else
      put(at.mass * at.velocity), put(at.angular_momentum), put(at.mass * at.acceleration), put(at.rate);
  }
}

double* DerivedColumns::fill(Derived derived, Block& block, double* out, Workspace& w) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin, size = block.dof;
  const std::span<const double> t(block.t.data() + begin, count);
  double* const next = out + columns_of(derived) * block.capacity;
  switch (derived) {
    case Derived::inertia:
      links_term(without_gravity_, w.without_gravity, {.velocity = false, .gravity = false}, block, out, w);
      break;
    case Derived::coriolis:
      links_term(without_gravity_, w.without_gravity, {.acceleration = false, .gravity = false}, block, out,
                 w);
      break;
    case Derived::gravity:
      links_term(with_gravity_, w.with_gravity, {.velocity = false, .acceleration = false}, block, out, w);
      break;
    case Derived::viscous:
      drives_term(block, out, w.rows,
                  [](const Drive& drive, double, double dq, double) { return drive.damping() * dq; });
      break;
    case Derived::coulomb:
      dry_friction(t, block, out, w);
      break;
    case Derived::offset:
      drives_term(block, out, w.rows,
                  [](const Drive& drive, double, double, double) { return drive.offset; });
      break;
    case Derived::spring:
      drives_term(block, out, w.rows, [](const Drive& drive, double q, double, double) {
        return drive.spring.stiffness * (q - drive.spring.reference);
      });
      break;
    case Derived::rotor:
      drives_term(block, out, w.rows, [](const Drive& drive, double, double, double ddq) {
        return drive.reflected_inertia() * ddq;
      });
      break;
    case Derived::external: {
      const MotionRows rows = tree_.expanded(block, begin, count, {}, w.rows);
      std::fill_n(rows.tau, drives_.size() * rows.stride, 0.0);
      wrenches_.add(t, rows, w.places);
      tree_.collect(rows, out + begin, block.capacity);
      break;
    }
    case Derived::power:
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t at = j * block.capacity + begin, k = 0; k < count; ++k, ++at)
          out[at] = block.tau.data()[at] * block.dq.data()[at];
      break;
    case Derived::motor_torque:
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t k = begin; k < begin + count; ++k) {
          const DriveSample sample = of_drive(j, block, k);
          out[j * block.capacity + k] = shafts_[j].torque(sample.w, sample.dw, sample.torque);
        }
      break;
    case Derived::motor_speed:
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t k = begin; k < begin + count; ++k)
          out[j * block.capacity + k] = joints_[j].drive.gear_ratio * of_drive(j, block, k).w;
      break;
    case Derived::measured:
    case Derived::residual:
      assert(block.measured.cols() == block.tau.cols());
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t at = j * block.capacity + begin, k = 0; k < count; ++k, ++at)
          out[at] = block.measured.data()[at] - (derived == Derived::residual ? block.tau.data()[at] : 0);
      break;
    case Derived::reaction:
      reactions_.fill(t, tree_.expanded(block, begin, count, {}, w.rows), out + begin, block.capacity,
                      w.reactions);
      break;
    case Derived::base:
      put_base_motion(block, axes_, out);
      break;
    case Derived::wrench:
      put_base_wrench(block, WrenchAxes::world, out);
      break;
    case Derived::wrench_body:
      put_base_wrench(block, WrenchAxes::base, out);
      break;
    case Derived::contact:
    case Derived::support: {
      const ContactColumns& columns = block.contact_columns;
      const Eigen::Index first = derived == Derived::support ? columns.bearing(0) : columns.wrench(0);
      std::copy_n(block.contacts.col(first).data(), columns_of(derived) * block.capacity, out);
      break;
    }
    case Derived::com:
    case Derived::momentum:
    case Derived::zmp:
      of_whole(derived, block, out, w);
      break;
  }
  return next;
}

void DerivedColumns::fill(Block& block, Workspace& workspace) const {
  if (block.own_begin() == block.own_end()) return;
  double* out = block.derived.data();
  for (const Derived derived : wanted_) out = fill(derived, block, out, workspace);
}

}  // namespace invdyn
