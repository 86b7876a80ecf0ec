#pragma once

#include <map>
#include <string>
#include <vector>

#include "figure.h"
#include "joint_limits.h"
#include "motion_columns.h"

namespace invdyn {

/// Draws the limits of joints and motors into panels.
class PanelLimits {
 public:
  /// Keeps references.
  PanelLimits(const MotionColumns& columns, const MotionFigureSettings& settings);

  /// Adds the limits of the joints of these series, which the panel shows. Limits of one joint, or of joints
  /// that have the same ones, are grey levels, and the range beyond them is shaded. Otherwise they are levels
  /// in the joints' colours; a level of several joints is grey.
  void add(Panel& panel, const std::vector<MotionColumns::Series>& series);

  /// Whether the joint of these series has limits that would be drawn.
  bool has_any(const std::vector<MotionColumns::Series>& series) {
    const std::string& joint = series.front().joint;
    const std::vector<JointLimit> near = near_limits(series, joint, {});
    leave_out_far(series, joint, near);
    return !near.empty();
  }

  /// None: the robot is not known or does not have the joint.
  const JointRating* rating(const std::string& joint) const;
  /// Whether a limit is near enough to values between these ends to be drawn.
  static bool is_near(double limit, double minimum, double maximum);
  /// Whether values between these ends go in the direction of a limit of their magnitude.
  static bool is_approached(bool is_upper, double minimum, double maximum);
  /// Notes the limit that is too far from the values to be drawn.
  void leave_out(const std::string& limit, const std::string& joint) { add_once(far_[limit], joint); }
  /// The limits that are left out; empty: none.
  std::string note() const;

 private:
  struct Span {
    double minimum = 0, maximum = 0;
  };
  using AllSeries = std::vector<MotionColumns::Series>;
  // Of the values, and of zero; "": of all joints.
  Span span_of(const AllSeries& series, const std::string& joint) const;
  // In the drawn unit.
  std::vector<JointLimit> all_limits(const AllSeries& series, const std::string& joint) const;
  // Those that a joint's values approach.
  std::vector<JointLimit> limits_ahead(const AllSeries& series, const std::string& joint) const;
  // Those of them near the joint's values, or within what the panel shows anyway.
  std::vector<JointLimit> near_limits(const AllSeries& series, const std::string& joint, Span shown) const;
  // Those of each joint that are drawn, also if they are near another joint's values alone.
  std::vector<std::vector<JointLimit>> drawn_limits(const AllSeries& series,
                                                    const std::vector<std::string>& joints, Span shown) const;
  void leave_out_far(const AllSeries& series, const std::string& joint,
                     const std::vector<JointLimit>& drawn_of_joint);

  const MotionColumns& columns_;
  Ratings ratings_;
  std::map<std::string, std::vector<std::string>> far_;  // by limit: joints
};

}  // namespace invdyn
