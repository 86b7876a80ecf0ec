// All data that threads share, with more threads than cores: the pipeline, several files in parallel, a
// sweep. The results must equal the results of one thread; the thread sanitizer finds other errors.

#include <gtest/gtest.h>

#include <cmath>

#include "answers/sizing/motions.h"
#include "answers/sizing/sweep.h"
#include "ground/npy/npy_columns.h"
#include "ground/npy/npy_header.h"
#include "ground/parallel/parallel_for.h"
#include "ground/text/number.h"
#include "robot/files/read.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

constexpr std::size_t chunk_size = 500;  // bytes: about ten rows

// Both joints exceed their limits and the first one jumps by turns, so that there are warnings.
const Robot& arm() {
  static const Robot robot = arm_of({{"turning", JointType::revolute, {-3, 3, {}, {}}},
                                     {"sliding", JointType::prismatic, {-0.5, 0.5, {}, {}}}});
  return robot;
}

constexpr double pi = 3.141592653589793;

std::vector<double> row(int k) {
  const double t = 0.01 * k;
  return {t, std::remainder(3 * t + std::sin(5 * t), 2 * pi), std::cos(7 * t)};
}

std::string csv_motion(int rows, int invalid_row = -1) {
  std::string text = "t,turning,sliding\n";
  for (int k = 0; k < rows; ++k) {
    const std::vector<double> numbers = row(k);
    text += shortest(numbers[0]) + ',' + (k == invalid_row ? "x" : shortest(numbers[1])) + ',' +
            shortest(numbers[2]) + '\n';
  }
  return text;
}

// The results of a run, and its error.
struct Result {
  Rows rows;
  std::string error;
};

Result result_of(const std::string& path, Way way, std::size_t threads, const Robot& robot = arm()) {
  way.threads = threads;
  way.sizes.text = chunk_size;
  way.rows_in_chunk = 10;
  Result result;
  try {
    run_file(path, robot, way, result.rows);
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

void expect_equal(const Result& actual, const Result& expected) {
  EXPECT_EQ(actual.error, expected.error);
  EXPECT_EQ(actual.rows.warnings, expected.rows.warnings);
  EXPECT_EQ(actual.rows.lines, expected.rows.lines);
  EXPECT_EQ(actual.rows.q, expected.rows.q);
  EXPECT_EQ(actual.rows.tau, expected.rows.tau);
}

std::vector<Way> ways() {
  const auto with = [](Scheme scheme) { return CsvSettings{.grid = {}, .scheme = scheme}; };
  return {{},
          {.unwrap = true},
          {.csv = with(Scheme::central), .unwrap = true},
          {.csv = with(Scheme::savitzky_golay), .unwrap = true, .fit = {5, 2}}};
}

TEST(ThreadsOfThePipeline, GiveTheRowsOfOneThread) {
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", csv_motion(1000));
  for (const Way& way : ways()) {
    const Result one = result_of(path, way, 1);
    EXPECT_EQ(one.rows.t.size(), 1000u) << one.error;
    EXPECT_FALSE(one.rows.warnings.empty());
    expect_equal(result_of(path, way, 8), one);
  }
}

TEST(ThreadsOfThePipeline, GiveTheRowsOfOneThreadFromAnArray) {
  const TemporaryFolder folder;
  std::string bytes = npy_header(1000, 3);
  for (int k = 0; k < 1000; ++k) {
    const std::vector<double> numbers = row(k);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  }
  const std::string path = folder.write("motion.npy", bytes);
  folder.write("motion.npy.json", npy_columns_text({"t", "turning", "sliding"}));
  for (const Way& way : ways()) expect_equal(result_of(path, way, 8), result_of(path, way, 1));
}

TEST(ThreadsOfThePipeline, EndAtTheSameRowAsOneThread) {
  const TemporaryFolder folder;
  for (const int invalid : {0, 1, 400}) {
    const std::string path = folder.write("motion.csv", csv_motion(1000, invalid));
    for (const Way& way : ways()) {
      const Result one = result_of(path, way, 1);
      EXPECT_NE(one.error, "");
      expect_equal(result_of(path, way, 8), one);
    }
  }
}

// Two soles of four points each, on slippery ground, so that some rows are impossible.
TEST(ThreadsOfThePipeline, GiveTheTorquesOfOneThreadWithContacts) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/biped.json", [](const std::string&) {});
  Way way{.csv = {.grid = {}, .scheme = Scheme::central}};
  for (std::size_t link = 0; link < robot.links().size(); ++link)
    if (robot.links()[link].name.ends_with("_foot"))
      way.surroundings.contacts.push_back({.link = link,
                                           .name = robot.links()[link].name,
                                           .points = {{{0.14, 0.05, -0.06}},
                                                      {{0.14, -0.05, -0.06}},
                                                      {{-0.08, 0.05, -0.06}},
                                                      {{-0.08, -0.05, -0.06}}},
                                           .friction = 0.05});
  ASSERT_EQ(way.surroundings.contacts.size(), 2U);
  const std::string path = INVDYN_SOURCE_DIR "/trajectories/biped-step.csv";
  const Result one = result_of(path, way, 1, robot);
  EXPECT_EQ(one.error, "");
  EXPECT_EQ(one.rows.t.size(), 31U);
  expect_equal(result_of(path, way, 8, robot), one);
}

TEST(FilesInParallel, ShareOnlyTheRobot) {
  const TemporaryFolder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 12; ++i)
    paths.push_back(
        folder.write("motion" + std::to_string(i) + ".csv", csv_motion(100, i % 3 == 2 ? 50 : -1)));
  const Way way{.unwrap = true};
  std::vector<Result> results(paths.size());
  parallel_for(paths.size(), 4, [&](std::size_t i) { results[i] = result_of(paths[i], way, 2); });
  for (std::size_t i = 0; i < paths.size(); ++i) expect_equal(results[i], result_of(paths[i], way, 1));
}

TEST(ThreadsOfASweep, GiveThePointsOfOneThread) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = 4});
  for (auto& one : description.joints) one.joint.limits = {{}, {}, 3, 40};
  const Robot robot = robot_of(description);
  const std::vector<RecordedMotion> motions{kept(Swing(random, robot).block(30, 1)),
                                            kept(Swing(random, robot).block(20, 0.4))};
  const Ratings ratings = ratings_of(robot, {}, {});
  SweepRequest request{.payloads = {0, 0.5, 1, 1.5},
                       .speeds = {0.5, 1, 2},
                       .ratios = {},
                       .place = {robot.links().size() - 1, {0.1, 0.2, -0.3}}};
  const auto one = swept(robot, {}, {}, ratings, motions, request);
  request.threads = 8;
  const auto eight = swept(robot, {}, {}, ratings, motions, request);
  ASSERT_EQ(eight.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(eight[i].payload, one[i].payload);
    EXPECT_EQ(eight[i].speed, one[i].speed);
    ASSERT_EQ(eight[i].checks.size(), one[i].checks.size());
    for (std::size_t c = 0; c < one[i].checks.size(); ++c)
      if (one[i].checks[c].demand) {
        EXPECT_EQ(eight[i].checks[c].demand->value, one[i].checks[c].demand->value);
      }
  }
}

}  // namespace
}  // namespace invdyn::test
