#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/report.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"
#include "../../trajectory/data/watch.h"
#include "trajectory_settings.h"

namespace invdyn {

class ContactWatch;
class DerivedColumns;
class Guard;
class LagWatch;
class MeasuredTorques;
class BaseTwistWatch;
class NoiseWatch;
class QuaternionOrderWatch;
class PreparedSource;
class RowFile;
class TrajectorySource;
class TopSpeeds;
class TrajectoryTorques;
class Unwrap;

/// One trajectory from its file to torques. The robot and the report must outlive it.
class TrajectoryRun {
 public:
  /// Opens the file, and notes how its derivatives are made. Throws Error if the file cannot be read or its
  /// header does not fit the robot, UsageError if settings do not go together.
  TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Report& report);
  ~TrajectoryRun();
  TrajectoryRun(const TrajectoryRun&) = delete;
  TrajectoryRun& operator=(const TrajectoryRun&) = delete;

  const std::string& name() const;  ///< of the file, for messages
  /// Whether the file gives dq and ddq, and nothing changes them.
  bool gives_derivatives() const { return !prepared_ && how_.known == Known::q_dq_ddq; }
  /// What the file gives, or what is used of it.
  Known known() const { return how_.known; }
  /// Whether the rows have times, by the file or by the settings.
  bool has_time() const;
  /// Whether the file's measured torques are read, as the settings ask for.
  bool has_measured() const;
  /// The names of the file's columns that are not used.
  std::vector<std::string> unused_columns() const;
  /// For each joint, the rows in which it may rest or move, or a filter mixes both, in order; known when rows
  /// come. Null: not looked at.
  const std::vector<std::vector<std::size_t>>* unsure_rows() const;
  /// For each joint, the speed above which the sign of its velocity is certain. Of rows that were prepared it
  /// is known when rows come, of others after finish(). Empty: not looked at.
  const std::vector<double>& sure_speeds() const { return sure_speeds_; }
  /// How many numbers of this file a sink may keep in memory: fewer if it is a pipe, which may have no end.
  std::size_t max_kept_numbers() const;
  /// Runs to the end: sends each block of rows, with its torques, to the sinks, and header and rows to the
  /// file. `measured` turns measured values into torques of the joints; null: they are such. Reports warnings
  /// and progress. Returns the number of rows. Does not commit the file. Throws Error for a bad row, after
  /// all rows before it have gone through, and if the trajectory's file was changed meanwhile, other than by
  /// rows at its end.
  std::size_t finish(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks,
                     RowFile* file = nullptr, const DerivedColumns* derived = nullptr,
                     const MeasuredTorques* measured = nullptr);
  /// After finish(), if the settings ask for it: a table of noise gain, delay and bandwidth of dq and ddq.
  const std::string& noise_gain() const { return noise_gain_; }
  /// After finish(): what is wrong with the file's dq or ddq; empty: nothing.
  const std::string& fault_of_derivatives() const { return fault_of_derivatives_; }
  /// After finish(): what contacts leave over at most, as a share of the weight; 0 without contacts.
  double largest_unexplained() const;
  /// After finish(): the joint in whose torque a warning found the most noise, in the order of q.
  std::optional<std::size_t> noisy_joint() const { return noisy_joint_; }

 private:
  void watch_joints();
  void watch_base();
  void prepare(const TrajectoryTorques& dynamics, Unwrap& unwrap, const Warn& warn);
  void derive(const TrajectoryTorques& dynamics);
  void find_sure_speeds();
  std::string clean_in_words() const;
  const char* on_measured() const;
  std::string advice_on_noise() const;
  void report_file(std::size_t rows) const;
  void report_findings(const TrajectoryTorques& dynamics);
  bool report_noise(const TrajectoryTorques& dynamics);
  void report_doubts(const TrajectoryTorques& dynamics);
  TrajectoryWatch::WarnAt hold_warnings();
  std::size_t run(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks, RowFile* file,
                  const DerivedColumns* derived, const MeasuredTorques* measured);

  TrajectorySettings settings_;
  const Robot& robot_;
  Report& report_;
  std::unique_ptr<TrajectorySource> source_;
  PreparedSource* prepared_ = nullptr;           // the source, if it is one
  std::unique_ptr<NoiseWatch> noise_;            // none: too many joints, or no row is differentiated
  std::unique_ptr<LagWatch> lag_;                // none: the file has no velocities, or too many joints
  std::unique_ptr<Guard> guard_;                 // none: too many joints
  std::unique_ptr<QuaternionOrderWatch> order_;  // none: the base is fixed, or its columns have names
  std::unique_ptr<BaseTwistWatch> twist_;        // none: the base is fixed, or its file has no twist
  std::unique_ptr<ContactWatch> contacts_;       // none: there are no contacts
  std::unique_ptr<TopSpeeds> speeds_;            // none: not asked for, or every row is held still
  std::vector<double> sure_speeds_;
  std::string fault_of_derivatives_;
  bool has_doubts_ = false;                                             // the guard's
  std::vector<std::pair<std::string, std::string>> position_warnings_;  // places and texts, until the end
  // Of numbers for missing positions: the place of the first, and the text.
  std::optional<std::pair<std::string, std::string>> codes_;
  Differentiation how_;
  Differentiation differences_;  // how_, before the prepared rows have derivatives
  std::string noise_gain_;
  std::optional<std::size_t> noisy_joint_;
  std::vector<std::optional<double>> cutoffs_;  // of smoothing; empty: nothing is smoothed
};

}  // namespace invdyn
