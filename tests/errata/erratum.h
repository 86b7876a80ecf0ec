#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "errata/cases.h"

namespace invdyn::test::errata {

/// Deviations of the corrected and the printed equations from a law of mechanics, in the unit of the error,
/// and the largest added term.
struct Deviation {
  double corrected = 0, printed = 0, scale = 1;
  std::string unit;
};

/// One misprint: a row of lib/ERRATA.md and a test.
struct Erratum {
  std::string name;       ///< of the test
  std::string case_name;  ///< robot and state
  std::string error;      ///< of the printed equations in this case, as in ERRATA.md: number and unit
  std::function<Deviation()> deviation;

  friend void PrintTo(const Erratum& erratum, std::ostream* out) { *out << erratum.name; }
};

std::vector<Erratum> source_000_errata();
std::vector<Erratum> source_001_errata();
std::vector<Erratum> source_002_errata();
std::vector<Erratum> source_003_errata();
std::vector<Erratum> source_004_errata();

/// The maximum difference over the joints between the torques of a source's equations and those of virtual
/// work.
using Torques = std::function<Eigen::VectorXd(const Case&)>;
Erratum torque_erratum(const std::string& name, const Case& on, const std::string& error,
                       const Torques& corrected, const Torques& printed);

}  // namespace invdyn::test::errata
