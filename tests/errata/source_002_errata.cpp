#include <cmath>

#include "errata/erratum.h"
#include "errata/lee_expanded.h"
#include "errata/lee_lagrange.h"
#include "errata/lee_newton_euler.h"

namespace invdyn::test::errata {
namespace {

Erratum erratum(const std::string& name, const Case& on, const std::string& error, LeeLagrange misprint) {
  const auto with = [](LeeLagrange line) {
    return [line](const Case& c) {
      return LeeLagrangeEuler(dh_arm_of(c.robot), c.motion.q, line).torques(c.motion.dq, c.motion.ddq);
    };
  };
  return torque_erratum(name, on, error, with(LeeLagrange::none), with(misprint));
}

Erratum erratum(const std::string& name, const Case& on, const std::string& error, LeeNewtonEuler misprint) {
  const auto with = [](LeeNewtonEuler line) {
    return [line](const Case& c) { return lee_newton_euler(dh_arm_of(c.robot), c.motion, line); };
  };
  return torque_erratum(name, on, error, with(LeeNewtonEuler::none), with(misprint));
}

Erratum erratum(const std::string& name, const Case& on, const std::string& error, LeeExpanded misprint) {
  const auto with = [](LeeExpanded line) {
    return [line](const Case& c) { return lee_expanded(dh_arm_of(c.robot), c.motion, line); };
  };
  return torque_erratum(name, on, error, with(LeeExpanded::none), with(misprint));
}

// The kinetic energy is the energy in motion minus the energy at rest.
Erratum kinetic_energy_erratum(const std::string& name, const Case& on, const std::string& error) {
  const auto deviation = [&on] {
    State rest = on.state;
    rest.dq.setZero();
    const auto expected = static_cast<double>(energy(on.robot, on.state) - energy(on.robot, rest));
    const auto error_of = [&](LeeLagrange line) {
      const LeeLagrangeEuler lee(dh_arm_of(on.robot), on.motion.q, line);
      return std::abs(lee.kinetic_energy(on.motion.dq) - expected);
    };
    const auto scale = static_cast<double>(energy(on.robot, on.state));
    return Deviation{error_of(LeeLagrange::none), error_of(LeeLagrange::eq_3_3), scale, "J"};
  };
  return {name, on.name, error, deviation};
}

// Computed torque, (4.1), with the feedback of section 5. In (4.18)-(4.22) the acceleration of joint j has
// the gains' rows of joint i.
Erratum feedback_erratum(const std::string& name, const Case& on, const std::string& error) {
  const auto torques = [](const Case& c, const Motion& motion) {
    return lee_newton_euler(dh_arm_of(c.robot), motion, LeeNewtonEuler::none);
  };
  const auto corrected = [torques](const Case& c) { return torques(c, c.motion); };
  const auto printed = [torques](const Case& c) {
    const Eigen::VectorXd e = Eigen::VectorXd{{0.02, -0.01, 0.015, -0.03, 0.01, 0.025}};
    const Eigen::VectorXd de = Eigen::VectorXd{{-0.1, 0.05, 0.02, 0.03, -0.04, 0.01}};
    const Eigen::VectorXd feedback = 20 * de + 100 * e, desired = c.motion.ddq - feedback;
    Eigen::VectorXd tau(c.motion.q.size());
    for (Eigen::Index i = 0; i < tau.size(); ++i) {
      const Eigen::VectorXd command = desired.array() + feedback[i];
      tau[i] = torques(c, {c.motion.q, c.motion.dq, command})[i];
    }
    return tau;
  };
  return torque_erratum(name, on, error, corrected, printed);
}

}  // namespace

std::vector<Erratum> source_002_errata() {
  using L = LeeLagrange;
  using N = LeeNewtonEuler;
  using X = LeeExpanded;
  return {
      erratum("operation_b", puma(), "23.6 N m", L::operation_b),
      erratum("eq_2_4_product", puma(), "28 N m", L::eq_2_4),
      erratum("eq_2_6_factor", puma(), "35.3 N m", L::eq_2_6_factor),
      erratum("eq_2_6_axis", puma(), "2.97 N m", L::eq_2_6_axis),
      erratum("eq_2_9_axis", puma(), "33.1 N m", L::eq_2_9_axis),
      erratum("eq_2_10_row_1", puma(), "0.212 N m", L::eq_2_10_row_1),
      erratum("eq_2_10_row_2", puma(), "0.476 N m", L::eq_2_10_row_2),
      erratum("eq_2_13_start", puma(), "15.9 N m", L::eq_2_13),
      erratum("eq_2_14_factor", puma(), "2.55 N m", L::eq_2_14_factor),
      erratum("eq_2_14_start", puma(), "4.85 N m", L::eq_2_14_start),
      erratum("eq_2_20_products_of_inertia", skew_arm(), "0.059 N m", L::eq_2_20),
      erratum("eq_2_21_mass", puma(), "12.3 N m", N::eq_2_21),
      kinetic_energy_erratum("eq_3_3_speed", skew_arm(), "0.107 J"),
      erratum("eq_3_6_acceleration", puma(), "6.87 N m", L::eq_3_6_speed),
      erratum("eq_3_6_indices", puma(), "2.25 N m", L::eq_3_6_indices),
      erratum("eq_3_8_sum", puma(), "3.06 N m", L::eq_3_8),
      erratum("eq_3_10_sign", puma(), "63.3 N m", L::eq_3_10),
      erratum("eq_3_13_e", puma(), "35.9 N m", N::eq_3_13),
      erratum("eq_3_14_to_3_16_e", puma(), "11.3 N m", N::eq_3_14_to_16),
      erratum("eq_3_20_rotation", puma(), "0.77 N m", N::eq_3_20),
      erratum("eq_3_27_initial_e", puma(), "31.6 N m", N::initial_e),
      erratum("before_eq_4_4_dots", puma(), "19.8 N m", N::before_eq_4_4),
      erratum("eq_4_5_frame", puma(), "1.08 N m", X::eq_4_5),
      erratum("eq_4_6_frame", puma(), "0.905 N m", X::eq_4_6),
      erratum("eq_4_10_order", puma(), "1.3 N m", X::eq_4_10_order),
      erratum("eq_4_10_gravity", puma(), "31.6 N m", X::eq_4_10_gravity),
      erratum("eq_4_11_double_sum", puma(), "7.78 N m", X::eq_4_11),
      erratum("eq_4_12_speeds", puma(), "2.99 N m", X::eq_4_12),
      erratum("eq_4_15_mass", puma(), "12.3 N m", X::eq_4_15),
      feedback_erratum("eq_4_18_gains", puma(), "0.86 N m"),
      erratum("eq_4_21_mass", puma(), "131 N m", X::eq_4_21),
      erratum("eq_4_25_arm", puma(), "21.5 N m", X::eq_4_25),
      erratum("eq_4_41_index", puma(), "6.46 N m", L::eq_4_41),
  };
}

}  // namespace invdyn::test::errata
