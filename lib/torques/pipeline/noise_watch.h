#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../trajectory/files/prepared_source.h"
#include "torque_noise.h"
#include "trajectory_settings.h"

namespace invdyn {

/// The moving joints of a robot; if its base floats, then base_x, base_y, base_z and `base`, its orientation,
/// whose four components have one cut-off.
std::vector<std::string> prepared_names(const Robot& robot);

/// The cut-off of each smoothing spline, Hz, in the order of prepared_names(); none: not smoothed.
using Cutoffs = std::vector<std::optional<double>>;

/// Throws UsageError for a joint that the robot does not have.
Cutoffs chosen_cutoffs(const Smoothing& smoothing, const Robot& robot, const PreparedSource& rows);

/// What to say of cut-offs that leave the noise or nothing of the motion; none: they do neither.
std::optional<std::string> cutoff_doubt(const Cutoffs& cutoffs, const PreparedSource& rows);

/// Automatic cut-offs for the joints, and for the parts of a floating base's pose, whose noise would be a
/// considerable part of the torques with these differences; for all if rows repeat the row before.
/// `measured`: the rows as they are in the file.
Cutoffs cutoffs_where_noisy(const Robot& robot, const TrajectoryTorques& dynamics, const Differentiation& how,
                            const MotionSample& measured, const PreparedSource& rows);

/// The choice as settings that repeat it: "`smooth` j1=4.2,j2=6 `rest` 0.1; other joints: dq and ddq by ...".
std::string in_words(const TrajectorySettings& settings, const Cutoffs& cutoffs, const Robot& robot,
                     const Differentiation& how);

/// Looks for noise in the torques of a run: of the positions, or of what the file has in their place, and for
/// rows that repeat the row before.
class NoiseWatch {
 public:
  NoiseWatch(const Robot& robot, const Differentiation& how)
      : robot_(robot),
        how_(how),
        measured_(MotionSample::Holds::positions, how.step),
        rows_(MotionSample::Holds::all, how.step) {}

  /// Takes the rows as they are in the file, if rows() takes others.
  MotionSample& measured() { return measured_; }
  /// Takes the rows with their torques.
  MotionSample& rows() { return rows_; }
  /// The joints with a cut-off were smoothed.
  void smooth_at(const Cutoffs& cutoffs) { cutoffs_ = cutoffs; }

  /// Noise in the torques, and the joint where it is worst, in the order of q.
  struct Noise {
    std::string text;
    std::size_t joint;
    bool says_what_to_do;  ///< it is not noise that filters reduce
  };
  /// None if the noise is not a considerable part of the torques. `prepared`: none if the rows are as in the
  /// file.
  std::optional<Noise> finding(const TrajectoryTorques& dynamics, const PreparedSource* prepared) const;
  /// A joint that smoothing moves far more than its noise is; empty: there is none. For prepared rows.
  std::string displacement() const;
  /// Rows of the file that repeat the row before; empty if there are none.
  std::string repeats() const;
  /// For each joint, the speed above which the sign of its velocity is certain, by its noise and the joint's
  /// top speed. `prepared`: as in finding().
  std::vector<double> sure_speeds(const PreparedSource* prepared,
                                  const std::vector<double>& top_speeds) const;

 private:
  std::vector<NoiseGains> gains(const PreparedSource* prepared, double step) const;
  bool has_few_rows_per_move(const MotionSample& measured, TorqueNoise::Source source) const;

  const Robot& robot_;
  Differentiation how_;
  MotionSample measured_, rows_;
  Cutoffs cutoffs_;
};

}  // namespace invdyn
