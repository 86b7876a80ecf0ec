#pragma once

#include <string>
#include <vector>

#include "../../ground/output_files/output_file.h"
#include "../../robot/model/robot.h"
#include "control_sample.h"

namespace invdyn {

/// Writes control samples as CSV: a header `t,<quantity>_<joint>,...`, then numbers as the shortest text that
/// reads back as the same double. Quantities are in the given order, and the joints of each in the robot's
/// order. Writes nothing before the first sample: a simulation that cannot begin leaves no header.
class SampleWriter {
 public:
  SampleWriter(OutputFile& file, const Robot& robot, std::vector<SampleQuantity> quantities);
  void take(const ControlSample& sample);

 private:
  OutputFile& file_;
  std::vector<SampleQuantity> quantities_;
  std::string header_;  // empty after it is written
  std::string text_;
};

}  // namespace invdyn
