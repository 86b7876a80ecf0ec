#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "joint_scale.h"
#include "suspicions.h"
#include "thresholds.h"

namespace invdyn {

/// A suspicion of one joint. Joints with the same one share it later.
struct Fault {
  Suspicion::Kind kind;
  std::size_t joint;
  std::string statement, evidence;
  double factor = 1;        ///< that the measured values lack; of a lag: s
  std::string remedy = {};  ///< of this fault alone
};

/// The known scales of all joints together.
struct JointScales {
  std::vector<std::optional<JointScale>> of;
  std::size_t known = 0;
  /// Several, all too large or all too small by more than wrong parameters. Of loaded logs: most of them or
  /// their mean are too small.
  bool are_strange = false;
  bool share_factor = false;  ///< those near the gear ratio are nearer to one factor

  explicit JointScales(const ValidatedLogs& logs, const std::vector<bool>& is_sound) {
    std::size_t small = 0, large = 0, varying = 0;
    double sum = 0;  // of logarithms
    for (std::size_t j = 0; j < is_sound.size(); ++j) {
      of.push_back(is_sound[j] ? known_scale(logs.residuals.joints()[j]) : std::nullopt);
      varying += is_sound[j];
      if (!of[j]) continue;
      const double size = std::abs(of[j]->slope);
      ++known;
      sum += std::log(size);
      small += size * (logs.are_loaded ? threshold::least_factor_of_load : threshold::plain_factor) < 1;
      large += size > threshold::wrong_mass_factor;
    }
    const bool is_mean_small = sum < -std::log(threshold::least_factor_of_load) * static_cast<double>(known);
    are_strange = logs.are_loaded ? is_mean_small || 2 * small > known
                                  : known > 1 && 2 * known >= varying && (small == known || large == known);
    share_factor = is_one_factor(logs);
  }
  bool is_near_exactly(std::size_t joint, double decade) const {
    const double error = std::min(threshold::t_ratio * of[joint]->error, threshold::gross_error * decade);
    return std::abs(std::abs(of[joint]->slope) - decade) < threshold::unit_part * decade + error;
  }
  /// Whether several joints have it, and most do.
  bool share(double decade) const {
    std::size_t with = 0;
    for (std::size_t j = 0; j < of.size(); ++j) with += of[j] && is_near_exactly(j, decade);
    return with > 1 && 2 * with > known;
  }

 private:
  bool is_one_factor(const ValidatedLogs& logs) const;
};

/// The torques of two joints are exchanged.
std::vector<Fault> exchanged_joints(const ValidatedLogs& logs);
/// The size of the measured torque: another side of the gearbox, another unit.
std::optional<Fault> scale_fault(const ValidatedLogs& logs, const JointScales& scales, std::size_t joint);
/// Friction takes power: also where the torque is mostly friction, it tells the sign. Where friction has the
/// right sign, a negative slope is of a link whose file is wrong.
std::optional<Fault> sign_fault(const ValidatedLogs& logs, const std::optional<JointScale>& scale,
                                std::size_t number);
/// A lag of one joint explains most of its residual. On a lag of the whole log, the joints agree.
std::vector<Fault> lag_faults(const ValidatedLogs& logs, const std::vector<bool>& is_sound);
std::optional<Fault> friction_fault(const JointResiduals::Joint& joint, std::size_t number);
std::optional<Fault> rotor_fault(const ValidatedLogs& logs, std::size_t number);

/// `12.3 %`
std::string percent(double part);
/// `invdyn identify arm.json log.csv `fit` friction `output` fitted.json fits it`
std::string in_identify(const ValidatedLogs& logs, const std::string& options, const std::string& effect);

}  // namespace invdyn
