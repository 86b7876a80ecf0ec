#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// How mends are weighed: by logarithms of likelihoods (nats). Each quantity of a mended link or joint is
/// compared with its usual values; a mend that hardly ever is the right one begins with a penalty. The
/// figures are from published arms and humanoids (DECISIONS, robot_repair).
namespace evidence {

/// A mend is clear if it is exp(3.5) = 33 times as likely as any other one.
inline constexpr double clear = 3.5;
/// Less likely mends are not listed.
inline constexpr double listed = 6;

/// A usual value and its spread, both of the logarithm to base 10.
struct Usual {
  double mean, spread;
  double spread_below = spread;
  /// One value proves little: published robots have links of odd shape.
  double likelihood(double value) const {
    constexpr double least = -6;
    const double distance = std::log10(value) - mean, off = distance / (distance < 0 ? spread_below : spread);
    return std::max(least, -off * off / 2);
  }
};

}  // namespace evidence

/// The mends of one finding with their likelihoods.
struct Weighed {
  std::vector<double> likelihood;

  std::size_t best() const {
    return static_cast<std::size_t>(std::max_element(likelihood.begin(), likelihood.end()) -
                                    likelihood.begin());
  }
  /// Whether the best one is far better than all others.
  bool is_clear() const {
    const std::size_t first = best();
    for (std::size_t i = 0; i < likelihood.size(); ++i)
      if (i != first && likelihood[i] > likelihood[first] - evidence::clear) return false;
    return true;
  }
  /// The best ones, the most likely first; only the best one if it is clear.
  std::vector<std::size_t> listed() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < likelihood.size(); ++i)
      if (likelihood[i] > likelihood[best()] - (is_clear() ? evidence::clear : evidence::listed))
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return likelihood[a] > likelihood[b]; });
    return order;
  }
};

/// The mends of items that may have the same mistake, such as the links of a file in grams: the likelihoods
/// of each with its penalties. If one mend is clear for all together, with `penalties_of_all`, and not
/// unlikely for an item, the item has this mend. Else the other items count a little.
std::vector<Weighed> weighed_together(const std::vector<Weighed>& items, const std::vector<double>& penalties,
                                      const std::vector<double>& penalties_of_all);

}  // namespace invdyn
