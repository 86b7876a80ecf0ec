#pragma once

#include <cstddef>
#include <vector>

#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Keeps runs of consecutive rows of a log of any length, in bounded memory: all rows of a short log, and of
/// a long one runs that are evenly spread over it.
class RowRuns : public Sink {
 public:
  static constexpr std::size_t run_rows = 1024, max_runs = 16, max_numbers = std::size_t{1} << 21;

  /// Consecutive rows without a gap.
  class Run {
   public:
    explicit Run(std::size_t dof) : dof_(dof) {}
    std::size_t rows() const { return values_.size() / (1 + 5 * dof_); }
    double t(std::size_t row) const { return at(row, 0); }
    double q(std::size_t row, std::size_t joint) const { return at(row, 1 + joint); }
    double dq(std::size_t row, std::size_t joint) const { return at(row, 1 + dof_ + joint); }
    double ddq(std::size_t row, std::size_t joint) const { return at(row, 1 + 2 * dof_ + joint); }
    double tau(std::size_t row, std::size_t joint) const { return at(row, 1 + 3 * dof_ + joint); }
    double measured(std::size_t row, std::size_t joint) const { return at(row, 1 + 4 * dof_ + joint); }
    void append(const Block& block, std::size_t row);
    /// Times, motion and measured torques of all its rows.
    Block block() const;

   private:
    double at(std::size_t row, std::size_t column) const { return values_[row * (1 + 5 * dof_) + column]; }
    std::size_t dof_;
    std::vector<double> values_;  // row by row
  };

  explicit RowRuns(std::size_t dof);

  /// The next rows are of another log.
  void begin_log() { in_run_ = run_rows; }
  /// Blocks with measured torques.
  void take(const Block& block) override;

  std::size_t dof() const { return dof_; }
  const std::vector<Run>& runs() const { return runs_; }
  double top_speed(std::size_t joint) const;

 private:
  void begin_run();

  std::size_t dof_, capacity_;
  std::size_t in_run_ = run_rows;      // rows since the run began
  std::size_t begun_ = 0, every_ = 1;  // runs begun; which of them are kept
  bool is_kept_ = false;
  std::vector<Run> runs_;
};

}  // namespace invdyn
