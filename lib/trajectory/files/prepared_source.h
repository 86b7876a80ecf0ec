#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../data/rests.h"
#include "../data/sink.h"
#include "../data/unwrap.h"
#include "../data/watch.h"
#include "preparation.h"
#include "row_chunks.h"
#include "source.h"

namespace invdyn {

/// The prepared rows of another source, which is first read to its end. The pose of a floating base is
/// prepared too: the components of its quaternion, which are then made a unit quaternion, so that turning the
/// world or the base changes nothing. Cut-offs are of the joints; then of x, y, z and the orientation of a
/// floating base. Measured torques go
/// through the same resampling and low-pass as the positions, and through a spline of the highest cut-off of
/// all joints. Memory holds times, positions and measured torques, 8 bytes each, 8 bytes for each row's
/// place, and the same for the new grid. The place of a resampled row is the place of the original row at or
/// before its time. Rows that repeat the positions of the row before although the joints move are filled
/// first.
class PreparedSource : public TrajectorySource {
 public:
  /// `times`: replace the times in the file, starting at the file's first time; none: the file's own. Throws
  /// Error if the source gives more than positions.
  PreparedSource(std::unique_ptr<TrajectorySource> source, const Preparation& preparation,
                 std::optional<TimeGrid> times);

  /// Call it before next(): reads and prepares all rows. The watch sees the rows of the file, with turns
  /// undone. `rows_needed`: by the later differences. `progress` gets the number of rows so far,
  /// `measured` the rows as they are in the file. Throws Error for a wrong row, for a gap that a low-pass or
  /// new times would cross, and for a low-pass if times are not even to 1 % of a step. Throws UsageError for
  /// a cut-off or a rate that does not fit the rows. Warns of rows that repeat the row before, of gaps that a
  /// spline bridges, and of noise that a slower rate folds.
  void read(const Robot& robot, TrajectoryWatch& watch, std::size_t rows_needed, Unwrap* unwrap,
            const Warn& warn, const std::function<void(std::size_t rows)>& progress = {},
            Sink* measured = nullptr);
  /// After read(): the cut-offs, Hz, none for what is not smoothed. Fills dq and ddq, and twist and rates of
  /// the base: what is smoothed from its splines, the others by these differences. Joints that rest for
  /// `rest`, s, have no velocity. Without any cut-off, and if no rest changes a velocity, nothing changes.
  void derive(const std::vector<std::optional<double>>& cutoffs, std::optional<double> rest,
              const Differentiation& how);
  /// For each joint, the rows in which it may rest or move, or in which a filter mixes both, in order; known
  /// after derive().
  const std::vector<std::vector<std::size_t>>& unsure_rows() const { return unsure_rows_; }
  /// Whether rows of the file repeat the row before; known after read().
  bool has_repeats() const { return has_repeats_; }
  /// automatic_cutoffs() of all that is prepared.
  std::vector<double> automatic_cutoffs() const;
  /// The mean step of the prepared rows, s. Precondition: two rows.
  double mean_step() const {
    return (times_.back() - times_.front()) / static_cast<double>(times_.size() - 1);
  }
  /// The cut-off of the low-pass, Hz; an automatic one is known after read().
  std::optional<double> lowpass() const { return preparation_.lowpass; }
  std::size_t rows() const { return times_.size(); }
  /// The prepared rows, in blocks of `rows` each, spread evenly, at most `blocks`: t, q, and dq if it is
  /// known.
  void sample(std::size_t blocks, std::size_t rows, const std::function<void(Block&)>& take) const;

  /// The time step that the differences use, s; known after read().
  std::optional<double> step() const { return step_; }

  /// The times of the file's rows, s, if they were resampled; else empty.
  const std::vector<double>& resampled_times() const { return resampled_times_; }
  /// The number of rows in the file; known after read().
  std::size_t rows_in_file() const { return rows_in_file_; }

  const std::string& name() const override { return source_->name(); }
  bool has_time() const override { return source_->has_time(); }
  Known known() const override { return is_derived_ ? Known::q_dq_ddq : Known::q; }
  std::optional<BaseReading> base() const override;
  bool has_measured() const override { return source_->has_measured(); }
  bool states_time_unit() const override { return source_->states_time_unit(); }
  bool states_angle_unit() const override { return source_->states_angle_unit(); }
  std::vector<std::string> unused() const override { return source_->unused(); }
  std::optional<std::size_t> declared_rows() const override { return source_->declared_rows(); }
  std::optional<Range> range() const override { return Range{0, times_.size()}; }  ///< in rows
  std::size_t max_kept_numbers() const override { return source_->max_kept_numbers(); }
  PlaceBy places() const override { return source_->places(); }
  void restrict_to(const Shard& shard, const Differentiation& how) override;
  bool next(Chunk& chunk, const Differentiation& how) override;
  FileChange change() const override { return change_; }
  std::vector<std::string> warnings() const override { return source_->warnings(); }
  std::vector<std::string> last_notes() const override { return source_->last_notes(); }
  void stop() noexcept override { source_->stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override;

 private:
  void keep_base(const Block& block, std::size_t held);
  std::exception_ptr put_motion(Block& block, std::size_t first) const;
  std::exception_ptr put_base(Block& block, std::size_t first) const;
  void read_rows(const Robot& robot, TrajectoryWatch& watch, Unwrap* unwrap,
                 const std::function<void(std::size_t)>& progress, Sink* measured);
  std::vector<double> given_times() const;
  double usual_step() const;
  void expect_no_gaps() const;
  void fill_failed(const Warn& warn);
  void fill_repeats(const Warn& warn);
  void resample(const TimeGrid& grid, std::size_t rows_needed, const Warn& warn);
  void choose_low_pass();
  void differentiate_column(std::size_t j, const Differentiation& how);
  bool derive_column(std::size_t j, std::optional<double> cutoff, std::optional<double> rest,
                     const Differentiation& how);
  void derive_base(std::span<const std::optional<double>> cutoffs, const Differentiation& how);
  void smooth_orientation(double cutoff);
  void smooth_measured(double cutoff);
  void add_blurred_rows(double cutoff);
  void low_pass(double cutoff);
  double even_step() const;
  std::string place(std::size_t row) const { return place_in(name(), places(), places_[row]); }

  std::unique_ptr<TrajectorySource> source_;
  Preparation preparation_;
  std::optional<TimeGrid> grid_;
  std::optional<double> step_;
  std::vector<double> times_, resampled_times_;
  std::vector<std::vector<double>> q_, dq_, ddq_;  // for each joint, row by row; derivatives if smoothed
  std::vector<std::vector<double>> measured_;      // torques of each joint; empty: none are read
  std::vector<std::vector<double>> flags_;         // of CsvSettings
  // Of a floating base, else empty: position and quaternion, without changes of sign, which keep no length.
  std::vector<std::vector<double>> base_, twist_, rates_;  // twist and rates if smoothed
  std::vector<Rests> unfiltered_rests_;                    // of each joint; empty: there is no low-pass
  std::vector<std::vector<std::size_t>> unsure_rows_;
  std::vector<std::size_t> places_;
  std::vector<char> after_gap_;      // of the rows; empty: there are no gaps
  std::vector<std::string> stamps_;  // of the rows; empty: none are kept
  std::size_t rows_in_file_ = 0;
  FileChange change_ = FileChange::none;  // known after read()
  std::optional<RowChunks> chunks_;
  bool begun_ = false, has_repeats_ = false, is_derived_ = false;
};

}  // namespace invdyn
