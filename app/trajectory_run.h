#pragma once

#include <memory>
#include <vector>

#include "dynamics/derived_columns.h"
#include "dynamics/trajectory_torques.h"
#include "options/trajectory_arguments.h"
#include "output/row_file.h"
#include "terminal.h"
#include "trajectory/sink.h"
#include "trajectory_files/prepared_source.h"
#include "trajectory_files/source.h"

namespace invdyn {

/// A trajectory on its way through the pipeline; the terminal is told what is done and how.
class TrajectoryRun {
 public:
  /// Opens the file, and notes how its derivatives come about.
  TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Terminal& terminal);
  const std::string& name() const { return source_->name(); }  ///< of the file, for messages
  std::size_t max_kept_numbers() const { return source_->max_kept_numbers(); }
  /// To its end, into the sinks and the file, header and rows, with warnings and progress; returns the number
  /// of rows. The file is not committed. Throws Error where the trajectory's file was changed meanwhile,
  /// other than by rows at its end. What becomes of noise is printed where the settings ask for it.
  std::size_t finish(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks,
                     RowFile* file = nullptr, const DerivedColumns* derived = nullptr);

 private:
  void prepare(Unwrap& unwrap, const Warn& warn);
  void tell_of_change() const;

  const TrajectorySettings& settings_;
  const Robot& robot_;
  Terminal& terminal_;
  std::unique_ptr<TrajectorySource> source_;
  PreparedSource* prepared_ = nullptr;  // the source, where it is one
  Differentiation how_;
};

}  // namespace invdyn
