#include "trajectory_settings.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace invdyn {

bool TrajectorySettings::is_small_file() const {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{32} << 20;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes <= most_bytes;
}

Differentiation TrajectorySettings::differentiation(Known known) const {
  Differentiation how;
  how.start = start.value_or(usual_start);
  how.known = known;
  how.is_static = is_static;
  how.scheme = known == Known::q_dq_ddq ? Scheme::given : csv.scheme.value_or(usual_scheme);
  how.fit = fit;
  how.has_gaps = csv.missing.leaves_gaps() && known != Known::q_dq_ddq;
  if (csv.grid) how.step = csv.grid->step();
  return how;
}

std::string in_words(const Differentiation& how) {
  if (how.is_static) return "every row held still: dq and ddq are zero";
  if (how.known == Known::q_dq_ddq) return "dq and ddq as given";
  const std::string wanted = how.known == Known::q ? "dq and ddq" : "ddq";
  const std::string source = how.known == Known::q ? "q" : "dq";
  if (how.scheme == Scheme::central) return wanted + " by central differences of " + source;
  if (how.scheme == Scheme::savitzky_golay)
    return wanted + " of polynomials of order " + std::to_string(how.fit.order) + " fitted to " + source +
           " over " + std::to_string(how.fit.window) + " rows";
  return wanted + " by backward differences of " + source +
         (how.start == Start::rest ? ", starting from rest" : ", the first rows extrapolated");
}

}  // namespace invdyn
