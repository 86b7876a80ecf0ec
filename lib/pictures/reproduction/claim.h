#pragma once

#include <cstddef>
#include <string>

namespace invdyn {

/// Whether a claim of a source holds.
enum class Verdict { yes, in_part, no };

/// `yes`, `in part` or `no`.
std::string text_of(Verdict verdict);

/// From one check.
Verdict verdict_of(bool holds);
/// From the number of cases in which a claim holds.
Verdict verdict_of(std::size_t holding, std::size_t all);

/// A claim of a source, with the numbers of this run and of the source. The verdict follows from them.
struct Claim {
  std::string text;
  Verdict verdict;
  std::string here, source;
};

}  // namespace invdyn
