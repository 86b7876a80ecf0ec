// --unwrap adds the full turns that a logger removed from an angle.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numbers>

#include "ground/text/number.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr double turn = 2 * std::numbers::pi;

Rows run_wheel(const Column& q, bool unwrap, JointType type = JointType::continuous,
               const CsvSettings& csv = {}) {
  std::string text = "t,wheel\n";
  for (std::size_t k = 0; k < q.size(); ++k) text += std::to_string(k) + ',' + shortest(q[k]) + '\n';
  return run_csv(text, arm_of({{"wheel", type}}), {.csv = csv, .unwrap = unwrap});
}

Column unwrapped(const Column& q) {
  return run_wheel(q, true).q[0];
}

// Four turns forward, then six back: seven steps per turn, so that no two rows are half a turn apart.
Column there_and_back() {
  Column q;
  for (int k = 0; k <= 28; ++k) q.push_back(0.2 + turn * k / 7);
  for (int k = 27; k >= -14; --k) q.push_back(0.2 + turn * k / 7);
  return q;
}

// The maximum angle is 25.4 rad; a few units in its last place are 1e-14 rad.
constexpr double rounding = 1e-14;

void expect_near(const Column& angles, const Column& expected) {
  ASSERT_EQ(angles.size(), expected.size());
  for (std::size_t k = 0; k < angles.size(); ++k) EXPECT_NEAR(angles[k], expected[k], rounding) << k;
}

TEST(Unwrap, UndoesWrappingAtHalfATurn) {
  Column wrapped;
  for (const double q : there_and_back()) wrapped.push_back(std::remainder(q, turn));
  ASSERT_LE(*std::max_element(wrapped.begin(), wrapped.end()), turn / 2);
  expect_near(unwrapped(wrapped), there_and_back());
}

TEST(Unwrap, UndoesWrappingAtAFullTurn) {
  Column wrapped;
  for (const double q : there_and_back()) wrapped.push_back(q - turn * std::floor(q / turn));
  ASSERT_GE(*std::min_element(wrapped.begin(), wrapped.end()), 0);
  expect_near(unwrapped(wrapped), there_and_back());
}

TEST(Unwrap, UndoesWrappingInDegrees) {
  Column degrees;
  for (const double q : there_and_back()) degrees.push_back(std::remainder(q * 360 / turn, 360));
  const CsvSettings in_degrees{.degrees = true, .grid = {}, .scheme = {}};
  expect_near(run_wheel(degrees, true, JointType::revolute, in_degrees).q[0], there_and_back());
}

TEST(Unwrap, KeepsTheAngleOfTheFirstRow) {
  EXPECT_THAT(unwrapped({100, 101, 99}), ElementsAre(100, 101, 99));
}

TEST(Unwrap, KeepsJumpsOfLessThanHalfATurn) {
  EXPECT_THAT(unwrapped({0, 3.1, 0, -3.1, 0}), ElementsAre(0, 3.1, 0, -3.1, 0));
}

TEST(Unwrap, RemovesTurnsUntilTheJumpIsMinimal) {
  EXPECT_THAT(unwrapped({0, 2 * turn + 0.1, 0.2}),
              ElementsAre(0, DoubleNear(0.1, rounding), DoubleNear(0.2, rounding)));
}

TEST(Unwrap, KeepsPrismaticJoints) {
  EXPECT_THAT(run_wheel({0, 9, -9}, true, JointType::prismatic).q[0], ElementsAre(0, 9, -9));
}

TEST(Unwrap, IsOnlyDoneOnRequest) {
  EXPECT_THAT(run_wheel({3, -3, 3}, false).q[0], ElementsAre(3, -3, 3));
}

// From 3 rad to -3 rad is 2 pi - 6 rad forward, so the second velocity is this over 1 s.
TEST(Unwrap, ComesBeforeDifferences) {
  EXPECT_THAT(run_wheel({3, -3}, true).dq[0], ElementsAre(0, DoubleEq(turn - 3 - 3)));
}

// 1e12 rad are 1.6e11 turns; the double after it is 1.2e-4 rad larger (2^-13, as 2^39 < 1e12 < 2^40).
TEST(Unwrap, CountsTurnsUpToTheLargestAngle) {
  EXPECT_THAT(unwrapped({1e12 - 1, 1e12, 1e12 - 1}), ElementsAre(1e12 - 1, 1e12, 1e12 - 1));
  EXPECT_THAT(unwrapped({0, -1e12, 0}),
              ElementsAre(0, testing::AllOf(testing::Ge(-3.2), testing::Le(3.2)), 0));
}

TEST(Unwrap, RefusesAnglesWithTooManyTurns) {
  const Robot arm = arm_of({{"slide", JointType::prismatic}, {"a"}, {"b"}});
  for (const double angle : {1.001e12, -1e17, 1e300}) {
    const std::string rows =
        "t,slide,a,b\n0,1e17,0,0\n1,0,0,0\n2,0,0," + shortest(angle) + "\n3,0,1e17,0\n4,0,0,0\n";
    const std::string expected =
        "motion.csv:4: the angle of joint \"b\" is " + shortest(angle) +
        " rad, too large to count its turns: expected angles from -1e+12 to 1e+12 rad (is the angle "
        "in another unit, or is the row from another file?)";
    for (const std::size_t text : {0U, 1U, 20U})
      for (const std::size_t threads : {1U, 4U}) {
        const Way way{.unwrap = true, .sizes = {.text = text}, .threads = threads};
        EXPECT_EQ(error_of_csv(rows, arm, way), expected);
        const TemporaryFolder folder;
        EXPECT_EQ(rows_before_error(folder.write("motion.csv", rows), arm, way), 2U);
      }
    Way prepared{.unwrap = true};
    prepared.preparation.resample = TimeGrid::with_rate(10);
    EXPECT_EQ(error_of_csv(rows, arm, prepared), expected);
  }
}

// A source whose first chunk fails, but only after a later chunk has been parsed. The later chunk is then
// unwrapped without the rows before it.
class FailsLate : public TrajectorySource {
 public:
  explicit FailsLate(const std::string& path, const Robot& robot)
      : source_(path, robot, {}, [](const std::string&) {}, {.text = 16}) {}
  const std::string& name() const override { return source_.name(); }
  Known known() const override { return source_.known(); }
  std::optional<Range> range() const override { return source_.range(); }
  void restrict_to(const Shard& shard, const Differentiation& how) override {
    source_.restrict_to(shard, how);
  }
  bool next(Chunk& chunk, const Differentiation& how) override { return source_.next(chunk, how); }
  void stop() noexcept override { source_.stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override {
    std::exception_ptr fault = source_.parse(chunk, block);
    std::unique_lock lock(mutex_);
    if (!fault) later_is_parsed_ = true;
    changed_.notify_all();
    if (fault) changed_.wait_for(lock, std::chrono::seconds(10), [&] { return later_is_parsed_; });
    return fault;
  }

 private:
  CsvSource source_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable bool later_is_parsed_ = false;
};

TEST(Unwrap, IgnoresChunksAfterAFailedOne) {
  const Robot arm = arm_of({{"wheel", JointType::continuous}});
  const TrajectoryTorques dynamics(arm);
  std::string text = "t,wheel\n0,x\n";
  for (int k = 1; k < 60; ++k) text += std::to_string(k) + ",0.1\n";
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", text);
  FailsLate source(path, arm);
  const Differentiation how;
  TrajectoryWatch watch(arm, how, path, [](const std::string&) {});
  Unwrap unwrap(arm);
  Rows rows;
  CollectingSink sink(rows);
  TorquePipeline pipeline{.source = source, .differentiation = how, .dynamics = dynamics, .watch = watch};
  pipeline.unwrap = &unwrap;
  pipeline.threads = 4;
  pipeline.sinks = {&sink};
  try {
    pipeline.run();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(without_folder(error.what(), folder),
              "motion.csv:2: wheel is \"x\": expected a finite number (rad)");
  }
  EXPECT_THAT(rows.t, testing::IsEmpty());
}

TEST(Unwrap, EndsAtTheFirstBadRowForAnyCut) {
  const Robot arm = arm_of({{"wheel", JointType::continuous}});
  const TemporaryFolder folder;
  for (const std::size_t bad : {0U, 3U, 30U}) {
    std::string text = "t,wheel\n";
    for (std::size_t k = 0; k < 60; ++k) text += std::to_string(k) + (k == bad ? ",x\n" : ",0.1\n");
    const std::string path = folder.write("motion.csv", text);
    for (const Scheme scheme : {Scheme::backward, Scheme::central})
      for (const std::size_t size : {1U, 16U, 100U}) {
        Way way{.unwrap = true, .sizes = {.text = size}, .threads = 4};
        way.csv.scheme = scheme;
        EXPECT_EQ(
            without_folder(error_of_file(path, arm, way), folder),
            "motion.csv:" + std::to_string(bad + 2) + ": wheel is \"x\": expected a finite number (rad)");
      }
  }
}

}  // namespace
}  // namespace invdyn::test
