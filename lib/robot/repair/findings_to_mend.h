#pragma once

#include <map>
#include <string>
#include <vector>

#include "evidence.h"
#include "repair.h"

namespace invdyn {

/// The robot with its findings, and the proposals made so far.
struct FindingsToMend {
  const Robot& robot;
  std::map<std::string, Eigen::Matrix3d> axes;  ///< in which moments are written, by link
  std::vector<const Finding*> findings;         ///< that the file does not accept
  std::vector<Proposal> proposals = {};

  const Finding* find(const std::string& kind, const std::string& subject) const;
  /// Also for an item without a finding of its own, such as a link in a file whose other links are in grams.
  void propose(const std::string& kind, const std::string& subject, const std::string& part, bool clear,
               std::vector<Mend> mends);
};

/// What lengths of the file are multiplied by, by joint and by link; NaN: unknown, as it is ambiguous.
struct LengthFactors {
  std::vector<double> of_origins, of_coms;
};

LengthFactors propose_lengths(FindingsToMend& work);
void propose_tensor_units(FindingsToMend& work, const LengthFactors& lengths);
void propose_possible_tensors(FindingsToMend& work);
void propose_limits(FindingsToMend& work);
void propose_rotors(FindingsToMend& work);
void propose_gear_ratios(FindingsToMend& work);

/// Links, and what a link measures: the largest distance between its joints and its centre of mass, m.
/// Points at unknown places do not count.
std::vector<double> link_sizes(const Robot& robot, const LengthFactors& lengths);

/// Whether a text of this number has one digit that is not 0: 0.01, 1, 500. Such numbers are often
/// placeholders.
bool has_one_digit(double value);
/// `226 -> 0.000226`.
std::string from_to(double before, double after);

}  // namespace invdyn
