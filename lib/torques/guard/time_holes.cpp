#include "time_holes.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "thresholds.h"

namespace invdyn {
namespace {

using Eigen::Index;

constexpr Index most_before = 31, least_before = 15;

double median(Eigen::ArrayXd values) {
  double* const middle = values.data() + values.size() / 2;
  std::nth_element(values.data(), middle, values.data() + values.size());
  return *middle;
}

Eigen::ArrayXXd steps_between(const Eigen::ArrayXXd& rows) {
  return rows.bottomRows(rows.rows() - 1) - rows.topRows(rows.rows() - 1);
}

// Whether the step from row k to the next one is a hole, by the rows before it and the one after it.
bool is_hole(const Eigen::ArrayXXd& t, const Eigen::ArrayXXd& q, Index k) {
  const Index first = std::max<Index>(k - most_before, 0), count = k + 1 - first;
  const double step = t(k + 1, 0) - t(k, 0);
  if (count <= least_before || !(step > doubtful::hole * median(steps_between(t.middleRows(first, count)))))
    return false;
  const Eigen::ArrayXXd before = steps_between(q.middleRows(first, count)).abs();
  const auto usual = before.colwise().maxCoeff().max((q.row(k + 2) - q.row(k + 1)).abs());
  const auto way = (q.row(k + 1) - q.row(k)).abs();
  return (way > doubtful::large_step && way > doubtful::way_across * usual).any();
}

}  // namespace

void TimeHoles::take(const Block& block) {
  constexpr Index needed = most_before + 3;
  const auto begin = static_cast<Index>(block.own_begin()),
             count = static_cast<Index>(block.own_end()) - begin, kept = t_.size();
  if (count <= 0) return;
  Eigen::ArrayXd t(kept + count);
  t.head(kept) = t_;
  t.tail(count) = block.t.segment(begin, count);
  Eigen::ArrayXXd q;
  const auto take_q = [&] {
    q.resize(kept + count, block.q.cols());
    if (kept > 0) q.topRows(kept) = q_;
    q.bottomRows(count) = block.q.middleRows(begin, count);
  };
  for (Index k = std::max<Index>(kept - 2, 1); k + 2 < t.size(); ++k) {
    // Clocks jitter: most steps are told from a hole by those beside them.
    if (!(t[k + 1] - t[k] > doubtful::hole / 2 * std::max(t[k] - t[k - 1], t[k + 2] - t[k + 1]))) continue;
    if (q.size() == 0) take_q();
    const auto row = static_cast<std::size_t>(begin + k + 1 - kept);
    const Place behind = k + 1 < kept ? last_ : place_of(block, row);
    if (behind.after_gap || !is_hole(t, q, k) || count_++ > 0) continue;
    length_ = t[k + 1] - t[k];
    line_ = behind.line;
  }
  last_ = place_of(block, block.own_end() - 1);
  t_ = t.tail(std::min(t.size(), needed)).eval();
  if (count < needed && q.size() == 0) take_q();
  q_ = count < needed ? q.bottomRows(t_.size()).eval()
                      : block.q.middleRows(begin + count - needed, needed).eval();
}

TimeHoles::Place TimeHoles::place_of(const Block& block, std::size_t row) {
  return {block.line[row], !block.after_gap.empty() && block.after_gap[row]};
}

std::optional<std::string> TimeHoles::doubt(PlaceBy places) const {
  if (count_ == 0) return std::nullopt;
  return "no rows for " + three_digits(length_) + " s before " + place_text(places, line_) +
         ", while the robot moves" + (count_ == 1 ? "" : " (" + counted(count_ - 1, "more such hole") + ")") +
         ": the motion there is not known, and torques beside it are wrong; `missing` skip treats it as a "
         "gap";
}

}  // namespace invdyn
