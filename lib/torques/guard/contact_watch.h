#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../../dynamics/contacts/contact_forces.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// A cause as the end of a sentence, such as `a foot would slip (more friction would do)`.
std::string_view text_of(Break cause);

/// How often each contact bears, and how often no forces at the contacts make the motion.
class ContactWatch : public Sink {
 public:
  /// A share of the weight: what is left over above it is told.
  static constexpr double considerable = 0.01;

  ContactWatch(const Robot& robot, std::vector<std::string> links);
  void take(const Block& block) override;

  /// `the ground carries l_foot in 54 % of the rows, r_foot in 53 %`.
  std::string shares() const;
  /// How many rows have more left over than is considerable, when, why, and the median; torques above the
  /// joints' limits that are larger in these rows than in all others. Empty: there are no such rows.
  std::string warning() const;
  /// Where the ground probably is, if the feet that bear are deep in it; empty: they are not.
  std::string depth() const;
  /// What is left over at most, as a share of the weight.
  double largest() const { return largest_; }

 private:
  // Torques of a joint that has a limit, in rows that are possible and in others.
  struct Peaks {
    std::size_t joint;
    double limit, possible = 0, impossible = 0;
  };
  // Consecutive rows, s, with the number of rows of each cause.
  struct Interval {
    double from = 0, to = 0;
    std::array<std::size_t, 7> causes{};
  };
  void see_torques(const Block& block);
  void see_time(double t, std::size_t cause);
  std::vector<Interval> longest() const;
  double median() const;
  std::string intervals() const;
  std::string torques() const;
  std::string ground() const;

  const Robot& robot_;

  std::vector<std::string> links_;
  std::vector<std::size_t> bearing_;                           // rows, of each contact
  std::vector<double> lowest_;                                 // m above the ground, of each contact
  double highest_ = -std::numeric_limits<double>::infinity();  // the same, of all contacts that bear
  std::array<std::size_t, 7> causes_{};                        // considerable rows, by Break
  std::vector<std::size_t> counts_;                            // of considerable rows, in bins of 0.1 %
  std::size_t rows_ = 0, considerable_ = 0;
  double largest_ = 0;
  std::vector<Peaks> peaks_;
  std::size_t intervals_ = 0;
  bool was_considerable_ = false;
  Interval interval_;              // the last one
  std::vector<Interval> longest_;  // of those before it
};

}  // namespace invdyn
