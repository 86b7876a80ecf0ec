#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Noise gain, delay and bandwidth of dq and ddq as a run computes them, at the mean time from row to row of
/// the rows that it receives.
class NoiseReport : public Sink {
 public:
  /// measured: the times of the file's rows if they were resampled, else empty. They must outlive this
  /// object.
  NoiseReport(const Differentiation& how, std::optional<double> lowpass,
              std::span<const double> measured = {})
      : how_(how), lowpass_(lowpass), measured_(measured) {}
  void take(const Block& block) override;
  /// A line with the name of the file, then a table.
  std::string text(const std::string& name) const;

 private:
  Differentiation how_;
  std::optional<double> lowpass_;
  std::span<const double> measured_;
  std::size_t rows_ = 0;
  double first_ = 0, last_ = 0;  // their times, s
};

/// The same for joints that a SmoothingSpline smooths at these cut-offs, Hz; none: not smoothed.
std::string noise_gains_of_smoothing(const std::string& name, const Robot& robot,
                                     const std::vector<std::optional<double>>& cutoffs, double step);

}  // namespace invdyn
