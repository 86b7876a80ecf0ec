// Velocities and accelerations from positions. Expected tables come from the formulas below, computed by hand
// for small integers, so they hold to the last bit:
//   backward: dq_k = (q_k - q_{k-1}) / (t_k - t_{k-1}), ddq_k = (dq_k - dq_{k-1}) / (t_k - t_{k-1});
//   central: dq_k = (q_{k+1} - q_{k-1}) / (t_{k+1} - t_{k-1}), ddq_k = 2 [t_{k-1}, t_k, t_{k+1}] q, a divided
// difference. For q = t^2 it is 2, and for q = t^3 it is 2 (t_{k-1} + t_k + t_{k+1}).

#include <gtest/gtest.h>

#include <cmath>

#include "ground/text/number.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

const Robot& slider() {
  static const Robot robot = arm_of({{"x", JointType::prismatic}});
  return robot;
}

std::string csv(const std::string& header, const std::vector<Column>& columns) {
  std::string text = header + '\n';
  for (std::size_t row = 0; row < columns[0].size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) text += (i ? "," : "") + shortest(columns[i][row]);
    text += '\n';
  }
  return text;
}

Way differences(Scheme scheme, Start start = Start::rest, std::optional<double> step = {}) {
  Way way;
  way.csv.scheme = scheme;
  if (step) way.csv.grid = TimeGrid::with_step(*step);
  way.start = start;
  return way;
}

Rows derived(const Column& t, const Column& q, const Way& way) {
  return run_csv(csv("t,x", {t, q}), slider(), way);
}

Column each(const Column& t, double (*f)(double)) {
  Column values;
  for (const double x : t) values.push_back(f(x));
  return values;
}

const Column even{0, 1, 2, 3, 4};
const Column uneven{0, 1, 3, 4, 8};

// For q = t^2 the differences are delayed: dq_k = t_k + t_{k-1} is the velocity half a step before.
TEST(Backward, FromRestOnEvenSteps) {
  const Rows rows = derived(even, {0, 1, 4, 9, 16}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], (Column{0, 1, 3, 5, 7}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 1, 2, 2, 2}));
}

TEST(Backward, FromRestOnUnevenSteps) {
  const Rows rows = derived(uneven, {0, 1, 9, 16, 64}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], (Column{0, 1, 4, 7, 12}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 1, 2, 2, 2}));
}

// A robot that rested in a long pause starts at its end: 0.1 m in the row of 0.1 s after it.
TEST(Backward, StartsAfterAPause) {
  const Rows rows =
      derived({0, 0.125, 2, 2.125, 2.25}, {0, 0, 0, 0.125, 0.375}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], (Column{0, 0, 0, 1, 2}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 0, 0, 8, 8}));
}

TEST(Backward, IsTheDefaultScheme) {
  const Rows rows = derived(even, {0, 1, 4, 9, 16}, {});
  EXPECT_EQ(rows.dq[0], (Column{0, 1, 3, 5, 7}));
}

// The robot was at rest at the first position, for any value of it.
TEST(Backward, FromRestRepeatsTheFirstPosition) {
  const Rows rows = derived(even, {7, 7, 8, 10, 13}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], (Column{0, 0, 1, 2, 3}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 0, 1, 1, 1}));
}

TEST(Backward, FromRestTakesOneRowAsAPosture) {
  const Rows rows = derived({3}, {7}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], Column{0});
  EXPECT_EQ(rows.ddq[0], Column{0});
}

// dq_0 has no difference and uses dq_1; ddq_0 and ddq_1 have none and use ddq_2.
TEST(Backward, ExtrapolatedOnEvenSteps) {
  const Rows rows = derived(even, {0, 1, 4, 9, 16}, differences(Scheme::backward, Start::extrapolate));
  EXPECT_EQ(rows.dq[0], (Column{1, 1, 3, 5, 7}));
  EXPECT_EQ(rows.ddq[0], (Column{2, 2, 2, 2, 2}));
}

TEST(Backward, ExtrapolatedOnUnevenSteps) {
  const Rows rows = derived(uneven, {0, 1, 9, 16, 64}, differences(Scheme::backward, Start::extrapolate));
  EXPECT_EQ(rows.dq[0], (Column{1, 1, 4, 7, 12}));
  EXPECT_EQ(rows.ddq[0], (Column{2, 2, 2, 2, 2}));
}

TEST(Backward, ExtrapolatedIsExactAtConstantSpeed) {
  const Rows rows = derived(uneven, {5, 7, 11, 13, 21}, differences(Scheme::backward, Start::extrapolate));
  EXPECT_EQ(rows.dq[0], (Column{2, 2, 2, 2, 2}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 0, 0, 0, 0}));
}

// The step of each row is the difference of the times as doubles; 0.3 - 0.2 is not 0.1.
TEST(Backward, TakesTheStepFromTheParsedTimes) {
  const Rows rows = derived({0.1, 0.2, 0.3}, {0, 0.25, 1}, differences(Scheme::backward));
  EXPECT_EQ(rows.dq[0], (Column{0, 0.25 / (0.2 - 0.1), 0.75 / (0.3 - 0.2)}));
}

TEST(Backward, UsesAGivenStepInsteadOfTheTimes) {
  const Rows rows = derived(uneven, {0, 1, 4, 9, 16}, differences(Scheme::backward, Start::rest, 0.5));
  EXPECT_EQ(rows.dq[0], (Column{0, 2, 6, 10, 14}));
  EXPECT_EQ(rows.ddq[0], (Column{0, 4, 8, 8, 8}));
  EXPECT_EQ(rows.t, uneven);
}

TEST(Backward, UsesAGivenStepWithoutTimes) {
  const Rows rows = run_csv("x\n0\n1\n4\n", slider(), differences(Scheme::backward, Start::extrapolate, 0.5));
  EXPECT_EQ(rows.dq[0], (Column{2, 2, 6}));
  EXPECT_EQ(rows.ddq[0], (Column{8, 8, 8}));
}

// With dq from the file, rest means dq = 0 one step before the first row.
TEST(Backward, DifferencesGivenVelocitiesOnce) {
  const std::string text = csv("t,x,dq_x", {uneven, {9, 9, 9, 9, 9}, {3, 5, 5, 8, 0}});
  const Rows rows = run_csv(text, slider());
  EXPECT_EQ(rows.dq[0], (Column{3, 5, 5, 8, 0}));
  EXPECT_EQ(rows.ddq[0], (Column{3, 2, 0, 3, -2}));
}

TEST(Backward, DifferencesGivenVelocitiesOnceAndExtrapolates) {
  const std::string text = csv("t,x,dq_x", {uneven, {9, 9, 9, 9, 9}, {3, 5, 5, 8, 0}});
  const Rows rows = run_csv(text, slider(), {.start = Start::extrapolate});
  EXPECT_EQ(rows.dq[0], (Column{3, 5, 5, 8, 0}));
  EXPECT_EQ(rows.ddq[0], (Column{2, 2, 0, 3, -2}));
}

// q = 1 + 2 t + 3 t^2 has ddq = 6 everywhere; a three-point second difference gives it for any spacing. The
// central dq is 2 + 3 (t_{k+1} + t_{k-1}); at the ends it is the one-sided 2 + 3 (t_0 + t_1).
TEST(Central, SecondDifferencesAreExactOnQuadratics) {
  const auto q = [](double t) { return 1 + 2 * t + 3 * t * t; };
  const Rows even_rows = derived(even, each(even, q), differences(Scheme::central));
  EXPECT_EQ(even_rows.ddq[0], (Column{6, 6, 6, 6, 6}));
  EXPECT_EQ(even_rows.dq[0], (Column{5, 8, 14, 20, 23}));
  const Rows rows = derived(uneven, each(uneven, q), differences(Scheme::central));
  EXPECT_EQ(rows.ddq[0], (Column{6, 6, 6, 6, 6}));
  EXPECT_EQ(rows.dq[0], (Column{5, 11, 17, 35, 38}));
}

// For q = t^3 each ddq shows its three rows: 2 (0 + 1 + 3), 2 (1 + 3 + 4), 2 (3 + 4 + 8).
TEST(Central, SecondDifferencesUseTheThreeNearestRows) {
  const Rows rows =
      derived(uneven, each(uneven, [](double t) { return t * t * t; }), differences(Scheme::central));
  EXPECT_EQ(rows.ddq[0], (Column{8, 8, 16, 30, 30}));
}

TEST(Central, TakesThreeRows) {
  const Rows rows = derived({0, 1, 3}, {0, 1, 9}, differences(Scheme::central));
  EXPECT_EQ(rows.dq[0], (Column{1, 3, 4}));
  EXPECT_EQ(rows.ddq[0], (Column{2, 2, 2}));
}

TEST(Central, UsesAGivenStepInsteadOfTheTimes) {
  const Rows rows = derived(uneven, {0, 1, 4, 9, 16}, differences(Scheme::central, Start::rest, 0.5));
  EXPECT_EQ(rows.dq[0], (Column{2, 4, 8, 12, 14}));
  EXPECT_EQ(rows.ddq[0], (Column{8, 8, 8, 8, 8}));
}

// From q only: with central differences, columns of derivatives are not used.
TEST(Central, IgnoresGivenDerivatives) {
  const std::string text = csv("t,x,dq_x,ddq_x", {even, {0, 1, 4, 9, 16}, {9, 9, 9, 9, 9}, {9, 9, 9, 9, 9}});
  const Rows rows = run_csv(text, slider(), differences(Scheme::central));
  EXPECT_EQ(rows.dq[0], (Column{1, 2, 4, 6, 7}));
  EXPECT_EQ(rows.ddq[0], (Column{2, 2, 2, 2, 2}));
}

TEST(Given, IsUsedUnchanged) {
  const std::string text = csv("t,x,dq_x,ddq_x", {{0, 1}, {1, 2}, {30, 40}, {-500, 600}});
  for (const Way& way : {Way{}, differences(Scheme::given), differences(Scheme::given, Start::extrapolate)}) {
    const Rows rows = run_csv(text, slider(), way);
    EXPECT_EQ(rows.q[0], (Column{1, 2}));
    EXPECT_EQ(rows.dq[0], (Column{30, 40}));
    EXPECT_EQ(rows.ddq[0], (Column{-500, 600}));
  }
}

// The program cuts a trajectory into chunks for several threads; the cuts must not be visible.
struct BlockCase {
  std::string name, columns;
  Way way;
};
void PrintTo(const BlockCase& block_case, std::ostream* out) {
  *out << block_case.name;
}
class EveryChunkSize : public testing::TestWithParam<BlockCase> {};

TEST_P(EveryChunkSize, GivesTheSameBits) {
  Limits narrow;  // gives something to warn about
  narrow.upper = 0.1;
  const Robot robot = arm_of({{"x", JointType::prismatic, narrow}, {"y"}});
  const TemporaryFolder folder;
  for (const std::size_t count : {4U, 5U, 7U, 8U, 12U, 13U}) {
    if (GetParam().way.csv.scheme == Scheme::savitzky_golay && count < GetParam().way.fit.window) continue;
    std::string text = GetParam().columns + '\n';
    const auto fields = 1 + std::count(text.begin(), text.end(), ',');
    for (std::size_t row = 0; row < count; ++row) {
      const auto k = static_cast<double>(row);
      text += shortest(0.1 * k + 0.01 * std::sin(k * k));  // steps are uneven
      for (std::ptrdiff_t i = 1; i < fields; ++i)
        text += ',' + shortest(9 * std::sin(static_cast<double>(i) * k * k));  // so that y wraps
      text += '\n';
    }
    const std::string file = folder.write("motion.csv", text);
    const Rows whole = run_file(file, robot, GetParam().way);
    ASSERT_EQ(whole.t.size(), count);
    for (std::size_t size = 1; size <= text.size(); size += 1 + size / 16) {
      Way way = GetParam().way;
      way.sizes.text = size;
      way.threads = 1 + size % 3;
      SCOPED_TRACE(std::to_string(count) + " rows in chunks of " + std::to_string(size) + " bytes");
      Rows cut;
      ASSERT_NO_THROW(cut = run_file(file, robot, way));
      EXPECT_EQ(cut.t, whole.t);
      EXPECT_EQ(cut.lines, whole.lines);
      EXPECT_EQ(cut.q, whole.q);
      EXPECT_EQ(cut.dq, whole.dq);
      EXPECT_EQ(cut.ddq, whole.ddq);
      EXPECT_EQ(cut.tau, whole.tau);
      EXPECT_EQ(cut.warnings, whole.warnings);
    }
  }
}

Way fitted(LocalFit fit, std::optional<double> step = {}) {
  Way way = differences(Scheme::savitzky_golay, Start::rest, step);
  way.fit = fit;
  return way;
}

Way unwrapped(Way way) {
  way.unwrap = true;
  return way;
}

INSTANTIATE_TEST_SUITE_P(
    Differences, EveryChunkSize,
    testing::Values(BlockCase{"BackwardFromRest", "t,x,y", differences(Scheme::backward)},
                    BlockCase{"BackwardExtrapolated", "t,x,y",
                              differences(Scheme::backward, Start::extrapolate)},
                    BlockCase{"BackwardWithStep", "t,x,y", differences(Scheme::backward, Start::rest, 0.1)},
                    BlockCase{"BackwardUnwrapped", "t,x,y", unwrapped(differences(Scheme::backward))},
                    BlockCase{"VelocitiesFromRest", "t,x,y,dq_x,dq_y", {}},
                    BlockCase{"VelocitiesExtrapolated", "t,x,y,dq_x,dq_y", {.start = Start::extrapolate}},
                    BlockCase{"Central", "t,x,y", differences(Scheme::central)},
                    BlockCase{"CentralWithStep", "t,x,y", differences(Scheme::central, Start::rest, 0.1)},
                    BlockCase{"CentralUnwrapped", "t,x,y", unwrapped(differences(Scheme::central))},
                    BlockCase{"FittedOver3", "t,x,y", fitted({3, 2})},
                    BlockCase{"FittedOver5", "t,x,y", fitted({5, 3})},
                    BlockCase{"FittedOver7WithStep", "t,x,y", fitted({7, 2}, 0.1)},
                    BlockCase{"FittedOver7Unwrapped", "t,x,y", unwrapped(fitted({7, 2}))},
                    BlockCase{"FittedOver13", "t,x,y", fitted({13, 4})},
                    BlockCase{"Given", "t,x,y,dq_x,dq_y,ddq_x,ddq_y", {}}),
    [](const auto& block_case) { return block_case.param.name; });

}  // namespace
}  // namespace invdyn::test
