#include "errata/craig.h"
#include "errata/erratum.h"

namespace invdyn::test::errata {
namespace {

Erratum erratum(const std::string& name, const Case& on, const std::string& error, Craig misprint) {
  const auto with = [](Craig line) {
    return [line](const Case& c) { return craig(c.robot, c.motion, line); };
  };
  return torque_erratum(name, on, error, with(Craig::none), with(misprint));
}

}  // namespace

std::vector<Erratum> source_001_errata() {
  return {
      erratum("sliding_summary_moment_N", mixed_arm(), "0.199 N m", Craig::summary_N),
      erratum("sliding_summary_moment_n", mixed_arm(), "7.99 N m", Craig::summary_n),
      erratum("sliding_r_without_d", mixed_arm(), "21.1 N m", Craig::r_constant),
  };
}

}  // namespace invdyn::test::errata
