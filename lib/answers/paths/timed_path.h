#pragma once

#include <deque>
#include <vector>

#include "path_speed.h"

namespace invdyn {

/// Where a row of a motion lies on its path.
struct PathPlace {
  std::size_t stretch = 0, step = 0;
};

/// A path with its fastest motion.
class TimedPath {
 public:
  /// About `points` points for all stretches. Keeps references to all but the motion.
  TimedPath(const RecordedMotion& motion, const PathRatings& rated, const TrajectoryTorques& dynamics,
            std::size_t points);

  struct Stretch {
    Stretch(PathStretch path, const PathRatings& rated, const TrajectoryTorques& dynamics, std::size_t points)
        : path(std::move(path)), torques(*this->path.curve, dynamics, points), limits(rated, torques) {}
    Stretch(const Stretch&) = delete;
    PathStretch path;
    PathTorques torques;
    PathLimits limits;
    PathSpeed speed = {};
    std::vector<double> times = {};  ///< of the points, from 0, s

    /// The rate of u in a step: the smaller one of those to the steps beside it, none where their signs
    /// differ, so that no jump of u is smeared.
    double rate_of_u(std::size_t step) const;
  };
  /// A stretch, or a rest.
  struct Part {
    Stretch* moving = nullptr;
    Eigen::ArrayXd place;
    double begin = 0, duration = 0;  ///< s
  };

  /// Finds the fastest motion within the limits of the stretches. Null, or the stretch that has none.
  const Stretch* time();

  /// To be called once after time(): u then follows limits to the second order of the steps. With a constant
  /// u, a limit that binds in all of a step is met at one end of it and missed at the other. Where no motion
  /// keeps the limits that this changes, all stays as it was.
  void sharpen();

  /// Sets limits to what they were before any was changed, and finds that motion again.
  void restore();

  double duration() const { return parts_.back().begin + parts_.back().duration; }
  const std::vector<Part>& parts() const { return parts_; }
  std::deque<Stretch>& stretches() { return stretches_; }
  const std::deque<Stretch>& stretches() const { return stretches_; }

  /// The rows of the motion, `step` apart, from the time `begin`; the last one is the end. Appends their
  /// places.
  RecordedMotion rows(double begin, double step, std::vector<PathPlace>& places) const;

 private:
  void sharpen(Stretch& stretch, std::size_t limit, std::size_t step) const;
  void fill(double time, std::size_t& part, std::size_t& step, std::size_t& piece, Block& block,
            Eigen::Index row) const;

  const PathRatings& rated_;
  std::deque<Stretch> stretches_;
  std::vector<Part> parts_;
};

}  // namespace invdyn
