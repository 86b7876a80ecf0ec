#include <algorithm>
#include <numbers>

#include "errata/erratum.h"
#include "errata/sasaki.h"

namespace invdyn::test::errata {
namespace {

Torques with(Sasaki line) {
  return [line](const Case& c) { return sasaki(dh_arm_of(c.robot), c.motion, line); };
}

Erratum erratum(const std::string& name, const Case& on, const std::string& error, Sasaki misprint) {
  return torque_erratum(name, on, error, with(Sasaki::none), with(misprint));
}

// The difference between a mass matrix and its transpose.
Erratum symmetry_erratum(const std::string& name, const Case& on, const std::string& error, Sasaki misprint) {
  const auto deviation = [&on, misprint] {
    const DhArm arm = dh_arm_of(on.robot);
    const auto matrix = [&](Sasaki line) {
      return mass_matrix(on.motion.q, [&](const Motion& motion) { return sasaki(arm, motion, line); });
    };
    const auto asymmetry = [](const Eigen::MatrixXd& M) { return (M - M.transpose()).cwiseAbs().maxCoeff(); };
    return Deviation{asymmetry(matrix(Sasaki::none)), asymmetry(matrix(misprint)), on.scale, "kg m²"};
  };
  return {name, on.name, error, deviation};
}

// The maximum error on the path from A to B of section 4, every joint by its trapezoid of speed, in 1 s.
Erratum motion_erratum(const std::string& name, const Robot& robot, const std::string& error,
                       Sasaki misprint) {
  const auto deviation = [&robot, misprint] {
    constexpr double degree = std::numbers::pi / 180, T = 1;
    const Eigen::VectorXd from =
        degree * Eigen::VectorXd{{2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731}};
    const Eigen::VectorXd to =
        degree * Eigen::VectorXd{{10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195}};
    const Eigen::VectorXd a = 9 * (to - from) / (2 * T * T);
    Deviation worst{0, 0, 1, "N m"};
    constexpr int samples = 60;
    for (int k = 0; k <= samples; ++k) {
      const double t = T * k / samples;
      Motion motion{from + a * t * t / 2, a * t, a};
      if (3 * k >= samples) motion = {from + a * T * (6 * t - T) / 18, a * T / 3, 0 * a};
      if (3 * k >= 2 * samples)
        motion = {from + (2 * T * T / 9 - (t - T) * (t - T) / 2) * a, a * (T - t), -a};
      const Case sample("", robot, motion);
      const auto error_of = [&](Sasaki line) {
        return (with(line)(sample) - sample.tau).cwiseAbs().maxCoeff();
      };
      worst.corrected = std::max(worst.corrected, error_of(Sasaki::none));
      worst.printed = std::max(worst.printed, error_of(misprint));
      worst.scale = std::max(worst.scale, sample.scale);
    }
    return worst;
  };
  return {name, "Sasaki's arm from A to B", error, deviation};
}

}  // namespace

std::vector<Erratum> source_003_errata() {
  const Case& arm = sasaki_at_a();
  return {
      erratum("eq_2_7_relative_speed", mixed_arm(), "20.5 N", Sasaki::eq_2_7_speed),
      erratum("eq_2_8_derivative", mixed_arm(), "16.7 N", Sasaki::eq_2_8_derivative),
      erratum("eq_2_14_line_1", arm, "7.9 N m", Sasaki::eq_2_14),
      erratum("eq_2_19_line_1", arm, "5.63 N m", Sasaki::eq_2_19),
      erratum("eq_2_32_dots", arm, "7.84 N m", Sasaki::eq_2_32),
      erratum("eq_2_33_dots", arm, "51.3 N m", Sasaki::eq_2_33),
      erratum("eq_2_34_dots", arm, "7.52 N m", Sasaki::eq_2_34),
      erratum("eq_2_36_dots", arm, "0.755 N m", Sasaki::eq_2_36),
      erratum("before_eq_3_5_dot", arm, "22.5 N m", Sasaki::before_eq_3_5),
      erratum("eq_3_8_dot", arm, "10.8 N m", Sasaki::eq_3_8),
      erratum("eq_3_9_dot", arm, "6.54 N m", Sasaki::eq_3_9),
      erratum("eq_3_19_dot", arm, "11.6 N m", Sasaki::eq_3_19),
      erratum("eq_3_22_dot", arm, "51.9 N m", Sasaki::eq_3_22),
      erratum("eq_3_26_frame", arm, "23.3 N m", Sasaki::eq_3_26),
      motion_erratum("eq_3_26_over_the_motion", arm.robot, "41.4 N m", Sasaki::eq_3_26),
      symmetry_erratum("eq_3_26_symmetry", arm, "2.43 kg m²", Sasaki::eq_3_26),
      erratum("eq_3_28_dot", arm, "11.4 N m", Sasaki::eq_3_28),
      erratum("eq_3_29_dots", arm, "47.3 N m", Sasaki::eq_3_29),
      erratum("before_eq_3_34_dot", arm, "0.755 N m", Sasaki::before_eq_3_34),
      erratum("eq_3_41_sine", arm, "34.9 N m", Sasaki::eq_3_41),
      erratum("eq_3_44_index", arm, "81 N m", Sasaki::eq_3_44),
      erratum("eq_A_28_star", arm, "0.207 N m", Sasaki::eq_a_28),
      erratum("eq_B_12_dots", arm, "8.83 N m", Sasaki::eq_b_12),
  };
}

}  // namespace invdyn::test::errata
