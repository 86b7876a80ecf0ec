#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"
#include "../../trajectory/loads/contact.h"

namespace invdyn {

/// Peak and RMS torque of each joint over a motion. Before them are those of the wrench on a floating base,
/// and of the force of the ground at each contact. The peak is the largest magnitude, with its sign and its
/// first time. The RMS is over time (trapezoidal rule between samples).
class TorqueSummary : public Sink {
 public:
  struct Joint {
    std::string name;
    bool is_revolute = true;
    double peak = 0, peak_time = 0;     ///< N m or N; s
    double squared_integral = 0;        ///< of tau^2 over time
    double last = 0;                    ///< tau of the latest row
    std::optional<double> limit = {};   ///< of effort
    std::optional<double> weight = {};  ///< of the robot, N, for a force on its base
  };

  /// `weight`: of the robot, N, if its base floats and the world exerts a wrench on it.
  explicit TorqueSummary(const Robot& robot, std::optional<double> weight = {},
                         const std::vector<Contact>& contacts = {});
  void take(const Block& block) override;

  double rms(const Joint& joint) const;
  /// The components of the wrench, the contacts, then the joints.
  const std::vector<Joint>& joints() const { return joints_; }
  /// Whether every RMS is finite: squares of large values overflow.
  bool is_finite() const;
  /// A row per joint, with units; and limits of effort, if a joint has one; and forces on the base in
  /// weights. Without what contacts leave over of the wrench, where that is only rounding.
  Table table() const;
  /// The columns of the same for programs, and the rows of this motion: `trajectory` is the name of its file.
  Table table_for_programs() const;
  void add_to(Table& table, const std::string& trajectory) const;

 private:
  bool has_limits() const;
  bool has_weight() const { return wrench_ > 0 && joints_.front().weight; }
  std::vector<Table::Column> with_more(std::vector<Table::Column> columns) const;
  bool is_left_over(std::size_t joint) const;
  double value(const Block& block, Eigen::Index row, std::size_t joint) const;
  void add_more(std::vector<Table::Cell>& row, const Joint& joint) const;

  std::vector<Joint> joints_;
  std::size_t wrench_ = 0, contacts_ = 0;  // components, and contacts after them, in front of the joints
  std::size_t rows_ = 0;
  double first_time_ = 0, last_time_ = 0;
};

}  // namespace invdyn
