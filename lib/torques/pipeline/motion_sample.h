#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "../../trajectory/data/noise_level.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// A sample of a trajectory's rows: runs of consecutive rows, spread evenly, of any number of rows in little
/// memory. All rows of a short trajectory are in it.
class MotionSample : public Sink {
 public:
  static constexpr std::size_t run_rows = 64, max_runs = 16;
  enum class Holds { positions, all };

  /// `step`: from row to row, s; none: by the times of the rows.
  explicit MotionSample(Holds holds = Holds::all, std::optional<double> step = {})
      : holds_(holds), step_(step) {}

  void take(const Block& block) override;

  /// The rows of the sample, run after run; only the last run may be shorter than run_rows.
  struct Rows {
    std::vector<double> t;
    std::vector<std::vector<double>> q, dq, ddq, tau;     ///< for each joint, row by row
    std::vector<std::vector<double>> pose, twist, rates;  ///< of a floating base, else empty
  };
  const Rows& sample() const { return sample_; }

  /// Even times of the whole trajectory, which then has no pauses, with errors; none: they are even, or
  /// cannot be that.
  struct UnevenClock {
    double mean, range;          ///< the step from row to row, and the range of the errors, s
    std::optional<double> step;  ///< to which they are rounded, s
    /// The rate of the rows, Hz, with as many digits as they determine.
    double rate(std::size_t rows) const { return CoarseClock{range, mean}.rate(rows); }
  };
  std::optional<UnevenClock> uneven_clock() const;
  /// The same rows at even times with this step, s.
  MotionSample at_even_times(double step) const;
  std::size_t runs() const { return (sample_.t.size() + run_rows - 1) / run_rows; }

  std::size_t rows() const { return rows_; }  ///< of the trajectory
  /// The mean step of the trajectory, s. Precondition: at least two rows.
  double step() const { return step_.value_or((last_ - first_) / static_cast<double>(rows_ - 1)); }

 private:
  void thin_out();
  void add(const Block& block, std::size_t row, std::size_t count);

  Holds holds_;
  std::optional<double> step_;
  Rows sample_;
  std::size_t rows_ = 0, stride_ = 1;  // every stride_-th run is kept
  double first_ = 0, last_ = 0;
};

}  // namespace invdyn
