#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/regressor.h"
#include "../../trajectory/data/sink.h"
#include "../validation/measured_values.h"
#include "fit_columns.h"

namespace invdyn {

/// The equations of one joint over some rows, y = Y x, as the triangle of a QR decomposition of [Y y]: least
/// squares need no more of them. y is measured minus computed torque, and x the change of the fitted values.
struct JointEquations {
  Eigen::MatrixXd triangle;  ///< one column for each of the joint's columns, then y
  double rows = 0;           ///< that were kept
  double weight = 0;         ///< of these rows: the number of rows of the log
  double sum = 0;            ///< of the measured torque, N m or N
  double squares = 0;        ///< of the measured torque

  void add(const JointEquations& other);
};

/// Consecutive rows of a log.
struct Stretch {
  std::size_t log = 0;
  double begin = 0, end = 0;  ///< times of the first and last row, s
  std::size_t rows = 0;       ///< after averaging
  std::vector<JointEquations> joints;
};

/// The equations of logs, for the unknowns `columns`.
struct LogEquations {
  std::vector<FitColumn> columns;
  std::vector<std::vector<Eigen::Index>> columns_of;  ///< of each joint: the columns that it can depend on
  std::vector<Stretch> stretches;                     ///< in the order of the logs and of time

  std::size_t joints() const { return columns_of.size(); }
};
/// Moves the last part of each log, this share of its stretches, into a second object.
LogEquations split_off(LogEquations& equations, double share);

/// Rows that are left out, and rows that are taken together.
struct EvidenceSettings {
  /// Rows within this time are averaged, s. Y and y are averaged alike, so the equations stay true.
  double average = 0;
  /// Rows in which a joint is slower are left out for this joint, rad/s or m/s. 0: none. Not set: those below
  /// the speeds of the log.
  std::optional<double> min_speed = {};
  /// Rows with a measured torque of at least this size are left out for this joint, N m or N. Empty: none.
  std::vector<double> max_torque;
  /// Of a long log, only some of the rows, the rarer the further on: enough for a first estimate.
  bool is_sample = false;
  std::size_t threads = 1;
};

/// The torques of links by which friction of the load is estimated: values of the regressor's parameters,
/// without and with a payload. The first estimate is the robot's file.
struct LinkValues {
  Eigen::VectorXd unloaded, loaded;
};

/// A first estimate, by which rows that do not fit count less [Huber 1964], and whose torque has the slope by
/// which a delay counts.
struct Estimate {
  Eigen::VectorXd change;  ///< of each fit column
  Eigen::VectorXd noise;   ///< standard deviation of each joint's residual; empty: all rows count alike
};

/// Collects the equations of logs, in one pass and bounded memory. A log is cut into stretches of equal
/// numbers of rows. When there are too many, neighbours are joined. So the rows need not be kept, and a fit
/// can still leave out parts of the logs, or compare them.
class Evidence : public Sink {
 public:
  /// The fewest and the most stretches of all logs.
  static constexpr std::size_t min_stretches = 32, max_stretches = 512;
  static constexpr std::size_t max_numbers = 32'000'000;  ///< in all stretches

  /// The regressor must outlive it. `drives`: of the moving joints, for their springs and friction of the
  /// load. Throws UsageError for more columns than fit into memory.
  Evidence(const Regressor& regressor, std::vector<FitColumn> columns, const EvidenceSettings& settings,
           const std::optional<Estimate>& first = {}, const std::optional<LinkValues>& links = {},
           std::vector<Drive> drives = {});

  /// `average`: in place of the settings'. `unsure_rows`: for each joint, the rows to leave out, in order.
  /// `sure_speeds`: for each joint, the speed up to which rows are left out; empty: none. Both may be filled
  /// until the first row comes, and must outlive the log.
  void begin_log(bool is_loaded = false, std::optional<double> average = {},
                 const std::vector<std::vector<std::size_t>>* unsure_rows = nullptr,
                 const std::vector<double>* sure_speeds = nullptr);
  void take(const Block& block) override;
  void end_log();

  const LogEquations& equations() const { return equations_; }
  LogEquations& equations() { return equations_; }
  std::size_t joints() const { return of_joint_.size(); }
  /// Rows of all logs, and equations left out for each joint.
  std::size_t rows() const { return rows_; }
  const std::vector<std::size_t>& left_out() const { return left_out_; }
  const MeasuredValues& measured() const { return measured_; }

 private:
  struct Part {
    Eigen::Index from, to;  // column of the regressor's joint, and of the joint's equations
    double factor;
    bool of_load;
  };
  struct Curve {
    Eigen::Index to;
    double speed;
    std::size_t drive;
    double share;  // of it that the joint feels
  };
  struct OfJoint {
    std::vector<Part> parts;
    std::vector<Curve> curves;
    std::optional<Eigen::Index> load, delay;          // columns of the equations
    double last_torque = 0, last_t = 0, last_dq = 0;  // of the row before, estimated
    Eigen::MatrixXd pending;                          // rows of [Y y]: sums over the rows of a window
    Eigen::ArrayXd kept, measured;  // of each pending row: the number of rows, the sum of measured torques
  };

  void place_parts();
  void add_rows(const Block& block, std::size_t begin, std::size_t count);
  std::size_t assign(const Block& block, std::size_t begin, std::size_t count);
  bool is_unsure(std::size_t joint, std::size_t row) const;
  double speed(std::size_t drive, const Block& block, std::size_t row) const;
  bool turns_surely(std::size_t joint, const Block& block, std::size_t row) const;
  double slowest(std::size_t joint) const;
  void add_to_joint(std::size_t joint, const Block& block, std::size_t begin, std::size_t count);
  void add_gears(std::size_t joint, const Block& block, std::size_t begin, std::size_t count,
                 const double* kept);
  void add_delay(std::size_t joint, const Block& block, std::size_t begin, std::size_t count,
                 const double* kept);
  void flush();
  void close_stretch();
  void join_neighbours();
  void decompose(OfJoint& of_joint, std::size_t joint, JointEquations& result) const;

  const Regressor& regressor_;
  LogEquations equations_;
  EvidenceSettings settings_;
  std::optional<Estimate> first_;
  std::optional<LinkValues> links_;
  std::vector<Drive> drives_;
  Regressor::Workspace workspace_;
  std::vector<OfJoint> of_joint_;
  std::size_t max_stretches_ = 0, rows_of_stretch_ = 16;
  std::optional<Stretch> open_;
  std::size_t logs_ = 0, rows_ = 0, pending_rows_ = 0;
  std::size_t next_row_ = 0;  // of the sample
  double average_ = 0;
  const std::vector<std::vector<std::size_t>>* unsure_rows_ = nullptr;
  const std::vector<double>* sure_speeds_ = nullptr;
  bool is_loaded_ = false, log_begins_ = false;
  double t0_ = 0, window_ = -1;
  double pending_begin_ = 0, pending_end_ = 0;
  std::vector<std::size_t> target_;  // pending row of each row of a batch
  std::vector<std::size_t> left_out_;
  MeasuredValues measured_;
};

}  // namespace invdyn
