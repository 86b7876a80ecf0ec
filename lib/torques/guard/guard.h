#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/sink.h"
#include "../../trajectory/loads/surroundings.h"
#include "bend_watch.h"
#include "limit_watch.h"
#include "lost_rows.h"
#include "motion_track.h"
#include "peak_watch.h"
#include "time_holes.h"

namespace invdyn {

/// Watches a motion for numbers that cannot be meant: other units, derivatives of something else. It sees all
/// rows in their order, so it says the same for any number of threads and chunks.
class Guard : public Sink {
 public:
  struct Settings {
    Differentiation how;             ///< of the run
    Known known = Known::q;          ///< of the file, as far as it is used
    bool is_prepared = false;        ///< the rows are filtered, smoothed or resampled
    bool is_resampled = false;       ///< which tells of times without rows
    bool degrees = false;            ///< positions were read as degrees
    bool has_stated_clock = false;   ///< the unit of the times was stated
    bool has_stated_angles = false;  ///< the unit of an angle was stated
    PlaceBy places = PlaceBy::line;  ///< of rows in the file
  };
  /// What is doubtful: one sentence for each kind of mistake. A question is of something that sound motions
  /// can look like.
  struct Doubt {
    std::string text;
    bool is_question = false;
    bool is_of_positions = false;  ///< then positions outside their limits are its evidence
  };

  Guard(const Robot& robot, const Settings& settings);
  void take(const Block& block) override;
  /// Takes the rows as they are in the file, if they are prepared.
  Sink& as_read() { return as_read_; }
  /// The gravest first, and no more than a few.
  std::vector<Doubt> doubts(const DynamicsSettings& settings) const;
  /// Short peaks of torque far beyond a limit, if nothing else explains them, as noise does; none: none are.
  std::optional<std::string> doubt_of_peaks() const;
  /// What is doubtful about the time that a file of loads covers; none: nothing is.
  std::optional<std::string> doubt(const TimeSpan& span) const;

 private:
  const Robot& robot_;
  Settings settings_;
  MotionTrack track_;
  LimitWatch limits_;
  PeakWatch peaks_;
  struct AsRead : Sink {
    AsRead(const Robot& robot, const Settings& settings);
    void take(const Block& block) override;
    // Those that this run needs.
    std::optional<LostRows> lost_rows;
    std::optional<TimeHoles> holes;
    std::optional<BendWatch> bends;
  } as_read_;
  std::optional<double> first_;  // times of rows, s
  double last_ = 0;
};

}  // namespace invdyn
