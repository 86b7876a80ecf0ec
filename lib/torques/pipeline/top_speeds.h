#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../trajectory/data/sink.h"

namespace invdyn {

/// The largest speed of each joint.
class TopSpeeds : public Sink {
 public:
  explicit TopSpeeds(std::size_t joints) : speeds_(joints, 0) {}

  void take(const Block& block) override {
    for (std::size_t j = 0; j < speeds_.size(); ++j) {
      const double* const dq = block.dq.data() + j * block.capacity;
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
        speeds_[j] = std::max(speeds_[j], std::abs(dq[row]));
    }
  }
  const std::vector<double>& speeds() const { return speeds_; }

 private:
  std::vector<double> speeds_;
};

}  // namespace invdyn
