#include "path_tables.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../sizing/sizing_tables.h"
#include "../sizing/verdict.h"

namespace invdyn {

std::string path_verdict(const Ratings& ratings, const PathFit& fit, double duration) {
  const std::string times =
      four_digits(fit.loads->duration()) + " s instead of " + four_digits(duration) + " s";
  if (!any_broken(fit.checks)) return "fits in " + times + " along the same path";
  return "does not fit: the fastest motion along the path takes " + times +
         ", but this motion exceeds a limit that `fit-path` does not consider: " +
         limit_text(ratings, *worst_of(fit.checks)) +
         "; in place of `fit-path`, try `fit-duration`, which considers all limits";
}

Table share_table(const Ratings& ratings, const PathFit& fit) {
  std::vector<LimitShare> shares = fit.shares;
  constexpr double least = 5e-4;  // 0.1 %, rounded
  std::erase_if(shares, [](const LimitShare& share) { return share.share < least; });
  std::stable_sort(shares.begin(), shares.end(),
                   [](const LimitShare& a, const LimitShare& b) { return a.share > b.share; });
  Table table({{"joint"}, {"limit"}, {"% of the time at the limit"}});
  for (const LimitShare& share : shares)
    table.add_row({ratings[share.limit.joint].name, std::string(name_of(share.limit)),
                   std::round(1000 * share.share) / 10});
  return table;
}

Table path_quantities(const Ratings& ratings, const PathFit& fit, const std::string& name, double duration) {
  QuantityTable table;
  table.add(name, "original_duration", duration, "s");
  table.add(ratings, name, *fit.loads, fit.checks, {name});
  for (const LimitShare& share : fit.shares) {
    std::string limit(name_of(share.limit));
    std::replace(limit.begin(), limit.end(), ' ', '_');
    table.add_share(name, ratings[share.limit.joint].name, "share_at_" + limit + "_limit", share.share);
  }
  return table.table();
}

}  // namespace invdyn
