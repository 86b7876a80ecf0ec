#include "evidence.h"

namespace invdyn {
namespace {

Weighed with_penalties(Weighed item, const std::vector<double>& penalties) {
  for (std::size_t k = 0; k < penalties.size(); ++k) item.likelihood[k] -= penalties[k];
  return item;
}

// As of three items: they are not independent.
Weighed sum_of(const std::vector<Weighed>& items, std::size_t without) {
  constexpr double counted_items = 3;
  Weighed sum{std::vector<double>(items.front().likelihood.size(), 0)};
  double count = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == without) continue;
    for (std::size_t k = 0; k < sum.likelihood.size(); ++k) sum.likelihood[k] += items[i].likelihood[k];
    ++count;
  }
  for (double& each : sum.likelihood) each *= std::min(1.0, counted_items / count);
  return sum;
}

}  // namespace

std::vector<Weighed> weighed_together(const std::vector<Weighed>& items, const std::vector<double>& penalties,
                                      const std::vector<double>& penalties_of_all) {
  constexpr double unlikely = 7, most_of_others = 4, never = 1e3;
  std::vector<Weighed> results;
  for (const Weighed& item : items) results.push_back(with_penalties(item, penalties));
  if (items.size() < 2) return results;
  const Weighed all = with_penalties(sum_of(items, items.size()), penalties_of_all);
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::vector<double>& own = results[i].likelihood;
    const std::size_t common = all.best();
    if (all.is_clear()) {
      const double best = own[results[i].best()];
      if (items[i].likelihood[common] > best - unlikely) {
        for (std::size_t k = 0; k < own.size(); ++k) own[k] = k == common ? 0 : -never;
      } else {
        own[common] = best;  // an exception among many, or a link of odd shape: ambiguous
      }
      continue;
    }
    const Weighed others = sum_of(items, i);
    const double best = own[results[i].best()];
    if (items.size() > 2)  // what all may have stays possible for each
      for (const std::size_t k : all.listed()) own[k] = std::max(own[k], best - 1);
    for (std::size_t k = 0; k < own.size(); ++k)
      own[k] += std::max(-most_of_others, others.likelihood[k] - others.likelihood[others.best()]);
  }
  return results;
}

}  // namespace invdyn
