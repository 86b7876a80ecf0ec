#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../data/time_grid.h"

namespace invdyn {

/// The joints that a SmoothingSpline smooths, and its cut-offs, Hz. One of the three.
struct Smoothing {
  bool automatic = false;             ///< all joints, each at its own of automatic_cutoffs()
  std::optional<double> cutoff = {};  ///< all joints
  std::vector<std::pair<std::string, double>> joints = {};  ///< these joints alone, by name
};

/// Steps applied to the positions of a whole trajectory before differentiation, in this order.
struct Preparation {
  std::optional<TimeGrid> resample;      ///< q by a NotAKnotSpline at t_0 + k step, to the end
  std::optional<double> lowpass;         ///< q through a zero-phase filter (low_pass.h), Hz
  bool automatic_lowpass = false;        ///< the same at the maximum of automatic_cutoffs()
  std::optional<Smoothing> smooth = {};  ///< q, dq and ddq from a SmoothingSpline
  std::optional<double> rest = {};       ///< joints that rest this long, s, have no velocity
  bool clean = false;  ///< smooths joints whose noise would be a considerable part of the torques

  bool changes_anything() const { return resample || lowpass || automatic_lowpass || smooth || clean; }
  bool smooths() const { return smooth || clean; }
  /// The rests that are held: automatic cut-offs keep what is faster than dry friction allows.
  std::optional<double> rest_time() const;
  /// Whether dq and ddq may come with the positions.
  bool may_derive() const { return smooths() || rest_time(); }
};

/// `q resampled at 100 Hz by a cubic spline, low-passed at 6 Hz without delay; `; empty where nothing is
/// done.
std::string in_words(const Preparation& preparation);

}  // namespace invdyn
