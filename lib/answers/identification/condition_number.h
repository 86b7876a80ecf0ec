#pragma once

#include <Eigen/Core>
#include <vector>

#include "base_parameters.h"

namespace invdyn {

/// The condition number of the regressor of a motion: how well its torques determine the base parameters,
/// each in units of its size (BaseParameters::sizes). 1 is the best; noise of the torques counts up to this
/// many times more in some combination of the parameters than in the best one.
class ConditionNumber {
 public:
  /// Both must outlive this object.
  ConditionNumber(const Regressor& regressor, const BaseParameters& base);

  /// From the eigenvalues of Y^T Y: fast, and exact to a part in 1e16 / condition^2. Infinity from 1e8 on.
  /// The same bits on every processor.
  double quick(const MotionRows& rows, Regressor::Workspace& workspace) const;
  /// From the singular values of Y. Infinity from 1e12 on: the torques of these rows do not determine all
  /// parameters.
  double exact(const MotionRows& rows, Regressor::Workspace& workspace) const;

 private:
  struct Column {
    Eigen::Index in_joint, base_parameter;
  };
  const Regressor& regressor_;
  const BaseParameters& base_;
  std::vector<std::vector<Column>> columns_;  // by joint
};

}  // namespace invdyn
