#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "figure.h"
#include "motion_columns.h"

namespace invdyn {

/// What distinguishes the curves of a panel, apart from files.
enum class Distinct { joints, terms, columns, nothing };

/// Names that differ only in a number have the same one: `actual_current` of `actual_current_0`.
std::string without_numbers(const std::string& name);

/// Names and colours the curves of a motion figure: the colour is the joint, or the term; the dash pattern is
/// the file.
class MotionCurves {
 public:
  explicit MotionCurves(const MotionColumns& columns) : columns_(columns) {}

  /// Adds the curve at the resolution of a figure.
  void add(Panel& panel, Curve curve, const MotionColumns::Series& series, Distinct distinct);
  /// Adds the terms of a joint's torque as areas that add up to it, and the torque. All series are of one
  /// joint and file.
  void add_stack(Panel& panel, const std::vector<MotionColumns::Series>& terms);

  /// Whether a curve had more rows than a figure shows.
  bool is_thinned() const { return thinned_; }

 private:
  void style(Curve& curve, const MotionColumns::Series& series, Distinct distinct);
  std::size_t look_of(const std::string& name) { return looks_.emplace(name, looks_.size()).first->second; }

  const MotionColumns& columns_;
  std::map<std::string, std::size_t> looks_;
  std::map<std::string, std::map<std::string, std::size_t>> numbered_;  // columns, by their common name
  bool thinned_ = false;
};

}  // namespace invdyn
