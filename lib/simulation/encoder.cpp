#include "encoder.h"

#include <cmath>

namespace invdyn {

double Encoder::reading(std::size_t joint, double q) const {
  if (!settings_.resolution) return q;
  const double count = (*settings_.resolution)[static_cast<Eigen::Index>(joint)];
  return std::round(q / count) * count;
}

void Encoder::read(double t, std::span<const double> q, std::span<const double> dq, double period,
                   std::span<double> q_read, std::span<double> dq_read) {
  const bool first = last_.empty();
  if (first)
    for (std::size_t j = 0; j < q.size(); ++j) last_.push_back(reading(j, q[j] - period * dq[j]));
  const double step = first ? period : t - last_time_;
  for (std::size_t j = 0; j < q.size(); ++j) {
    q_read[j] = reading(j, q[j]);
    dq_read[j] = settings_.differences ? (q_read[j] - last_[j]) / step : dq[j];
    last_[j] = q_read[j];
  }
  last_time_ = t;
}

}  // namespace invdyn
