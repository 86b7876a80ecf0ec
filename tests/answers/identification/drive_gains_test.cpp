// From measured values that are a factor times the torque back to the factors.

#include "answers/identification/drive_gains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

constexpr double truth[] = {0.08, -1.5, 0.4};

Robot arm() {
  return random_robot(
      3, {.joints = 3, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
}

void scale(SimulatedLog& log, Random& random, double noise) {
  log.add_noise(random, noise, 0.8);
  for (std::size_t j = 0; j < 3; ++j) log.block.measured.col(static_cast<Eigen::Index>(j)) *= truth[j];
}

struct Count {
  int all = 0, held = 0, narrow = 0;

  void add(const std::vector<Gain>& found, double width) {
    for (std::size_t j = 0; j < found.size(); ++j) {
      ++all;
      held += std::abs(found[j].value - truth[j]) <= found[j].half_width ? 1 : 0;
      narrow += found[j].half_width < width * std::abs(truth[j]) ? 1 : 0;
    }
  }
  void expect(double narrow_share = 0.9) const {
    EXPECT_GE(held, 0.9 * all - 1);
    EXPECT_GE(narrow, narrow_share * all - 1);
    if (std::getenv("INVDYN_STUDY")) std::printf("%d of %d held, %d narrow\n", held, all, narrow);
  }
};

int logs() {
  const char* factor = std::getenv("INVDYN_STUDY");
  return 4 * (factor ? std::atoi(factor) : 1);
}

// Two logs of other motions, without and with a payload, of a robot whose links the file does not know. Its
// mass alone, or all of it. INVDYN_STUDY=25 takes a hundred.
TEST(Gains, AreThoseOfAPayload) {
  const Robot known = arm();
  const Regressor regressor(known);
  for (const bool is_mass_alone : {false, true}) {
    Count count;
    for (int i = 0; i < logs(); ++i) {
      Random random(static_cast<unsigned long>(i + 1));
      const Robot real = perturbed(random, known);
      const MassProperties body{3, random.vector(0.2), 0.02 * Eigen::Matrix3d::Identity()};
      SimulatedLog empty(random, real, 1500),
          loaded(random, with_payload(real, known.links().size() - 1, body), 1500);
      scale(empty, random, 0.1);
      scale(loaded, random, 0.1);
      MassProperties stated = body;
      if (is_mass_alone) stated.com.setZero(), stated.inertia.setZero();
      const GainColumns columns = gains_of_payload(
          fit_columns(known, regressor, {.friction = true, .offset = true, .links = true}).columns, 2, stated,
          is_mass_alone);
      Evidence evidence(regressor, columns.columns, {});
      collect(evidence, empty, known);
      collect(evidence, loaded, known, true);
      count.add(gains(evidence.equations(), columns), 0.2);
    }
    count.expect();
  }
}

// Logs without and with a payload of an arm whose links the file does not know.
struct Pair {
  const Robot known = arm();
  const Regressor regressor{known};
  const MassProperties body{3, {0.1, -0.1, 0.15}, 0.02 * Eigen::Matrix3d::Identity()};
  SimulatedLog empty, loaded;

  explicit Pair(Random random, const std::vector<double>& factors)
      : Pair(random, perturbed(random, arm()), factors) {}

  LogEquations equations(const std::vector<FitColumn>& columns) const {
    Evidence evidence(regressor, columns, {});
    collect(evidence, empty, known);
    collect(evidence, loaded, known, true);
    return evidence.equations();
  }

 private:
  Pair(Random& random, const Robot& real, const std::vector<double>& factors)
      : empty(random, real, 1500), loaded(random, with_payload(real, real.links().size() - 1, body), 1500) {
    for (SimulatedLog* log : {&empty, &loaded}) {
      log->add_noise(random, 0.1, 0.8);
      for (std::size_t j = 0; j < 3; ++j) log->block.measured.col(static_cast<Eigen::Index>(j)) *= factors[j];
    }
  }
};

TEST(Gains, ContradictAWrongCentreOfMass) {
  for (unsigned long seed = 1; seed <= static_cast<unsigned long>(logs()); ++seed) {
    const Pair pair(Random(seed), {1, 1, 1});
    for (const bool is_right : {true, false}) {
      MassProperties stated = pair.body;
      if (!is_right) stated.com.x() += 0.3;
      GainColumns columns = gains_of_payload(
          fit_columns(pair.known, pair.regressor, {.friction = true, .offset = true, .links = true}).columns,
          2, stated, false);
      const LogEquations equations = pair.equations(columns.columns);
      const std::vector<Gain> found = gains(equations, columns);
      columns.shared.resize(0);
      EXPECT_EQ(doubtful_gains(found, gains(equations, columns)).empty(), is_right) << seed;
    }
  }
}

// Torques that are wrong by some per cent, other ones for each joint, make the mass wrong by about as much.
TEST(Gains, WidenAPayloadsIntervalWhereTheyDiffer) {
  const FitChoice choice{.friction = true, .offset = true, .links = true, .payload = 2};
  for (const bool are_equal : {true, false}) {
    int all = 0, held = 0, wider = 0;
    for (unsigned long seed = 1; seed <= 2 * static_cast<unsigned long>(logs()); ++seed, ++all) {
      const Pair pair(Random(seed),
                      are_equal ? std::vector<double>{1, 1, 1} : std::vector<double>{0.95, 1.05, 1});
      const LogEquations equations = pair.equations(fit_columns(pair.known, pair.regressor, choice).columns);
      const Model model = ladder_of(equations.columns, pair.known, pair.regressor, choice).back();
      const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
      Uncertainty errors = uncertainty(equations, model, fit);
      const auto mass = static_cast<Eigen::Index>(
          std::find_if(model.values.begin(), model.values.end(),
                       [](const FitColumn& each) { return each.name.starts_with("payload_m_"); }) -
          model.values.begin());
      const double before = errors.half_width[mass];
      add_gain_errors(errors, equations, model, fit, spread_of(masses_seen(equations)));
      held += std::abs(fit.unknowns[mass] - pair.body.mass) <= errors.half_width[mass] ? 1 : 0;
      wider += errors.half_width[mass] > before ? 1 : 0;
    }
    if (std::getenv("INVDYN_STUDY")) std::printf("%d of %d held, %d wider\n", held, all, wider);
    EXPECT_GE(held, 0.9 * all - 1);
    EXPECT_TRUE(are_equal ? wider <= 0.05 * all + 1 : wider >= 0.9 * all - 1);
  }
}

// One log, of a robot whose links are wrong by 10 %.
TEST(Gains, AreThoseOfLinksWithinTheirErrors) {
  constexpr double share = 0.1;
  const Robot known = arm();
  const Regressor regressor(known);
  const GainColumns columns =
      gains_of_links(fit_columns(known, regressor, {.friction = true, .offset = true, .rotor = true}).columns,
                     regressor, link_errors(known, regressor, share));
  Count count;
  for (int i = 0; i < logs(); ++i) {
    Random random(static_cast<unsigned long>(i + 1));
    SimulatedLog log(random, with_wrong_links(known, random, share), 1500);
    scale(log, random, 0.1);
    Evidence evidence(regressor, columns.columns, {});
    collect(evidence, log, known);
    count.add(gains(evidence.equations(), columns), 0.8);
  }
  count.expect(0.6);
}

}  // namespace
}  // namespace invdyn::test
