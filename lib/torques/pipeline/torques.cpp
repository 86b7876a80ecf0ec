#include "torques.h"

#include "../../dynamics/core/trajectory_torques.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/job/protected_files.h"
#include "../../robot/model/names.h"
#include "../rows/row_file.h"
#include "trajectory_run.h"

namespace invdyn {
namespace {

using Rows = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Keeps all rows, one after the other.
class KeptRows : public Sink {
 public:
  KeptRows(std::string file, std::size_t max_numbers) : file_(std::move(file)), max_numbers_(max_numbers) {}

  void take(const Block& block) override {
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
      const auto at = static_cast<Eigen::Index>(row);
      t_.push_back(block.t[at]);
      expect_kept_rows(file_, t_.size(), 4 * block.dof + 1, max_numbers_);
      append(q_, block.q, at);
      append(dq_, block.dq, at);
      append(ddq_, block.ddq, at);
      append(tau_, block.tau, at);
    }
  }

  TorqueRows rows(std::vector<std::string> joints) const {
    const auto as_array = [&](const std::vector<double>& values) -> Eigen::ArrayXXd {
      return Eigen::Map<const Rows>(values.data(), static_cast<Eigen::Index>(t_.size()),
                                    static_cast<Eigen::Index>(joints.size()));
    };
    TorqueRows result{{},
                      Eigen::Map<const Eigen::ArrayXd>(t_.data(), static_cast<Eigen::Index>(t_.size())),
                      as_array(q_),
                      as_array(dq_),
                      as_array(ddq_),
                      as_array(tau_)};
    result.joints = std::move(joints);
    return result;
  }

 private:
  static void append(std::vector<double>& values, const Eigen::ArrayXXd& columns, Eigen::Index row) {
    for (Eigen::Index j = 0; j < columns.cols(); ++j) values.push_back(columns(row, j));
  }

  std::string file_;
  std::size_t max_numbers_;
  std::vector<double> t_, q_, dq_, ddq_, tau_;
};

TrajectoryTorques dynamics_of(const TorqueJob& job) {
  return TrajectoryTorques(job.robot, job.dynamics, job.surroundings);
}

}  // namespace

std::size_t write_torques(const TorqueJob& job, const std::string& output, Report& report) {
  ProtectedFiles inputs;
  inputs.add_input(job.trajectory.path);
  expect_kept(output, inputs);
  const TrajectoryTorques dynamics = dynamics_of(job);
  RowFile file(output, {moving_joint_names(job.robot), {Quantity::tau}});
  TrajectoryRun run(job.trajectory, job.robot, report);
  const std::size_t rows = run.finish(dynamics, {}, &file);
  file.commit(rows);
  return rows;
}

TorqueRows compute_torques(const TorqueJob& job, Report& report) {
  const TrajectoryTorques dynamics = dynamics_of(job);
  TrajectoryRun run(job.trajectory, job.robot, report);
  KeptRows kept(run.name(), run.max_kept_numbers());
  run.finish(dynamics, {&kept});
  return kept.rows(moving_joint_names(job.robot));
}

}  // namespace invdyn
