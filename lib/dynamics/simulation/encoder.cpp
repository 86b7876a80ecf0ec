#include "encoder.h"

#include <algorithm>
#include <cmath>

namespace invdyn {

double Encoder::reading(std::size_t joint, double q) const {
  if (!settings_.resolution) return q;
  const double count = (*settings_.resolution)[static_cast<Eigen::Index>(joint)];
  return std::round(q / count) * count;
}

void Encoder::read(double t, std::span<const double> q, std::span<const double> dq, double period,
                   std::span<double> q_read, std::span<double> dq_read) {
  for (std::size_t j = 0; j < q.size(); ++j) {
    q_read[j] = reading(j, q[j]);
    dq_read[j] = dq[j];
  }
  if (!settings_.differences) return;
  const bool first = last_.empty();
  if (first) {
    for (std::size_t j = 0; j < q.size(); ++j) last_.push_back(reading(j, q[j] - period * dq[j]));
    last_speed_.resize(q.size());
  }
  const double step = first ? period : t - last_time_;
  if (step >= period / 2) {
    for (std::size_t j = 0; j < q.size(); ++j) last_speed_[j] = (q_read[j] - last_[j]) / step;
    std::copy(q_read.begin(), q_read.end(), last_.begin());
    last_time_ = t;
  }
  std::copy(last_speed_.begin(), last_speed_.end(), dq_read.begin());
}

}  // namespace invdyn
