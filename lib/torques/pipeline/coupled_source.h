#pragma once

#include <memory>
#include <utility>

#include "../../trajectory/files/source.h"
#include "../../trajectory/names/motor_coupling.h"

namespace invdyn {

/// A trajectory whose file has the columns of motors that move several joints.
class CoupledSource : public TrajectorySource {
 public:
  /// `source`: reads the file by the names of coupling.robot_of_motors().
  CoupledSource(std::unique_ptr<TrajectorySource> source, MotorCoupling coupling)
      : source_(std::move(source)), coupling_(std::move(coupling)) {}

  const std::string& name() const override { return source_->name(); }
  bool has_time() const override { return source_->has_time(); }
  Known known() const override { return source_->known(); }
  std::optional<BaseReading> base() const override { return source_->base(); }
  bool has_measured() const override { return source_->has_measured(); }
  bool states_time_unit() const override { return source_->states_time_unit(); }
  bool states_angle_unit() const override { return source_->states_angle_unit(); }
  std::vector<std::string> unused() const override { return source_->unused(); }
  std::optional<std::size_t> declared_rows() const override { return source_->declared_rows(); }
  std::optional<Range> range() const override { return source_->range(); }
  std::size_t max_kept_numbers() const override { return source_->max_kept_numbers(); }
  PlaceBy places() const override { return source_->places(); }
  void restrict_to(const Shard& shard, const Differentiation& how) override {
    source_->restrict_to(shard, how);
  }
  bool next(Chunk& chunk, const Differentiation& how) override { return source_->next(chunk, how); }
  FileChange change() const override { return source_->change(); }
  std::vector<std::string> warnings() const override { return source_->warnings(); }
  void stop() noexcept override { source_->stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override {
    const std::exception_ptr fault = source_->parse(chunk, block);
    coupling_.apply(block);
    return fault;
  }

 private:
  std::unique_ptr<TrajectorySource> source_;
  MotorCoupling coupling_;
};

}  // namespace invdyn
