#include "errata/erratum.h"
#include "errata/kajita.h"

namespace invdyn::test::errata {
namespace {

Erratum erratum(const std::string& name, const Case& on, const std::string& error, Kajita misprint) {
  const auto with = [](Kajita line) {
    return [line](const Case& c) { return kajita(c.robot, c.motion, line); };
  };
  return torque_erratum(name, on, error, with(Kajita::none), with(misprint));
}

}  // namespace

std::vector<Erratum> source_000_errata() {
  return {
      erratum("eq_3_axis", puma(), "2.66 N m", Kajita::eq_3),
      erratum("eq_6_axis", puma(), "8.27 N m", Kajita::eq_6_axis),
      erratum("eq_6_centripetal", puma(), "6.9 N m", Kajita::eq_6_centripetal),
      erratum("eq_15_hat", puma(), "13.7 N m", Kajita::eq_15),
      erratum("eq_18_one_child", two_arms(), "1.81 N m", Kajita::eq_18),
  };
}

}  // namespace invdyn::test::errata
