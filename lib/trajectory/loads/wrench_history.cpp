#include "wrench_history.h"

#include <algorithm>

namespace invdyn {

WrenchValues WrenchHistory::at(double time) const {
  const auto next = std::lower_bound(t.begin(), t.end(), time);
  const auto k = static_cast<std::size_t>(next - t.begin());
  if (k == t.size()) return values.back();
  if (t[k] == time || k == 0) return values[k];
  const double part = (time - t[k - 1]) / (t[k] - t[k - 1]);
  return values[k - 1] + part * (values[k] - values[k - 1]);
}

}  // namespace invdyn
