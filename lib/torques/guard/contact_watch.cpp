#include "contact_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr double bin = 1.001;
constexpr std::size_t bins = 20'000;  // up to 4 million weights

// In the order of Break.
constexpr std::array<const char*, 7> texts{
    "",
    "the ground would have to pull",
    "a foot would slip (more friction would be enough)",
    "the robot would tip (a larger foot would be enough)",
    "no contact carries load",
    "a foot would slip or the robot would tip (either more friction or a larger foot would be enough)",
    "more friction and larger feet are needed"};

// The same for one of several intervals.
constexpr std::array<const char*, 7> short_texts{"",           "pulls",         "slips",         "tips",
                                                 "no contact", "slips or tips", "slips and tips"};

// No jump goes so high, m.
constexpr double far_off = 20;
constexpr const char* millimetres =
    "is base_z in mm (then name the columns \"base_x (mm)\", \"base_y (mm)\" and \"base_z (mm)\"), or ";

std::string percent(std::size_t part, std::size_t whole) {
  return three_digits(100 * static_cast<double>(part) / static_cast<double>(whole)) + " %";
}

}  // namespace

std::string_view text_of(Break cause) {
  return texts[static_cast<std::size_t>(cause)];
}

ContactWatch::ContactWatch(const Robot& robot, std::vector<std::string> links)
    : robot_(robot),
      links_(std::move(links)),
      bearing_(links_.size(), 0),
      lowest_(links_.size(), std::numeric_limits<double>::infinity()),
      counts_(bins, 0) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (const double limit = robot.moving_joint(j).limits.effort.value_or(0); limit > 0)
      peaks_.push_back({j, limit});
}

void ContactWatch::take(const Block& block) {
  const ContactColumns& columns = block.contact_columns;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row, ++rows_) {
    const auto k = static_cast<Eigen::Index>(row);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const double height = block.contacts(k, columns.height(i));
      const bool bears = block.contacts(k, columns.bearing(i)) > 0;
      bearing_[i] += bears;
      lowest_[i] = std::min(lowest_[i], height);
      if (bears && std::isfinite(height)) highest_ = std::max(highest_, height);
    }
    const double left = block.contacts(k, columns.left());
    largest_ = std::max(largest_, left);
    const auto cause = static_cast<std::size_t>(block.contacts(k, columns.cause()));
    see_time(block.t[k], left > considerable ? cause : 0);
    if (!(left > considerable)) continue;
    ++considerable_;
    ++causes_[cause];
    const double place = std::log(left / considerable) / std::log(bin);
    ++counts_[std::min(static_cast<std::size_t>(place), bins - 1)];
  }
  see_torques(block);
}

// `cause` 0: the row is possible.
void ContactWatch::see_time(double t, std::size_t cause) {
  if (cause > 0) {
    if (!was_considerable_) {
      longest_ = longest();
      interval_ = {t, t, {}};
      ++intervals_;
    }
    interval_.to = t;
    ++interval_.causes[cause];
  }
  was_considerable_ = cause > 0;
}

// At most three, the longest first.
std::vector<ContactWatch::Interval> ContactWatch::longest() const {
  constexpr std::size_t most = 3;
  std::vector<Interval> all = longest_;
  if (interval_.to > interval_.from) all.push_back(interval_);
  std::stable_sort(all.begin(), all.end(),
                   [](const Interval& a, const Interval& b) { return a.to - a.from > b.to - b.from; });
  all.resize(std::min(all.size(), most));
  return all;
}

void ContactWatch::see_torques(const Block& block) {
  const auto begin = static_cast<Eigen::Index>(block.own_begin());
  const auto count = static_cast<Eigen::Index>(block.own_end()) - begin;
  const auto left =
      block.contacts.col(static_cast<Eigen::Index>(block.contact_columns.left())).segment(begin, count);
  for (Peaks& peaks : peaks_) {
    const auto torques = block.tau.col(static_cast<Eigen::Index>(peaks.joint)).segment(begin, count);
    for (Eigen::Index k = 0; k < count; ++k) {
      double& peak = left[k] > considerable ? peaks.impossible : peaks.possible;
      peak = std::max(peak, std::abs(torques[k]));
    }
  }
}

double ContactWatch::median() const {
  std::size_t below = 0, i = 0;
  while (2 * (below + counts_[i]) < considerable_) below += counts_[i++];
  return considerable * std::pow(bin, static_cast<double>(i) + 0.5);
}

std::string ContactWatch::shares() const {
  std::string text = "the ground carries ";
  for (std::size_t i = 0; i < links_.size(); ++i)
    text += (i == 0 ? "" : ", ") + links_[i] + " in " + percent(bearing_[i], rows_) +
            (i == 0 ? " of the rows" : "") +
            (bearing_[i] == 0 && lowest_[i] > 0 && std::isfinite(lowest_[i])
                 ? " (at least " + three_digits(lowest_[i]) + " m above the ground)"
                 : "");
  return text;
}

// Where the ground may be, if no contact reaches it.
std::string ContactWatch::ground() const {
  const double lowest = *std::min_element(lowest_.begin(), lowest_.end());
  const bool bears = std::any_of(bearing_.begin(), bearing_.end(), [](std::size_t rows) { return rows > 0; });
  if (bears || !(lowest > 0) || !std::isfinite(lowest)) return "";
  return "the feet are always at least " + three_digits(lowest) +
         " m above the ground: " + (lowest > far_off ? millimetres : "") +
         "is the ground higher than `ground` states, or are the position or the axes "
         "of the base wrong?";
}

std::string ContactWatch::intervals() const {
  std::string text;
  for (const Interval& each : longest()) {
    const auto cause = std::max_element(each.causes.begin(), each.causes.end()) - each.causes.begin();
    text += (text.empty() ? " " : ", ") + rounded_time(each.from) + " to " + rounded_time(each.to) + " s (" +
            short_texts[static_cast<std::size_t>(cause)] + ")";
  }
  return text.empty()
             ? ""
             : ", in " + counted(intervals_, "interval") + (intervals_ > 1 ? ", the longest:" : ":") + text;
}

std::string ContactWatch::depth() const {
  constexpr double deep = 0.1;  // m; motions of people, retargeted, have feet some cm deep
  if (!(highest_ < -deep) || !std::isfinite(highest_)) return "";
  return "the feet that carry load are at least " + three_digits(-highest_) +
         " m below the ground: " + (highest_ < -far_off ? millimetres : "") +
         "is the ground lower than `ground` states, or is the position of the base "
         "given for another point of the robot?";
}

// Torques that need not be, as no forces make the motion there.
std::string ContactWatch::torques() const {
  std::string text;
  for (const Peaks& peaks : peaks_) {
    if (!(peaks.impossible > std::max(peaks.limit, peaks.possible))) continue;
    const Joint& joint = robot_.moving_joint(peaks.joint);
    const auto share = [&](double torque) { return three_digits(100 * torque / peaks.limit) + " %"; };
    text += (text.empty() ? ". Torques of these rows are not valid: without these rows, " : "; ") +
            in_quotes(joint.name) + " reaches " + share(peaks.possible) + " of its limit (" +
            three_digits(peaks.limit) + (joint.is_revolute() ? " N m" : " N") + "), and in these rows " +
            share(peaks.impossible);
  }
  return text;
}

std::string ContactWatch::warning() const {
  if (considerable_ == 0) return "";
  const std::string of_ground = ground();
  if (of_ground.find(millimetres) != std::string::npos) return of_ground;  // which explains all else
  std::string causes;
  for (std::size_t i = 1; i < texts.size(); ++i)
    if (causes_[i] > 0) causes += (causes.empty() ? "" : "; ") + counted(causes_[i], "row") + ": " + texts[i];
  return "the ground cannot exert the forces of this motion in " + std::to_string(considerable_) + " of " +
         counted(rows_, "row") + " (" + percent(considerable_, rows_) + ")" + intervals() +
         ". In these rows, the contacts cannot exert a part of the forces (columns base_fx to base_nz). The "
         "median of this part is " +
         three_digits(100 * median()) + " % of the robot's weight. Causes: " + causes +
         ". The option `columns` support writes this part and its cause for each row" + torques() +
         (of_ground.empty() ? "" : ". T" + of_ground.substr(1));
}

}  // namespace invdyn
