#include "regressor.h"

#include <algorithm>

#include "../../ground/base/wording.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../../lanes/kernel/kernel.h"
#include "../../lanes/kernel/kernel_memory.h"
#include "../../robot/model/pseudo_inertia.h"

namespace invdyn {
namespace {

using Change = Eigen::Matrix<double, parameters_per_link, parameters_per_link>;

constexpr const char* parameter_names[] = {"m",
                                           "mx",
                                           "my",
                                           "mz",
                                           "Ixx",
                                           "Ixy",
                                           "Ixz",
                                           "Iyy",
                                           "Iyz",
                                           "Izz",
                                           "rotor",
                                           "damping",
                                           "coulomb_positive",
                                           "coulomb_negative",
                                           "offset"};

// m, h and I about the origin of other axes.
LinkParameters seen_from(const Eigen::Isometry3d& T_new_old, const LinkParameters& p) {
  const Eigen::Matrix3d R = T_new_old.linear(), one = Eigen::Matrix3d::Identity();
  const Eigen::Vector3d shift = T_new_old.translation(), h = R * p.segment<3>(1);
  const Eigen::Matrix3d crossed = h * shift.transpose();
  return link_parameters(p[0], h + p[0] * shift,
                         R * inertia_about_origin(p) * R.transpose() + 2 * h.dot(shift) * one - crossed -
                             crossed.transpose() +
                             p[0] * (shift.squaredNorm() * one - shift * shift.transpose()));
}

Change change_to(const Eigen::Isometry3d& T_new_old) {
  Change change;
  for (Eigen::Index i = 0; i < change.cols(); ++i)
    change.col(i) = seen_from(T_new_old, LinkParameters::Unit(i));
  return change;
}

// Multiplies rows of coefficients by a matrix, column by column: the result of a row does not depend on the
// others.
void change_columns(const Change& by, double* columns, std::size_t rows, std::vector<double>& changed) {
  if (by == Change::Identity()) return;
  changed.assign(rows * parameters_per_link, 0);
  for (std::size_t to = 0; to < parameters_per_link; ++to)
    for (std::size_t from = 0; from < parameters_per_link; ++from) {
      const double factor = by(static_cast<Eigen::Index>(from), static_cast<Eigen::Index>(to));
      if (factor == 0) continue;
      const double* const in = columns + from * rows;
      double* const out = changed.data() + to * rows;
      for (std::size_t k = 0; k < rows; ++k) out[k] += factor * in[k];
    }
  std::copy(changed.begin(), changed.end(), columns);
}

}  // namespace

struct Regressor::Model {
  Kernel kernel = kernel_for(chosen_instruction_set());
  std::vector<RegressorBody> bodies;
  std::vector<Change> body_from_link;  // by body: its parameters from those in the axes of its link
  std::vector<std::size_t> body_of_joint;
  std::vector<int> path;  // by step: the body whose joint it is
  std::vector<std::size_t> columns;
  std::vector<double> shares;  // of gravity compensation, by body; empty: all 0
  // The columns of a joint that are of drives: its own first.
  struct OfDrive {
    std::size_t drive, column;
    double share;
  };
  std::vector<std::vector<OfDrive>> drives;  // by joint
  RegressorModel plain;
};

Regressor::Regressor(const Robot& robot, const std::optional<Eigen::Vector3d>& gravity)
    : model_(std::make_unique<Model>()) {
  if (robot.dof() > max_joints)
    throw NotRepresentable(robot.name(), "has " + std::to_string(robot.dof()) +
                                             " moving joints: expected at most " +
                                             std::to_string(max_joints) +
                                             " moving joints to compare the parameters of all links");
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    joints_.push_back(robot.moving_joint(j).name);
    links_.push_back(robot.links()[robot.moving_joints()[j] + 1].name);
  }
  if (!gravity.value_or(robot.gravity()).isZero(0)) set_shares(robot);
  coupled_ = invdyn::coupled_drives(robot);
  add_bodies(robot, gravity.value_or(robot.gravity()));
  place_columns();
  set_values(robot);
}

Regressor::~Regressor() = default;

// The parameters of a body are those of all its links together: they tell its weight only if the same share
// of each link is held.
void Regressor::set_shares(const Robot& robot) {
  if (!compensated_part(robot)) return;
  const std::vector<LinkPlacement> placements = link_seats(robot);
  std::vector<std::optional<std::size_t>> first(moving_bodies(robot).size());  // link with mass, by body
  model_->shares.assign(first.size(), 0);
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    const Link& link = robot.links()[i];
    if (!placements[i].body || link.mass_properties.mass == 0) continue;
    const std::size_t body = *placements[i].body;
    if (first[body] && model_->shares[body] != link.gravity_compensation)
      throw NotRepresentable(robot.name(), "links " + in_quotes(robot.links()[*first[body]].name) + " and " +
                                               in_quotes(link.name) +
                                               " are fixed to each other, but have different shares of "
                                               "gravity compensation: expected equal shares, because these "
                                               "links count as one body");
    first[body] = i;
    model_->shares[body] = link.gravity_compensation;
  }
}

// The coefficients at rest are those of the weights.
void Regressor::subtract_compensation(const MotionRows& rows, Workspace& w) const {
  w.off_.resize(first_column_.back() * rows.count);
  model_->kernel.regressor(model_->plain, w.at_rest_.of(rows, dof()), w.off_.data(), rows.count,
                           w.memory_->get());
  for (std::size_t i = 0; i < model_->bodies.size(); ++i) {
    const RegressorBody& body = model_->bodies[i];
    for (int step = body.first_step; step < body.first_step + body.steps; ++step) {
      const std::size_t from = model_->columns[static_cast<std::size_t>(step)] * rows.count;
      for (std::size_t at = from; at < from + parameters_per_link * rows.count; ++at)
        w.coefficients_[at] -= model_->shares[i] * w.off_[at];
    }
  }
}

void Regressor::add_bodies(const Robot& robot, const Eigen::Vector3d& gravity) {
  Model& model = *model_;
  const std::vector<Body> bodies = moving_bodies(robot);
  const std::vector<LinkPlacement> placements = link_seats(robot);
  model.body_of_joint.resize(robot.dof());
  for (const Body& body : bodies) {
    const auto index = model.bodies.size();
    RegressorBody& plain = model.bodies.emplace_back();
    plain.dof = static_cast<int>(body.dof);
    if (body.parent) plain.parent = static_cast<int>(*body.parent);
    plain.is_revolute = body.is_revolute;
    for (Eigen::Index i = 0; i < 9; ++i) plain.R_parent_body[i] = body.R_parent_body(i / 3, i % 3);
    for (Eigen::Index i = 0; i < 3; ++i) plain.p_parent_body[i] = body.p_parent_body[i];
    plain.first_step = static_cast<int>(model.path.size());
    for (int at = static_cast<int>(index); at >= 0; at = model.bodies[static_cast<std::size_t>(at)].parent)
      model.path.push_back(at);
    plain.steps = static_cast<int>(model.path.size()) - plain.first_step;
    model.body_of_joint[body.dof] = index;
    model.body_from_link.push_back(change_to(placements[robot.moving_joints()[body.dof] + 1].T_body_link));
  }
  const Eigen::Vector3d base_a = -(robot.T_world_base().linear().transpose() * gravity);
  std::copy_n(base_a.data(), 3, model.plain.base_a);
}

// Of each joint: the links that it moves, in the order of the joints, then its drive, then those that turn
// with it, without their offsets.
void Regressor::place_columns() {
  Model& model = *model_;
  columns_.resize(model.bodies.size());
  model.columns.resize(model.path.size());
  std::size_t next = 0;
  for (std::size_t joint = 0; joint < dof(); ++joint) {
    first_column_.push_back(next);
    for (std::size_t moved = 0; moved < dof(); ++moved) {
      const RegressorBody& body = model.bodies[model.body_of_joint[moved]];
      for (int step = body.first_step; step < body.first_step + body.steps; ++step) {
        const int on_path = model.path[static_cast<std::size_t>(step)];
        if (model.bodies[static_cast<std::size_t>(on_path)].dof != static_cast<int>(joint)) continue;
        model.columns[static_cast<std::size_t>(step)] = next;
        next += parameters_per_link;
        for (std::size_t k = 0; k < parameters_per_link; ++k)
          columns_[joint].push_back(static_cast<Eigen::Index>(parameters_per_joint * moved + k));
      }
    }
    std::vector<Model::OfDrive>& drives = model.drives.emplace_back();
    const auto add_drive = [&](std::size_t drive, double share_of_it, std::size_t end) {
      drives.push_back({drive, next, share_of_it});
      for (std::size_t k = parameters_per_link; k < end; ++k, ++next)
        columns_[joint].push_back(static_cast<Eigen::Index>(parameters_per_joint * drive + k));
    };
    add_drive(joint, 1, parameters_per_joint);
    for (const CoupledDrive& each : coupled_)
      if (const double of_it = share(each.drive, joint); each.drive != joint && of_it != 0)
        add_drive(each.drive, of_it, static_cast<std::size_t>(Parameter::offset));
  }
  first_column_.push_back(next);
  model.plain.bodies = model.bodies.data();
  model.plain.count = static_cast<int>(model.bodies.size());
  model.plain.columns = model.columns.data();
  model.plain.steps = static_cast<int>(model.path.size());
}

void Regressor::set_values(const Robot& robot) {
  const std::vector<Body> bodies = moving_bodies(robot);
  const std::vector<LinkPlacement> placements = link_seats(robot);
  values_.resize(static_cast<Eigen::Index>(parameters()));
  for (std::size_t j = 0; j < dof(); ++j) {
    const auto first = static_cast<Eigen::Index>(parameters_per_joint * j);
    const Eigen::Isometry3d& T_body_link = placements[robot.moving_joints()[j] + 1].T_body_link;
    const MassProperties& body = bodies[model_->body_of_joint[j]].mass_properties;
    values_.segment<parameters_per_link>(first) =
        link_parameters(moved(body, T_body_link.inverse(Eigen::Isometry)));
    const Drive& drive = robot.moving_joint(j).drive;
    values_.segment<5>(first + static_cast<Eigen::Index>(parameters_per_link)) << drive.reflected_inertia(),
        drive.damping(), drive.coulomb_positive(), drive.coulomb_negative(), drive.offset;
  }
}

std::vector<std::string> Regressor::names() const {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < dof(); ++j)
    for (std::size_t k = 0; k < parameters_per_joint; ++k)
      names.push_back(parameter_names[k] + ("_" + (k < parameters_per_link ? links_ : joints_)[j]));
  return names;
}

Regressor::Workspace::Workspace(const Regressor& regressor)
    : memory_(std::make_unique<KernelMemory>(
          regressor.model_->kernel.regressor_memory(regressor.model_->plain))) {}

Regressor::Workspace::~Workspace() = default;

void Regressor::fill(const MotionRows& rows, Workspace& workspace) const {
  const std::size_t count = rows.count;
  workspace.stride_ = count;
  workspace.coefficients_.resize(first_column_.back() * count);
  double* const all = workspace.coefficients_.data();
  model_->kernel.regressor(model_->plain, rows, all, count, workspace.memory_->get());
  if (!model_->shares.empty()) subtract_compensation(rows, workspace);
  for (std::size_t step = 0; step < model_->path.size(); ++step) {
    // The first step of each path is the body itself.
    const auto of_body =
        std::upper_bound(model_->bodies.begin(), model_->bodies.end(), static_cast<int>(step),
                         [](int at, const RegressorBody& body) { return at < body.first_step; });
    const auto body = static_cast<std::size_t>(of_body - model_->bodies.begin()) - 1;
    change_columns(model_->body_from_link[body], all + model_->columns[step] * count, count,
                   workspace.changed_);
  }
  for (std::size_t j = 0; j < dof(); ++j) fill_drive(j, rows, workspace);
}

void Regressor::fill_drive(std::size_t joint, const MotionRows& rows, Workspace& workspace) const {
  const std::size_t count = rows.count;
  for (const auto& [drive, column, part] : model_->drives[joint]) {
    const double *dq = rows.dq + drive * rows.stride, *ddq = rows.ddq + drive * rows.stride;
    for (const CoupledDrive& each : coupled_) {
      if (each.drive != drive) continue;
      workspace.speeds_.assign(2 * count, 0);
      double *const w = workspace.speeds_.data(), *const dw = w + count;
      for (const auto& [other, factor] : each.joints)
        for (std::size_t k = 0; k < count; ++k) {
          w[k] += factor * rows.dq[other * rows.stride + k];
          dw[k] += factor * rows.ddq[other * rows.stride + k];
        }
      dq = w, ddq = dw;
    }
    double* const out = workspace.coefficients_.data() + column * count;
    for (std::size_t k = 0; k < count; ++k) {
      out[k] = part * ddq[k];
      out[count + k] = part * dq[k];
      out[2 * count + k] = dq[k] > 0 ? part : 0;
      out[3 * count + k] = dq[k] < 0 ? part : 0;
      if (drive == joint) out[4 * count + k] = 1;
    }
  }
}

double Regressor::share(std::size_t drive, std::size_t joint) const {
  for (const CoupledDrive& each : coupled_)
    for (const auto& [other, factor] : each.joints)
      if (each.drive == drive && other == joint) return factor;
  return drive == joint ? 1 : 0;
}

Regressor::Rows Regressor::of_joint(std::size_t joint, const Workspace& workspace) const {
  return {workspace.coefficients_.data() + first_column_[joint] * workspace.stride_,
          static_cast<Eigen::Index>(workspace.stride_), static_cast<Eigen::Index>(columns_[joint].size())};
}

}  // namespace invdyn
