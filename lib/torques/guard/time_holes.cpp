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

enum class Kind { none, hole, jump };

// Whether all joints go on as from row to row, by the step of the fastest. Equal steps may be those of an
// encoder.
bool goes_on(const Eigen::ArrayXXd& q, Index k) {
  Index fastest = 0;
  const double way = (q.row(k + 1) - q.row(k)).abs().maxCoeff(&fastest);
  const auto differs = [&](Index row) {
    return std::abs(q(row, fastest) - q(row - 1, fastest) - (q(k + 1, fastest) - q(k, fastest)));
  };
  return std::max(differs(k), differs(k + 2)) < doubtful::same_step * way && differs(k) > 1e-6 * way;
}

// Of the step from row k to the next one, by the rows before it and the one after it. `usual`: the step of
// the rows before.
Kind kind_of(const Eigen::ArrayXXd& t, const Eigen::ArrayXXd& q, Index k, double& usual) {
  const Index first = std::max<Index>(k - most_before, 0), count = k + 1 - first;
  if (count <= least_before) return Kind::none;
  const Eigen::ArrayXd times = steps_between(t.middleRows(first, count));
  usual = median(times);
  if (!(t(k + 1, 0) - t(k, 0) > doubtful::hole * usual)) return Kind::none;
  const Eigen::ArrayXXd before = steps_between(q.middleRows(first, count)).abs();
  const auto longest = before.colwise().maxCoeff().max((q.row(k + 2) - q.row(k + 1)).abs());
  const auto way = (q.row(k + 1) - q.row(k)).abs();
  if ((way > doubtful::large_step && way > doubtful::way_across * longest).any()) return Kind::hole;
  const bool are_even = ((times - usual).abs() < doubtful::same_step * usual).all();
  return are_even && goes_on(q, k) ? Kind::jump : Kind::none;
}

}  // namespace

void TimeHoles::Found::add(std::size_t at, double its_length, double usual_step) {
  if (count++ > 0) return;
  line = at;
  length = its_length;
  step = usual_step;
}

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
    double usual = 0;
    const Kind kind = behind.after_gap ? Kind::none : kind_of(t, q, k, usual);
    if (kind != Kind::none) (kind == Kind::hole ? holes_ : jumps_).add(behind.line, t[k + 1] - t[k], usual);
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
  const auto more = [](const Found& found, const char* such) {
    return found.count == 1 ? "" : " (" + counted(found.count - 1, such) + ")";
  };
  if (holes_.count > 0)
    return "there are no rows for " + three_digits(holes_.length) + " s before " +
           place_text(places, holes_.line) + ", although the robot moves" + more(holes_, "more hole") +
           ": the motion in this hole is not known, so the torques just before and after the hole are wrong; "
           "to treat the hole as a gap, give `missing` skip";
  if (jumps_.count > 0)
    return "the time jumps by " + three_digits(jumps_.length) + " s before " +
           place_text(places, jumps_.line) +
           ", but the joints move no farther than in the steps before and after" +
           more(jumps_, "more such jump") + ": is the time wrong there? To replace the times, give `rate` " +
           three_digits(1 / jumps_.step);
  return std::nullopt;
}

}  // namespace invdyn
