#include "evidence.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/matrix/decompositions.h"
#include "../../ground/parallel/parallel_for.h"
#include "../../trajectory/data/rests.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t batch_rows = 256;    // for which coefficients are computed at a time
constexpr std::size_t pending_rows = 512;  // that are decomposed at a time
constexpr double huber = 1.345;            // 95 % efficient for normal noise [Huber 1981]

}  // namespace

void JointEquations::add(const JointEquations& other) {
  rows += other.rows;
  weight += other.weight;
  sum += other.sum;
  squares += other.squares;
  if (other.triangle.rows() == 0) return;
  MatrixXd both(triangle.rows() + other.triangle.rows(), other.triangle.cols());
  if (triangle.rows() > 0) both.topRows(triangle.rows()) = triangle;
  both.bottomRows(other.triangle.rows()) = other.triangle;
  triangle = triangle_of(std::move(both));
}

Evidence::Evidence(const Regressor& regressor, std::vector<FitColumn> columns,
                   const EvidenceSettings& settings, const std::optional<Estimate>& first,
                   const std::optional<LinkValues>& links, std::vector<Drive> drives)
    : regressor_(regressor),
      equations_{std::move(columns), std::vector<std::vector<Index>>(regressor.dof()), {}},
      settings_(settings),
      first_(first),
      links_(links),
      drives_(std::move(drives)),
      workspace_(regressor),
      of_joint_(regressor.dof()),
      target_(batch_rows),
      left_out_(regressor.dof()),
      measured_(regressor.dof()) {
  place_parts();
  std::size_t numbers = 0;
  for (const std::vector<Index>& columns_of_joint : equations_.columns_of) {
    const std::size_t width = columns_of_joint.size() + 1;
    numbers += width * width;
  }
  max_stretches_ = std::min(max_stretches, max_numbers / std::max<std::size_t>(1, numbers));
  if (max_stretches_ < min_stretches)
    throw UsageError("`fit`", "has " + std::to_string(equations_.columns.size()) + " unknowns for " +
                                  std::to_string(joints()) +
                                  " joints: expected fewer parameters, for example only friction and offset");
}

void Evidence::place_parts() {
  for (std::size_t j = 0; j < of_joint_.size(); ++j) {
    OfJoint& joint = of_joint_[j];
    std::vector<Index>& columns = equations_.columns_of[j];
    const std::vector<Index>& available = regressor_.columns(j);
    for (std::size_t k = 0; k < equations_.columns.size(); ++k) {
      const FitColumn& column = equations_.columns[k];
      if (column.part == FitPart::curve || column.part == FitPart::load || column.part == FitPart::delay) {
        const double share = column.part == FitPart::curve ? regressor_.share(column.joint(), j)
                             : column.joint() == j         ? 1
                                                           : 0;
        if (share == 0) continue;
        const auto to = static_cast<Index>(columns.size());
        if (column.part == FitPart::load)
          joint.load = to;
        else if (column.part == FitPart::delay)
          joint.delay = to;
        else
          joint.curves.push_back({to, column.curve_speed, column.joint(), share});
        columns.push_back(static_cast<Index>(k));
        continue;
      }
      const std::size_t before = joint.parts.size();
      for (const auto& [parameter, factor] : column.parts) {
        const auto at = std::find(available.begin(), available.end(), parameter);
        if (at == available.end()) continue;
        joint.parts.push_back({static_cast<Index>(at - available.begin()), static_cast<Index>(columns.size()),
                               factor, column.part == FitPart::payload});
      }
      if (joint.parts.size() > before) columns.push_back(static_cast<Index>(k));
    }
    joint.pending.setZero(static_cast<Index>(pending_rows), static_cast<Index>(columns.size() + 1));
    joint.kept.setZero(static_cast<Index>(pending_rows));
    joint.measured.setZero(static_cast<Index>(pending_rows));
  }
}

void Evidence::begin_log(bool is_loaded, std::optional<double> average,
                         const std::vector<std::vector<std::size_t>>* unsure_rows,
                         const std::vector<double>* sure_speeds) {
  average_ = average.value_or(settings_.average);
  measured_.begin_log();
  is_loaded_ = is_loaded;
  unsure_rows_ = unsure_rows;
  sure_speeds_ = sure_speeds;
  log_begins_ = true;
  window_ = -1;
}

void Evidence::take(const Block& block) {
  measured_.take(block);
  for (std::size_t begin = block.own_begin(); begin < block.own_end();) {
    const std::size_t count = std::min(block.own_end() - begin, batch_rows);
    const std::size_t done = assign(block, begin, count);
    add_rows(block, begin, done);
    begin += done;
    rows_ += done;
    if (done < count) flush();  // a new window has no room
  }
}

// The pending row of each row. Returns how many rows have room.
std::size_t Evidence::assign(const Block& block, std::size_t begin, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const double t = block.t[static_cast<Index>(begin + k)];
    if (log_begins_) t0_ = t;
    constexpr double rounding = 1e-6;  // of a window: times in files are rounded
    const double window = average_ > 0 ? std::floor((t - t0_) / average_ + rounding) : window_ + 1;
    if (log_begins_ || window != window_ || pending_rows_ == 0) {
      if (pending_rows_ == pending_rows ||
          (pending_rows_ > 0 && open_ && open_->rows + pending_rows_ == rows_of_stretch_))
        return k;
      if (pending_rows_ == 0) pending_begin_ = t;
      ++pending_rows_;
      window_ = window;
    }
    if (!open_) open_ = Stretch{logs_, t, t, 0, std::vector<JointEquations>(joints())};
    log_begins_ = false;
    pending_end_ = t;
    target_[k] = pending_rows_ - 1;
  }
  return count;
}

void Evidence::add_rows(const Block& block, std::size_t begin, std::size_t count) {
  if (count == 0) return;
  regressor_.fill({block.q.data() + begin, block.dq.data() + begin, block.ddq.data() + begin, nullptr,
                   block.capacity, count},
                  workspace_);
  for (std::size_t j = 0; j < joints(); ++j) add_to_joint(j, block, begin, count);
}

bool Evidence::is_unsure(std::size_t joint, std::size_t row) const {
  return unsure_rows_ && !unsure_rows_->empty() &&
         std::binary_search((*unsure_rows_)[joint].begin(), (*unsure_rows_)[joint].end(), row);
}

// The speed up to which rows are left out; negative: none is.
double Evidence::slowest(std::size_t joint) const {
  if (settings_.min_speed) return std::nextafter(*settings_.min_speed, -1);
  return sure_speeds_ && !sure_speeds_->empty() ? (*sure_speeds_)[joint] : -1;
}

double Evidence::speed(std::size_t drive, const Block& block, std::size_t row) const {
  for (const CoupledDrive& each : regressor_.coupled_drives()) {
    if (each.drive != drive) continue;
    double w = 0;
    for (const auto& [joint, factor] : each.joints)
      w += factor * block.dq.data()[joint * block.capacity + row];
    return w;
  }
  return block.dq.data()[drive * block.capacity + row];
}

// Whether the coupled drives that a joint feels turn: a small difference of large speeds may be noise.
bool Evidence::turns_surely(std::size_t joint, const Block& block, std::size_t row) const {
  const std::vector<CoupledDrive>& coupled = regressor_.coupled_drives();
  return std::all_of(coupled.begin(), coupled.end(), [&](const CoupledDrive& each) {
    if (regressor_.share(each.drive, joint) == 0) return true;
    double sum = 0;
    for (const auto& [of, factor] : each.joints)
      sum += std::abs(factor * block.dq.data()[of * block.capacity + row]);
    return std::abs(speed(each.drive, block, row)) > std::max(slowest(each.drive), slow_part * sum);
  });
}

void Evidence::add_to_joint(std::size_t j, const Block& block, std::size_t begin, std::size_t count) {
  OfJoint& joint = of_joint_[j];
  const double* const dq = block.dq.data() + j * block.capacity + begin;
  const double* const measured = block.measured.data() + j * block.capacity + begin;
  const double* const computed = block.tau.data() + j * block.capacity + begin;
  double kept[batch_rows] = {};
  const double slow = slowest(j);
  const double max_torque = settings_.max_torque.empty() ? HUGE_VAL : settings_.max_torque[j];
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_kept = std::abs(dq[k]) > slow && std::abs(measured[k]) < max_torque &&
                         !is_unsure(j, block.first_row + begin + k) && turns_surely(j, block, begin + k);
    kept[k] = is_kept ? 1 : 0;
    if (!is_kept) ++left_out_[j];
    const auto to = static_cast<Index>(target_[k]);
    joint.kept[to] += kept[k];
    joint.measured[to] += kept[k] * measured[k];
  }
  const Regressor::Rows coefficients = regressor_.of_joint(j, workspace_);
  for (const Part& part : joint.parts) {
    if (part.of_load && !is_loaded_) continue;
    const double* const from = coefficients.data() + part.from * coefficients.rows();
    double* const to = joint.pending.col(part.to).data();
    for (std::size_t k = 0; k < count; ++k) to[target_[k]] += part.factor * kept[k] * from[k];
  }
  add_gears(j, block, begin, count, kept);
  add_delay(j, block, begin, count, kept);
  double* const residual = joint.pending.col(joint.pending.cols() - 1).data();
  for (std::size_t k = 0; k < count; ++k) residual[target_[k]] += kept[k] * (measured[k] - computed[k]);
}

// The columns of friction curves and of the friction of the load. The computed torques have the latter with
// the file's links; it is taken as with the links that are estimated now.
void Evidence::add_gears(std::size_t j, const Block& block, std::size_t begin, std::size_t count,
                         const double* kept) {
  OfJoint& joint = of_joint_[j];
  const double* const dq = block.dq.data() + j * block.capacity + begin;
  for (const Curve& each : joint.curves) {
    const FrictionCurve curve{each.share, each.speed};
    double* const sums = joint.pending.col(each.to).data();
    for (std::size_t k = 0; k < count; ++k)
      sums[target_[k]] += kept[k] * curve.at(speed(each.drive, block, begin + k));
  }
  if (!joint.load) return;
  const Regressor::Rows coefficients = regressor_.of_joint(j, workspace_);
  const std::vector<Index>& columns = regressor_.columns(j);
  const Drive drive = drives_.empty() ? Drive{} : drives_[j];
  const double* const q = block.q.data() + j * block.capacity + begin;
  double* const sums = joint.pending.col(*joint.load).data();
  double* const residual = joint.pending.col(joint.pending.cols() - 1).data();
  const auto set_load = [&](const Eigen::VectorXd& values, std::array<double, batch_rows>& load) {
    for (std::size_t k = 0; k < count; ++k)
      load[k] = drive.spring.stiffness * (q[k] - drive.spring.reference);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] % Index{parameters_per_joint} >= Index{parameters_per_link}) continue;
      const double* const from = coefficients.data() + static_cast<Index>(i) * coefficients.rows();
      for (std::size_t k = 0; k < count; ++k) load[k] += from[k] * values[columns[i]];
    }
  };
  const Eigen::VectorXd& file = regressor_.values();
  std::array<double, batch_rows> load{}, load_of_file{};
  set_load(!links_ ? file : is_loaded_ ? links_->loaded : links_->unloaded, load);
  if (drive.load != 0) set_load(file, load_of_file);
  for (std::size_t k = 0; k < count; ++k) {
    const double sign = dq[k] > 0 ? kept[k] : dq[k] < 0 ? -kept[k] : 0;
    sums[target_[k]] += sign * std::abs(load[k]);
    if (drive.load != 0)
      residual[target_[k]] += sign * drive.load * (std::abs(load_of_file[k]) - std::abs(load[k]));
  }
}

// The column of a delay: minus the slope of the torque by the estimate, without the jumps of dry friction.
void Evidence::add_delay(std::size_t j, const Block& block, std::size_t begin, std::size_t count,
                         const double* kept) {
  OfJoint& joint = of_joint_[j];
  if (!joint.delay) return;
  const double* const dq = block.dq.data() + j * block.capacity + begin;
  const double* const computed = block.tau.data() + j * block.capacity + begin;
  const Regressor::Rows coefficients = regressor_.of_joint(j, workspace_);
  const std::vector<Index>& columns = equations_.columns_of[j];
  double* const sums = joint.pending.col(*joint.delay).data();
  for (std::size_t k = 0; k < count; ++k) {
    double torque = computed[k];
    for (const Part& part : joint.parts)
      if (first_ && (!part.of_load || is_loaded_))
        torque += first_->change[columns[static_cast<std::size_t>(part.to)]] * part.factor *
                  coefficients(static_cast<Index>(k), part.from);
    const double t = block.t[static_cast<Index>(begin + k)];
    if (t > joint.last_t && dq[k] * joint.last_dq > 0 && block.first_row + begin + k > 0)
      sums[target_[k]] -= kept[k] * (torque - joint.last_torque) / (t - joint.last_t);
    joint.last_torque = torque, joint.last_t = t, joint.last_dq = dq[k];
  }
}

// Adds the pending rows to a stretch's equations.
void Evidence::decompose(OfJoint& joint, std::size_t j, JointEquations& result) const {
  const auto count = static_cast<Index>(pending_rows_);
  Eigen::VectorXd change;
  if (first_) change = first_->change(equations_.columns_of[j]);
  const Index y = joint.pending.cols() - 1;
  for (Index row = 0; row < count; ++row) {
    const double kept = joint.kept[row];
    if (kept == 0) continue;
    ++result.rows;
    double weight = 1 / std::sqrt(kept);
    if (first_ && first_->noise.size() > 0) {
      const double rest =
          std::abs(joint.pending(row, y) - joint.pending.row(row).head(y).dot(change)) * weight;
      if (rest > huber * first_->noise[static_cast<Index>(j)])
        weight *= std::sqrt(huber * first_->noise[static_cast<Index>(j)] / rest);
    }
    result.weight += weight * weight * kept * kept;
    result.sum += joint.measured[row] * weight * weight * kept;
    result.squares += joint.measured[row] * joint.measured[row] * weight * weight;
    if (weight != 1) joint.pending.row(row) *= weight;
  }
  MatrixXd all(result.triangle.rows() + count, joint.pending.cols());
  if (result.triangle.rows() > 0) all.topRows(result.triangle.rows()) = result.triangle;
  all.bottomRows(count) = joint.pending.topRows(count);
  result.triangle = triangle_of(std::move(all));
}

void Evidence::flush() {
  if (pending_rows_ == 0) return;
  constexpr std::size_t dense_rows = 8192;  // after n times as many, a sample has one of n
  constexpr std::size_t few_rows = 128;     // less work than it is to start a thread
  const bool is_taken = !settings_.is_sample || rows_ >= next_row_;
  if (is_taken) next_row_ = rows_ + pending_rows_ * (rows_ / dense_rows);
  const auto count = static_cast<Index>(pending_rows_);
  parallel_for(joints(), pending_rows_ < few_rows ? 1 : settings_.threads, [&](std::size_t j) {
    OfJoint& joint = of_joint_[j];
    if (is_taken) decompose(joint, j, open_->joints[j]);
    joint.pending.topRows(count).setZero();
    joint.kept.head(count).setZero();
    joint.measured.head(count).setZero();
  });
  open_->rows += pending_rows_;
  open_->end = pending_end_;
  pending_rows_ = 0;
  if (open_->rows >= rows_of_stretch_) close_stretch();
}

void Evidence::close_stretch() {
  equations_.stretches.push_back(std::move(*open_));
  open_.reset();
  if (equations_.stretches.size() > max_stretches_) join_neighbours();
}

void Evidence::join_neighbours() {
  std::vector<Stretch> joined;
  for (Stretch& stretch : equations_.stretches) {
    if (!joined.empty() && joined.back().log == stretch.log && joined.back().rows <= rows_of_stretch_ &&
        joined.back().rows + stretch.rows <= 2 * rows_of_stretch_) {
      for (std::size_t j = 0; j < joints(); ++j) joined.back().joints[j].add(stretch.joints[j]);
      joined.back().end = stretch.end;
      joined.back().rows += stretch.rows;
    } else {
      joined.push_back(std::move(stretch));
    }
  }
  equations_.stretches = std::move(joined);
  rows_of_stretch_ *= 2;
}

void Evidence::end_log() {
  flush();
  if (open_) close_stretch();
  ++logs_;
}

LogEquations split_off(LogEquations& equations, double share) {
  LogEquations later{equations.columns, equations.columns_of, {}};
  std::vector<Stretch> kept;
  for (auto begin = equations.stretches.begin(); begin != equations.stretches.end();) {
    const auto end = std::find_if(begin, equations.stretches.end(),
                                  [&](const Stretch& stretch) { return stretch.log != begin->log; });
    const auto count = static_cast<double>(end - begin);
    const auto middle = begin + static_cast<std::ptrdiff_t>(std::floor(count * (1 - share) + 0.5));
    kept.insert(kept.end(), std::make_move_iterator(begin), std::make_move_iterator(middle));
    later.stretches.insert(later.stretches.end(), std::make_move_iterator(middle),
                           std::make_move_iterator(end));
    begin = end;
  }
  equations.stretches = std::move(kept);
  return later;
}

}  // namespace invdyn
