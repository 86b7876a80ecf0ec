#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "answers/identification/evidence.h"
#include "answers/validation/suspicions.h"
#include "dynamics/core/measured_torques.h"
#include "dynamics/core/trajectory_torques.h"
#include "ground/base/report.h"
#include "ground/csv/csv_table.h"
#include "torques/pipeline/first_look.h"
#include "torques/pipeline/trajectory_run.h"

namespace invdyn {

/// The logs of a fit, and whether the robot carries the payload in each.
struct LogList {
  std::vector<std::string> paths;
  std::vector<bool> are_loaded;

  /// Those with or without the payload.
  std::vector<std::string> with(bool payload) const;
};

/// Reads logs into their equations.
class LogReader {
 public:
  /// Means over this time, s, if nothing is set and the log's derivatives are differences.
  static constexpr double usual_average = 0.02;

  /// `average`: none: the usual one. All references must outlive the object.
  LogReader(const Robot& robot, const Regressor& regressor, const DynamicsSettings& terms,
            const MeasuredSettings& measured, TrajectorySettings settings, EvidenceSettings evidence,
            std::optional<double> average);

  /// `report` gets the messages of the runs, and the tables of --noise-gain as notes.
  std::unique_ptr<Evidence> read(const LogList& logs, const std::vector<FitColumn>& columns, Report& report,
                                 const std::optional<Estimate>& first = {});
  /// The same of some rows of a long log.
  std::unique_ptr<Evidence> read_sample(const LogList& logs, const std::vector<FitColumn>& columns,
                                        Report& report);
  /// From now on, friction that depends on the load is read as with the links that these equations give; or
  /// as with the file's.
  void learn_links(const LogEquations& equations, const FitChoice& choice);
  /// What a fit of all that is chosen gives, for the slopes of the torques.
  Estimate estimate(const LogEquations& equations, const FitChoice& choice) const;
  void forget_links() { links_.reset(); }
  /// From now on, torques that lag behind the motion, as suspicions() has it, are read at the time of their
  /// motion. Sets the delays' values in `columns`, and notes them. False: none does.
  bool learn_delays(std::vector<FitColumn>& columns, Report& report);
  /// The same again, with less weight for the rows that a fit of these models does not explain, until the
  /// fit changes little.
  std::unique_ptr<Evidence> read_robustly(const LogList& logs, const FitChoice& choice,
                                          std::unique_ptr<Evidence> evidence);
  /// Measured torques of a log and those of this robot, for residual_figure(): means over the same times as
  /// in the fit. The messages of the run are known, so there are none.
  CsvTable rows(const std::string& path, const Robot& robot);
  /// By a robot, of the logs without a payload that were read, or runs of rows that are spread over them: of
  /// each joint's rows at rest the share that dry friction can hold. NaN: it is never at rest.
  std::vector<double> held_at_rest(const Robot& fitted) const;
  /// The measured torques of the logs as they are in their files, which filters change; none: not known.
  std::optional<MeasuredValues> measured_in_files() const;
  /// Of each joint, the speed up to which rows of the logs that were read are left out.
  const std::vector<double>& slow_speeds() const { return slow_; }
  /// What is probably wrong with the logs that were read, with or without a payload. `is_fitted`: the robot's
  /// file says how well a fit knows its links.
  std::vector<Suspicion> suspicions(bool are_loaded, bool is_fitted) const;

 private:
  double average_of(const TrajectoryRun& run) const;
  std::string left_out_text(const Evidence& evidence, const std::vector<std::size_t>& before,
                            std::size_t rows_before) const;
  const FirstLook& look_at(const std::string& path, bool is_loaded, Report& report);

  const Robot& robot_;
  const Regressor& regressor_;
  DynamicsSettings terms_;
  TrajectoryTorques dynamics_;
  MeasuredTorques measured_;
  TrajectoryTorques weightless_;
  MeasuredSettings measured_settings_;
  // Of the logs without a payload, and of those with one.
  struct Compared {
    JointResiduals residuals;
    RowRuns rows, raw;
  };
  std::array<Compared, 2> compared_;
  std::set<std::string> are_compared_;  // logs in them
  std::vector<double> slow_;            // of each joint: the speed up to which it is at rest
  TrajectorySettings settings_;
  std::map<std::string, FirstLook> looks_;  // of each log
  EvidenceSettings evidence_;
  std::optional<LinkValues> links_;
  std::vector<double> delays_;  // of the joints, s; empty: none is known
  std::vector<Drive> drives_;   // of the moving joints, as far as they count
  std::optional<double> average_;
};

}  // namespace invdyn
