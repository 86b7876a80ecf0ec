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

Differentiation TrajectorySettings::differentiation(Known known, Known base) const {
  Differentiation how;
  how.start = start.value_or(usual_start);
  how.known = known;
  how.base = base;
  how.is_static = is_static;
  how.scheme = how.known_of_all() == Known::q_dq_ddq ? Scheme::given : csv.scheme.value_or(usual_scheme);
  how.fit = fit;
  how.has_gaps = csv.missing.leaves_gaps() && how.known_of_all() != Known::q_dq_ddq;
  if (csv.grid) how.step = csv.grid->step();
  return how;
}

namespace {

// `dq and ddq by central differences of q`, for joints or a base.
std::string in_words(const Differentiation& how, Known known, const char* q, const char* dq,
                     const char* ddq) {
  if (known == Known::q_dq_ddq) return std::string(dq) + " and " + ddq + " as given";
  const std::string wanted = known == Known::q ? std::string(dq) + " and " + ddq : ddq;
  const std::string source = known == Known::q ? q : dq;
  if (how.scheme == Scheme::central) return wanted + " by central differences of " + source;
  if (how.scheme == Scheme::savitzky_golay)
    return wanted + " by polynomials of order " + std::to_string(how.fit.order) + ", each fitted to " +
           std::to_string(how.fit.window) + " rows of " + source;
  return wanted + " by backward differences of " + source +
         (how.start == Start::rest ? ", starting from rest" : ", the first rows extrapolated");
}

}  // namespace

std::string in_words(const Differentiation& how, const Robot& robot) {
  const bool has_joints = robot.dof() > 0;
  if (how.is_static)
    return std::string("static: in every row, ") + (!robot.base_floats() ? "dq and ddq are zero"
                                                    : has_joints
                                                        ? "dq, ddq and the motion of the base are zero"
                                                        : "the motion of the base is zero");
  const std::string joints = has_joints ? in_words(how, how.known, "q", "dq", "ddq") : "";
  if (!robot.base_floats()) return joints;
  return joints + (has_joints ? "; for the base, " : "for the base, ") +
         in_words(how, how.base, "the pose", "the twist", "the twist's derivative");
}

}  // namespace invdyn
