#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../../robot/model/robot.h"
#include "block.h"
#include "differentiate.h"

namespace invdyn {

/// Checks a trajectory before the dynamics and warns of likely mistakes.
/// Once for each joint:
/// - a position outside its limits;
/// - a jump of nearly a full turn, as of a wrapped angle, if differences of q would take it for motion.
///
/// Once:
/// - a motion, of joints or of a base, already under way in its first rows, by more than noise, if backward
/// differences assume a start from rest;
/// - a time column that contradicts the given step;
/// - a first time that is too large for s since 1970, as of a column in ms.
class TrajectoryWatch {
 public:
  using WarnAt = std::function<void(const std::string& place, const std::string& text)>;

  /// `of_positions`: receives warnings of limits and jumps, by place and text; null: `warn` does.
  TrajectoryWatch(const Robot& robot, const Differentiation& how, std::string file, Warn warn,
                  PlaceBy by = PlaceBy::line, WarnAt of_positions = nullptr);
  /// Another watch has checked the positions: do not warn of limits and jumps from now on.
  void has_seen_positions();
  /// Whether the block's own rows may need a warning, after differentiation. It does not check their times.
  /// Any thread may call it, while another one calls see().
  bool suspects(const Block& block) const;
  /// Looks for numbers such as -999 that stand for missing positions, in these rows, before angles are
  /// unwrapped. All rows in order.
  void see_codes(const Block& block, std::size_t begin, std::size_t end);
  /// Where the first of them is, and what to do; none: there are none.
  std::optional<std::pair<std::string, std::string>> codes() const;
  /// Checks the block's own rows, after differentiation, in the order of the trajectory. If the block is not
  /// suspected, it checks only their times, and only if a given step replaces them.
  void see(const Block& block, bool suspected = true);
  /// Call it after the last block.
  void end() {
    end_start();
    end_step();
  }

 private:
  bool compares_jumps(std::size_t j) const;
  bool is_at_start(const Block& block) const;
  void see_limits(const Block& block, std::size_t j);
  void see_jumps(const Block& block, std::size_t j);
  void warn_of_position(const std::string& place, const std::string& text) const;
  void see_start(const Block& block);
  void end_start();
  void add_to_start(const Block& block, std::size_t begin);
  // Of what may be under way: a column is a joint, or after them x, y, z of a base, and its turns.
  Known known(std::size_t column) const;
  double velocity(const Block& block, std::size_t row, std::size_t column) const;
  double start_value(const Block& block, std::size_t row, std::size_t column) const;
  bool is_noise(std::size_t column, double velocity) const;
  void see_step(const Block& block);
  void end_step();
  void see_clock(const Block& block);
  std::string place(const Block& block, std::size_t row) const;

  const Robot& robot_;
  Differentiation how_;
  std::string file_;
  Warn warn_;
  PlaceBy by_;
  WarnAt warn_of_positions_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  // For each joint. suspects() may see a stale flag; the only cost is a redundant check.
  std::vector<std::atomic<bool>> warned_limits_, warned_jumps_;
  // A start that may be under way, until there are enough rows to compare it with their noise.
  struct FirstRows {
    std::string place;
    std::vector<std::pair<std::size_t, double>> columns;  // under way, with their first velocities
    std::array<double, 4> orientation{};                  // of a base, in the first row
    std::vector<double> t;
    std::vector<std::vector<double>> values;  // of each column: q, or dq if it is known
  };
  std::optional<FirstRows> start_;
  std::vector<double> last_positions_;  // of each joint, those that are none
  std::string first_code_, place_of_code_;
  std::size_t codes_ = 0;  // all of them
  bool seen_clock_ = false;
  double first_time_ = 0, last_time_ = 0;
  double largest_step_ = 0;    // of the time column
  bool stands_still_ = false;  // times repeat: the clock is coarse
  std::string step_doubt_;     // the given step may be wrong; empty: it is not
};

}  // namespace invdyn
