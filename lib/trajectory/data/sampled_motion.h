#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "../../ground/base/within_memory.h"
#include "sink.h"

namespace invdyn {

/// A motion at any time. It keeps the rows of a trajectory; between two rows it uses the polynomial of fifth
/// degree with the q, dq and ddq of both. As a sink it takes rows from any source of blocks, in the order of
/// their times.
class SampledMotion : public Sink {
 public:
  explicit SampledMotion(std::size_t dof, std::size_t max_numbers = max_kept_numbers)
      : dof_(dof), max_numbers_(max_numbers) {}
  /// Appends the block's own rows. Throws Error if there are too many numbers to keep in memory.
  void take(const Block& block) override;

  std::size_t dof() const { return dof_; }
  std::size_t rows() const { return times_.size(); }
  /// Times of the first and of the last row, s. Precondition: rows() > 0.
  double begin() const { return times_.front(); }
  double end() const { return times_.back(); }

  /// The row at this time, to 1e-9 of the step to its neighbour; none between rows.
  std::optional<std::size_t> row_at(double t) const;

  /// q, dq, ddq at time t (s): exactly those of a row at t, otherwise interpolated. Before the first row it
  /// gives the values of the first, after the last row those of the last. rad or m, per s, per s^2; spans of
  /// length dof(). Precondition: rows() > 0.
  void at(double t, std::span<double> q, std::span<double> dq, std::span<double> ddq) const;

 private:
  struct Row {
    const double *q, *dq, *ddq;
  };
  Row row(std::size_t k) const;

  std::size_t dof_, max_numbers_;
  std::vector<double> times_;
  std::vector<double> values_;  // row by row: q, dq, ddq of all joints
};

}  // namespace invdyn
