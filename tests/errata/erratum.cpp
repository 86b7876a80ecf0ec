#include "errata/erratum.h"

namespace invdyn::test::errata {

Erratum torque_erratum(const std::string& name, const Case& on, const std::string& error,
                       const Torques& corrected, const Torques& printed) {
  const auto deviation = [&on, corrected, printed] {
    Eigen::Index joint = 0;
    const double wrong = (printed(on) - on.tau).cwiseAbs().maxCoeff(&joint);
    const bool is_revolute = on.robot.moving_joint(static_cast<std::size_t>(joint)).is_revolute();
    return Deviation{(corrected(on) - on.tau).cwiseAbs().maxCoeff(), wrong, on.scale,
                     is_revolute ? "N m" : "N"};
  };
  return {name, on.name, error, deviation};
}

}  // namespace invdyn::test::errata
