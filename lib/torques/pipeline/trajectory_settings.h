#pragma once

#include <memory>
#include <optional>
#include <string>

#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/files/csv_columns.h"
#include "../../trajectory/files/preparation.h"
#include "../../trajectory/files/shard.h"
#include "../../trajectory/loads/surroundings.h"

namespace invdyn {

/// A trajectory's file, and how its rows become q, dq and ddq.
struct TrajectorySettings {
  std::string path;  ///< CSV or MCAP, or an array if the name ends in `.npy`; `-`: standard input
  CsvSettings csv = {};
  LocalFit fit = {};  ///< if csv.scheme is savitzky_golay
  Preparation preparation = {};
  std::optional<Start> start = {};
  Scheme usual_scheme = Scheme::backward;  ///< of what the file does not give, if csv.scheme is not set
  Start usual_start = Start::rest;         ///< if start is not set
  bool usually_cleans = false;             ///< a log with noise is cleaned if nothing else is set
  bool leaves_noise = false;               ///< but not this one
  bool unwrap = false;                     ///< undo jumps of a full turn
  bool is_static = false;                  ///< every row is held: dq and ddq are zero
  bool base_is_free = false;               ///< the base moves as the joints make it; the file does not say
  /// Of a base that floats, from a file of its own; null: the trajectory has it.
  std::shared_ptr<const BaseMotion> base_motion = nullptr;
  std::size_t threads = 1;
  std::optional<Shard> shard = {};  ///< none: all rows
  bool noise_gain = false;          ///< compute how dq and ddq amplify noise

  /// The robot whose motion the trajectory has: without the base, if that moves by itself.
  Robot read_robot(const Robot& robot) const {
    return base_is_free || base_motion ? robot.with_floating_base(false) : robot;
  }
  /// Whether noise alone decides on cleaning: nothing else is set.
  bool may_be_cleaned() const {
    return usually_cleans && !leaves_noise && !preparation.changes_anything() && !csv.scheme && !is_static &&
           !shard;
  }
  /// Whether the file is small enough to be cleaned by itself, as all rows are kept in memory.
  bool is_small_file() const;
  /// How derivatives are made if the file has these quantities; of a fixed base all are known.
  Differentiation differentiation(Known known, Known base) const;
};

/// `dq and ddq by central differences of q`.
std::string in_words(const Differentiation& how, const Robot& robot);

}  // namespace invdyn
