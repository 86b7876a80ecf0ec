#include "prepared_source.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>

#include "../../ground/base/error.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/base/wording.h"
#include "../data/low_pass.h"
#include "../data/not_a_knot_spline.h"
#include "../data/repeats.h"
#include "../data/smoothing_choice.h"
#include "../data/smoothing_spline.h"
#include "../pose/orientations.h"
#include "missing_values.h"

namespace invdyn {

std::optional<double> Preparation::rest_time() const {
  const bool is_automatic = clean || automatic_lowpass || (smooth && smooth->automatic);
  return rest || !is_automatic ? rest : usual_rest;
}

std::string in_words(const Preparation& preparation) {
  std::string text;
  if (preparation.resample)
    text += "resampled at " + six_digits(1 / preparation.resample->step()) + " Hz by a cubic spline";
  if (preparation.automatic_lowpass)
    text += std::string(text.empty() ? "" : ", ") + "low-passed without delay";
  if (preparation.lowpass)
    text += (text.empty() ? "" : ", ") + ("low-passed at " + six_digits(*preparation.lowpass)) +
            " Hz without delay";
  return text.empty() ? "" : "q " + text + "; ";
}

PreparedSource::PreparedSource(std::unique_ptr<TrajectorySource> source, const Preparation& preparation,
                               std::optional<TimeGrid> times)
    : source_(std::move(source)), preparation_(preparation), grid_(times) {
  if (source_->known() != Known::q || (source_->base() && source_->base()->known != Known::q))
    throw Error(
        name(),
        "its dq and ddq do not fit positions that are resampled, filtered or smoothed: to compute dq and "
        "ddq from the new positions, give `differentiate` backward");
  if (grid_) step_ = grid_->step();
}

void PreparedSource::restrict_to(const Shard&, const Differentiation&) {
  throw UsageError(
      "`shard`",
      "cannot be combined with `lowpass`, `smooth`, `clean` and `resample`, which need all rows of the file "
      "(`differentiate` savgol:WINDOW,ORDER needs only few rows)");
}

void PreparedSource::read(const Robot& robot, TrajectoryWatch& watch, std::size_t rows_needed, Unwrap* unwrap,
                          const Warn& warn, const std::function<void(std::size_t)>& progress,
                          Sink* measured) {
  within_memory(name(), [&] {
    read_rows(robot, watch, unwrap, progress, measured);
    rows_in_file_ = times_.size();
    change_ = source_->change();
    if (!preparation_.smooths() || preparation_.resample) expect_no_gaps();
    fill_failed(warn);
    fill_repeats(warn);
    if (!times_.empty() && preparation_.resample) resample(*preparation_.resample, rows_needed, warn);
    if (preparation_.automatic_lowpass) choose_low_pass();
    if (!times_.empty() && preparation_.lowpass) low_pass(*preparation_.lowpass);
  });
  constexpr std::size_t in_chunk = 512;  // as for a file
  chunks_.emplace(times_.size(), in_chunk);
}

void PreparedSource::read_rows(const Robot& robot, TrajectoryWatch& watch, Unwrap* unwrap,
                               const std::function<void(std::size_t)>& progress, Sink* measured) {
  const Differentiation as_it_is{.scheme = Scheme::given};
  q_.resize(robot.dof());
  std::pair<double, std::size_t> even_since;  // the time and number of the first row, or of that after a gap
  double last = 0;
  Chunk chunk;
  Block block(robot.dof(), 0);
  while (source_->next(chunk, as_it_is)) {
    std::exception_ptr fault = source_->parse(chunk, block);
    const std::size_t held = std::min(chunk.held, block.rows);
    watch.see_codes(block, held, block.rows);
    if (const std::string what = unwrap ? unwrap->apply(block, held) : ""; !what.empty())
      fault = std::make_exception_ptr(Error(place_in(name(), places(), block.line[block.rows]), what));
    block.before = held;
    block.first_row = times_.size() - held;
    watch.see(block);
    for (std::size_t row = held; row < block.rows; ++row) {
      const double t = block.t[static_cast<Eigen::Index>(row)];
      const bool after_gap = !block.after_gap.empty() && block.after_gap[row];
      if (times_.empty() || after_gap)
        even_since = {times_.empty() ? t : times_.back() + t - last, times_.size()};
      times_.push_back(grid_ ? even_since.first + grid_->time(times_.size() - even_since.second) : t);
      last = t;
      places_.push_back(block.line[row]);
      if (!block.after_gap.empty()) after_gap_.push_back(block.after_gap[row]);
      if (!block.stamps.empty()) stamps_.emplace_back(block.stamps[row]);
    }
    std::copy_n(times_.end() - static_cast<std::ptrdiff_t>(block.rows), block.rows, block.t.data());
    if (measured) measured->take(block);
    for (std::size_t j = 0; j < q_.size(); ++j) {
      const double* column = block.q.data() + j * block.capacity;
      q_[j].insert(q_[j].end(), column + held, column + block.rows);
    }
    for (const auto& [kept, from] :
         {std::pair(&measured_, &block.measured), std::pair(&flags_, &block.flags)}) {
      kept->resize(static_cast<std::size_t>(from->cols()));
      for (std::size_t j = 0; j < kept->size(); ++j) {
        const double* column = from->data() + j * block.capacity;
        (*kept)[j].insert((*kept)[j].end(), column + held, column + block.rows);
      }
    }
    if (block.has_base()) keep_base(block, held);
    constexpr std::size_t numbers_of_stamp = 6;  // as many bytes as a text and its object have
    expect_kept_rows(name(), times_.size(),
                     (preparation_.may_derive() ? 3 : 1) * (q_.size() + base_.size()) + measured_.size() +
                         flags_.size() + 2 + (stamps_.empty() ? 0 : numbers_of_stamp),
                     source_->max_kept_numbers());  // including the time and the place
    if (progress) progress(times_.size());
    if (fault) std::rethrow_exception(fault);
    if (chunk.last) break;
  }
}

void PreparedSource::keep_base(const Block& block, std::size_t held) {
  base_.resize(static_cast<std::size_t>(block.base.pose.cols()));
  for (std::size_t row = held; row < block.rows; ++row) {
    const auto pose = block.base.pose.row(static_cast<Eigen::Index>(row));
    double agreement = 0;  // with the quaternion before
    for (std::size_t j = 3; j < base_.size() && !base_[j].empty(); ++j)
      agreement += base_[j].back() * pose[static_cast<Eigen::Index>(j)];
    const std::size_t kept = base_.front().size();
    const bool follows = kept > 0 && !(kept < after_gap_.size() && after_gap_[kept]);
    if (follows && std::abs(agreement) < std::cos(most_between_rows / 2))
      throw Error(place(kept), wide_turn_text(2 * std::acos(std::abs(agreement))));
    for (std::size_t j = 0; j < base_.size(); ++j)
      base_[j].push_back((j >= 3 && agreement < 0 ? -1 : 1) * pose[static_cast<Eigen::Index>(j)]);
  }
}

// Times, joints and base of the block's rows, from row `first` on.
std::exception_ptr PreparedSource::put_motion(Block& block, std::size_t first) const {
  const auto copy = [&](const std::vector<double>& from, double* to) {
    std::copy_n(from.data() + first, block.rows, to);
  };
  const auto copy_all = [&](const std::vector<std::vector<double>>& from, Eigen::ArrayXXd& to) {
    for (std::size_t j = 0; j < from.size(); ++j) copy(from[j], to.data() + j * block.capacity);
  };
  copy(times_, block.t.data());
  copy_all(q_, block.q);
  copy_all(dq_, block.dq);
  copy_all(ddq_, block.ddq);
  block.hold_base(!base_.empty());
  copy_all(twist_, block.base.twist);
  copy_all(rates_, block.base.rates);
  return base_.empty() ? nullptr : put_base(block, first);
}

// Makes the quaternions unit ones again.
std::exception_ptr PreparedSource::put_base(Block& block, std::size_t first) const {
  constexpr double shortest_length = 0.5;  // a filter has mixed orientations that are far from each other
  for (std::size_t row = 0; row < block.rows; ++row) {
    const auto at = [&](std::size_t j) { return base_[j][first + row]; };
    const Quaternion q{at(3), at(4), at(5), at(6)};
    if (!(q.norm() > shortest_length)) {
      block.rows = row;
      return std::make_exception_ptr(
          Error(place(first + row),
                "has an orientation of the base that changes too fast for the cut-off of `lowpass` "
                "or `smooth`, or for the rate of `resample`: expected a higher cut-off or rate"));
    }
    const Quaternion unit = q.normalized();
    block.base.pose.row(static_cast<Eigen::Index>(row)) << at(0), at(1), at(2), unit.w, unit.x, unit.y,
        unit.z;
  }
  return nullptr;
}

// The times as they are set.
std::vector<double> PreparedSource::given_times() const {
  std::vector<double> given = times_;
  if (grid_)
    for (std::size_t k = 0; k < given.size(); ++k) given[k] = times_.front() + grid_->time(k);
  return given;
}

// The median of the steps.
double PreparedSource::usual_step() const {
  std::vector<double> steps;
  for (std::size_t k = 1; k < times_.size(); ++k) steps.push_back(times_[k] - times_[k - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

void PreparedSource::expect_no_gaps() const {
  std::optional<std::size_t> first;
  double longest = 0;
  bool lacks_rows = false;
  for (std::size_t k = 1; k < after_gap_.size(); ++k) {
    if (!after_gap_[k]) continue;
    lacks_rows |= places_[k] == places_[k - 1] + 1;
    if (!first) first = k;
    longest = std::max(longest, times_[k] - times_[k - 1]);
  }
  if (!first) return;
  const std::string rate =
      lacks_rows && !preparation_.resample ? " `resample` " + six_digits(1 / usual_step()) : "";
  throw Error(
      place(*first),
      "comes after a gap, but `lowpass` and `resample` need rows without gaps: to fill the gaps, give " +
          filling(longest) + rate + " (or give `clean` instead of `lowpass` and `resample`)");
}

void PreparedSource::fill_failed(const Warn& warn) {
  const std::vector<std::size_t> failed = failed_rows(q_);
  if (failed.empty()) return;
  warn(place(failed.front()) + ": all joints have the same position, " +
       six_digits(q_.front()[failed.front()]) + ", but not in the rows before and after" +
       (failed.size() == 1 ? "" : " (also in " + counted(failed.size() - 1, "later row") + ")") +
       ": were readings lost? These positions are replaced by interpolation between the other rows");
  const std::vector<double> given = given_times();
  for (std::vector<double>& column : q_) fill_rows(given, failed, column);
}

void PreparedSource::fill_repeats(const Warn& warn) {
  const std::vector<double> given = given_times();
  std::vector<std::vector<double>> with_base = base_;
  if (!base_.empty()) with_base.insert(with_base.end(), q_.begin(), q_.end());
  const std::vector<std::size_t> repeated =
      repeated_rows(given, base_.empty() ? q_ : with_base, given.size());
  has_repeats_ = !repeated.empty();
  if (!has_repeats_) return;
  for (std::vector<std::vector<double>>* columns : {&q_, &base_})
    for (std::vector<double>& column : *columns) fill_rows(given, repeated, column);
  warn(name() + ": " + counted(repeated.size(), "row") + " of " + std::to_string(times_.size()) +
       (repeated.size() == 1 ? " has" : " have") +
       " the same positions as the row before, although the joints move: these positions are replaced by "
       "interpolation between the other rows");
}

void PreparedSource::resample(const TimeGrid& grid, std::size_t rows_needed, const Warn& warn) {
  const std::size_t rows = times_.size();
  if (!stamps_.empty())
    throw UsageError("`resample`", "makes new rows without time stamps: leave out stamp in `columns`");
  std::vector<double> given = given_times();
  const double duration = given.back() - given.front();
  const double max_rows =
      static_cast<double>(invdyn::max_kept_numbers / (q_.size() + measured_.size() + base_.size() + 2));
  const double wanted = std::floor(duration / grid.step() + 1e-9) + 1;  // also a last row just after the end
  if (!(wanted <= max_rows))
    throw UsageError("`resample`", "makes " + (std::isfinite(wanted) ? six_digits(wanted) : "too many") +
                                       " rows from " + six_digits(duration) +
                                       " s: expected a rate that makes at most " + six_digits(max_rows) +
                                       " rows");
  const auto needed = static_cast<double>(std::max<std::size_t>(rows_needed, 2));
  if (rows > 1 && wanted < needed)
    throw UsageError("`resample`", "makes only " + counted(static_cast<std::size_t>(wanted), "row") +
                                       " from the " + six_digits(duration) + " s of " + name() +
                                       ", but velocities and accelerations need at least " +
                                       six_digits(needed) + " rows: expected a higher rate");
  if (rows > 1) {
    constexpr double large = 10;
    const double mean = duration / static_cast<double>(rows - 1);
    std::size_t widest = 1;
    for (std::size_t k = 2; k < rows; ++k)
      if (given[k] - given[k - 1] > given[widest] - given[widest - 1]) widest = k;
    const double gap = given[widest] - given[widest - 1];
    if (gap > large * mean)
      warn(place(widest) + ": comes " + six_digits(gap) + " s after the row before, and rows are " +
           six_digits(mean) + " s apart on average: between these two rows, the motion is only interpolated");
    if (grid.step() > 1.5 * mean)
      warn(
          name() + ": `resample` makes 1 row from about " + six_digits(grid.step() / mean) +
          " rows of the file: vibration above half the new rate then looks like slow motion (aliasing). To avoid "
          "aliasing, give `lowpass`, and a rate near the file's rate");
  }

  std::vector<double> times(static_cast<std::size_t>(wanted));
  for (std::size_t k = 0; k < times.size(); ++k) times[k] = given.front() + grid.time(k);
  std::vector<std::size_t> places(times.size());
  for (std::size_t k = 0, row = 0; k < times.size(); ++k) {
    while (row + 1 < rows && given[row + 1] <= times[k]) ++row;
    places[k] = places_[row];
  }
  for (std::vector<std::vector<double>>* columns : {&q_, &measured_, &base_})
    for (std::vector<double>& column : *columns) {
      std::vector<double> values(times.size());
      NotAKnotSpline(given, column).evaluate(times, values);
      column = std::move(values);
    }
  times_ = std::move(times);
  places_ = std::move(places);
  after_gap_.clear();  // of the file's rows, which have no gaps
  resampled_times_ = std::move(given);
  step_ = grid.step();
}

std::vector<double> PreparedSource::automatic_cutoffs() const {
  if (times_.size() < SmoothingSpline::min_rows)
    throw Error(name(), "has " + counted(times_.size(), "row") + ": expected at least " +
                            std::to_string(SmoothingSpline::min_rows) + " rows for an automatic cut-off");
  std::vector<std::vector<double>> columns = q_;
  columns.insert(columns.end(), base_.begin(), base_.end());
  return invdyn::automatic_cutoffs(times_, columns, base_.empty() ? 1 : 4);
}

void PreparedSource::choose_low_pass() {
  const std::vector<double> cutoffs = automatic_cutoffs();
  preparation_.lowpass = *std::max_element(cutoffs.begin(), cutoffs.end());
}

void PreparedSource::derive(const std::vector<std::optional<double>>& cutoffs, std::optional<double> rest,
                            const Differentiation& how) {
  const bool smooths =
      std::any_of(cutoffs.begin(), cutoffs.end(), [](const auto& cutoff) { return cutoff.has_value(); });
  const std::size_t rows = times_.size();
  if (smooths && rows < SmoothingSpline::min_rows)
    throw Error(name(), "has " + counted(rows, "row") + ": expected at least " +
                            std::to_string(SmoothingSpline::min_rows) + " rows for smoothing");
  if (!smooths && (!rest || rows < how.rows_needed())) return;
  within_memory(name(), [&] {
    dq_.assign(q_.size(), std::vector<double>(rows));
    ddq_ = dq_;
    bool changes = smooths;
    for (std::size_t j = 0; j < q_.size(); ++j) changes |= derive_column(j, cutoffs[j], rest, how);
    if (!base_.empty()) derive_base(std::span(cutoffs).subspan(q_.size()), how);
    is_derived_ = changes;
    if (smooths) smooth_measured(**std::max_element(cutoffs.begin(), cutoffs.end()));
    if (smooths || preparation_.lowpass)
      add_blurred_rows(smooths ? **std::max_element(cutoffs.begin(), cutoffs.end()) : *preparation_.lowpass);
    if (changes) return;
    for (std::vector<std::vector<double>>* columns : {&dq_, &ddq_, &twist_, &rates_}) columns->clear();
  });
}

// Returns whether a rest changes the velocity.
bool PreparedSource::derive_column(std::size_t j, std::optional<double> cutoff, std::optional<double> rest,
                                   const Differentiation& how) {
  Rests rests{0, {}};
  if (rest) rests = unfiltered_rests_.empty() ? find_rests(times_, q_[j], *rest) : unfiltered_rests_[j];
  if (cutoff) {
    SmoothingSpline(times_, *cutoff).apply(q_[j], dq_[j], ddq_[j]);
  } else {
    differentiate_column(j, how);
    // Differences of equal positions are zero.
    if (!preparation_.lowpass) std::erase_if(rests.all, [](const Rests::Rest& each) { return !each.varies; });
  }
  unsure_rows_.push_back(hold_rests(times_, rests, q_[j], dq_[j]));
  return !rests.all.empty();
}

std::optional<BaseReading> PreparedSource::base() const {
  std::optional<BaseReading> base = source_->base();
  if (base && is_derived_) base->known = Known::q_dq_ddq;
  return base;
}

// `cutoffs`: of x, y, z and the orientation.
void PreparedSource::derive_base(std::span<const std::optional<double>> cutoffs, const Differentiation& how) {
  const std::size_t rows = times_.size();
  Block block(0, rows);
  block.rows = rows;
  block.last = true;
  std::copy(times_.begin(), times_.end(), block.t.data());
  block.after_gap = after_gap_;
  block.hold_base(true);
  if (const std::exception_ptr fault = put_base(block, 0)) std::rethrow_exception(fault);
  differentiate(how, block, name());
  for (const auto& [from, to] :
       {std::pair(&block.base.twist, &twist_), std::pair(&block.base.rates, &rates_)})
    for (Eigen::Index j = 0; j < from->cols(); ++j)
      to->emplace_back(from->col(j).data(), from->col(j).data() + rows);
  for (std::size_t j = 0; j < 3; ++j)
    if (cutoffs[j]) SmoothingSpline(times_, *cutoffs[j]).apply(base_[j], twist_[j], rates_[j]);
  if (cutoffs[3]) smooth_orientation(*cutoffs[3]);
}

void PreparedSource::smooth_orientation(double cutoff) {
  std::array<std::vector<double>, 4> slopes, seconds;
  std::vector<SmoothingSpline::Curve> curves;
  for (std::size_t i = 0; i < 4; ++i) {
    slopes[i].resize(times_.size());
    seconds[i].resize(times_.size());
    curves.push_back({base_[3 + i], slopes[i], seconds[i]});
  }
  SmoothingSpline(times_, cutoff).apply(curves);
  for (std::size_t row = 0; row < times_.size(); ++row) {
    const Quaternion s{base_[3][row], base_[4][row], base_[5][row], base_[6][row]};
    const auto [w, dw] = angular_motion(s, {slopes[0][row], slopes[1][row], slopes[2][row], slopes[3][row]},
                                        {seconds[0][row], seconds[1][row], seconds[2][row], seconds[3][row]});
    for (std::size_t i = 0; i < 3; ++i) {
      twist_[3 + i][row] = w[static_cast<Eigen::Index>(i)];
      rates_[3 + i][row] = dw[static_cast<Eigen::Index>(i)];
    }
  }
}

void PreparedSource::add_blurred_rows(double cutoff) {
  for (std::size_t j = 0; j < q_.size(); ++j) {
    const std::vector<std::size_t> blurred = blurred_rows(times_, dq_[j], cutoff), before = unsure_rows_[j];
    unsure_rows_[j].clear();
    std::set_union(before.begin(), before.end(), blurred.begin(), blurred.end(),
                   std::back_inserter(unsure_rows_[j]));
  }
}

void PreparedSource::smooth_measured(double cutoff) {
  std::vector<double> slope(times_.size()), second(times_.size());  // not used
  std::vector<SmoothingSpline::Curve> curves;
  for (std::vector<double>& column : measured_) curves.push_back({column, slope, second});
  if (!curves.empty()) SmoothingSpline(times_, cutoff).apply(curves);
}

void PreparedSource::differentiate_column(std::size_t j, const Differentiation& how) {
  Block block(1, times_.size());
  block.rows = times_.size();
  block.last = true;
  std::copy(times_.begin(), times_.end(), block.t.data());
  std::copy(q_[j].begin(), q_[j].end(), block.q.data());
  block.after_gap = after_gap_;
  differentiate(how, block, name());
  std::copy_n(block.dq.data(), times_.size(), dq_[j].begin());
  std::copy_n(block.ddq.data(), times_.size(), ddq_[j].begin());
}

void PreparedSource::sample(std::size_t blocks, std::size_t rows,
                            const std::function<void(Block&)>& take) const {
  rows = std::min(rows, times_.size());
  const std::size_t room = times_.size() - rows;
  blocks = std::min(blocks, rows == 0 ? 0 : room / rows + 1);
  Block block(q_.size(), rows);
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t first = blocks < 2 ? 0 : room / (blocks - 1) * i;
    block.rows = rows;
    block.first_row = first;
    if (const std::exception_ptr fault = put_motion(block, first)) std::rethrow_exception(fault);
    take(block);
  }
}

void PreparedSource::low_pass(double cutoff) {
  if (times_.size() < 2) return;  // also too few for the differences
  if (!step_) step_ = even_step();
  if (const std::optional<double> rest = preparation_.rest_time())
    for (const std::vector<double>& column : q_)
      unfiltered_rests_.push_back(find_rests(times_, column, *rest));
  const LowPass filter(cutoff, *step_);
  for (std::vector<std::vector<double>>* columns : {&q_, &measured_, &base_})
    for (std::vector<double>& column : *columns) filter.apply(column);
}

// The mean of all steps, if all equal it.
double PreparedSource::even_step() const {
  constexpr double tolerance = 0.01;  // clocks jitter, columns are rounded
  const double mean = (times_.back() - times_.front()) / static_cast<double>(times_.size() - 1);
  for (std::size_t k = 1; k < times_.size(); ++k) {
    const double step = times_[k] - times_[k - 1];
    if (std::abs(step - mean) <= tolerance * mean) continue;
    throw Error(
        place(k),
        "comes " + six_digits(step) + " s after the row before, but rows are " + six_digits(mean) +
            " s apart on average: expected equal time steps for `lowpass`; `resample` HZ makes them equal. "
            "If the rows were recorded at equal steps, give `dt` or `rate`");
  }
  return mean;
}

bool PreparedSource::next(Chunk& chunk, const Differentiation& how) {
  assert(chunks_);
  if (chunks_->next(chunk, how)) return true;
  if (!times_.empty() || begun_) return false;
  begun_ = true;  // a file without rows has a chunk too
  chunk = Chunk();
  chunk.last = true;
  return true;
}

std::exception_ptr PreparedSource::parse(Chunk& chunk, Block& block) const {
  const std::size_t rows = chunk.max_rows, first = chunk.first_row;
  chunk.start(block, rows);
  const auto copy = [&](const auto& from, auto* to) { std::copy_n(from.data() + first, rows, to); };
  copy(places_, block.line.data());
  block.hold_measured(!measured_.empty());
  for (std::size_t j = 0; j < measured_.size(); ++j)
    copy(measured_[j], block.measured.data() + j * block.capacity);
  block.hold_flags(flags_.size());
  for (std::size_t j = 0; j < flags_.size(); ++j) copy(flags_[j], block.flags.data() + j * block.capacity);
  if (!after_gap_.empty()) {
    block.after_gap.resize(block.capacity);
    copy(after_gap_, block.after_gap.data());
  }
  block.stamps.clear();
  if (!stamps_.empty()) {
    block.stamps.resize(block.capacity);
    copy(stamps_, block.stamps.data());
  }
  block.rows = rows;
  if (const std::exception_ptr fault = put_motion(block, first)) return fault;
  block.last = chunk.last;
  return nullptr;
}

}  // namespace invdyn
