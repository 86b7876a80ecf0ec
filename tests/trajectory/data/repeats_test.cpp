// Rows that a logger wrote twice, planted in motions; and rows that look like them.

#include "trajectory/data/repeats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
using Rows = std::vector<std::size_t>;

Column regular_times(std::size_t rows, double rate) {
  Column t(rows);
  for (std::size_t k = 0; k < rows; ++k) t[k] = static_cast<double>(k) / rate;
  return t;
}

std::vector<Column> positions(const Column& t, double digits) {
  std::vector<Column> q(2);
  for (const double s : t) {
    q[0].push_back(digits * std::round((0.8 * std::sin(2 * s) + 0.2 * std::sin(5 * s)) / digits));
    q[1].push_back(digits * std::round(std::cos(1.7 * s) / digits));
  }
  return q;
}

TEST(RepeatedRows, AreFoundWhereTheyWerePlanted) {
  std::mt19937 random(3);
  const Column t = regular_times(5000, 1000);
  std::vector<Column> q = positions(t, 1e-6);
  Rows planted;
  for (std::size_t k = 10; k + 10 < t.size(); k += 10 + random() % 12) {
    const std::size_t count = 1 + random() % 3;
    for (std::size_t i = k; i < k + count; ++i) {
      for (Column& column : q) column[i] = column[k - 1];
      planted.push_back(i);
    }
  }
  EXPECT_EQ(repeated_rows(t, q, t.size()), planted);
  Rows in_runs;
  for (const std::size_t row : planted)
    if (row % 100 > 3 && row % 100 < 95) in_runs.push_back(row);
  Rows found = repeated_rows(t, q, 100);
  std::erase_if(found, [](std::size_t row) { return row % 100 <= 3 || row % 100 >= 95; });
  EXPECT_EQ(found, in_runs) << "of runs, far from their ends";
}

TEST(RepeatedRows, AreNotFoundInSoundMotions) {
  for (const double digits : {1e-12, 1e-6, 1e-3, 2e-3})
    for (const double rate : {50.0, 200.0, 1000.0}) {
      const Column t = regular_times(4000, rate);
      EXPECT_EQ(repeated_rows(t, positions(t, digits), t.size()), Rows()) << digits << ", " << rate << " Hz";
    }
}

// Moves with equal accelerations, and short stops between them, in the same direction.
TEST(RepeatedRows, AreNotFoundInStops) {
  Column q{0};
  for (int move = 0; move < 20; ++move) {
    for (int k = 0; k < 2 * move % 4; ++k) q.push_back(q.back());
    const double begin = q.back();
    for (int k = 1; k <= 20; ++k) {
      const double s = k / 20.0;
      q.push_back(begin + (s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s)));
    }
  }
  EXPECT_EQ(repeated_rows(regular_times(q.size(), 200), {q}, q.size()), Rows());
  EXPECT_EQ(repeated_rows(regular_times(50, 200), {Column(50, 0.3)}, 50), Rows());
}

// A robot of 125 Hz, logged at 1 kHz: seven of eight rows.
TEST(RepeatedRows, AreFoundWhereAllPositionsAreHeld) {
  const Column t = regular_times(4000, 1000);
  std::vector<Column> q = positions(t, 1e-6);
  for (Column& column : q)
    for (std::size_t k = 0; k < column.size(); ++k) column[k] = column[k - k % 8];
  const Rows found = repeated_rows(t, q, t.size());
  EXPECT_NEAR(static_cast<double>(found.size()), 3500, 0.02 * 3500);
  for (const std::size_t row : found) EXPECT_NE(row % 8, 0u);
  const Column exact = positions(t, 1e-9)[0];
  fill_rows(t, found, q[0]);
  // A straight line goes on over the last 7 ms, at 8 rad/s^2 or less: 8 / 2 * 7e-3 * 15e-3.
  for (const std::size_t row : {3u, 15u, 3996u, 3999u}) EXPECT_NEAR(q[0][row], exact[row], 4.3e-4) << row;
}

// A first row twice, while the joint moves on steadily. The way after it tells which of both is late.
TEST(RepeatedRows, AreFoundAtTheBegin) {
  const Column t = regular_times(80, 100);
  Column older, from_rest;
  for (int k = 0; k < 80; ++k) {
    older.push_back(0.4 * std::sin(0.02 * k));
    from_rest.push_back(k < 2 ? 0 : 1e-3 * (k - 1) * (k - 1));
  }
  Column held = older;
  older[0] = older[1];
  held[1] = held[0];
  EXPECT_EQ(repeated_rows(t, {older}, t.size()), Rows{0});
  EXPECT_EQ(repeated_rows(t, {held}, t.size()), Rows{1});
  EXPECT_EQ(repeated_rows(t, {from_rest}, t.size()), Rows());
  fill_rows(t, {0}, older);
  EXPECT_NEAR(older[0], 0, 1e-5);
  fill_rows(t, {1}, held);
  EXPECT_NEAR(held[1], 0.4 * std::sin(0.02), 1e-5);
}

// A read that failed gives all joints -pi, unwrapped or not; joints that move alike are sound.
TEST(FailedRows, AreFoundWhereAllJointsJumpToOneValue) {
  const Column t = regular_times(300, 200);
  std::vector<Column> q = positions(t, 1e-6);
  q.push_back(Column(t.size(), 0.3));
  EXPECT_EQ(failed_rows(q), Rows());
  for (const std::size_t row : {40u, 100u, 101u}) q[0][row] = q[1][row] = q[2][row] = -3.1415927410125732;
  q[1][40] += 2 * std::numbers::pi;
  EXPECT_EQ(failed_rows(q), Rows({40, 100, 101}));
  EXPECT_EQ(failed_rows({q[0], q[0], q[0]}), Rows());
}

// Poses that are held for a while, each further on than the last one.
TEST(RepeatedRows, AreNotFoundWhereArmsAreStepped) {
  Column q;
  for (int pose = 0; pose < 40; ++pose) q.insert(q.end(), 3, 0.01 * pose * pose);
  EXPECT_EQ(repeated_rows(regular_times(q.size(), 10), {q}, q.size()), Rows());
}

// A cubic through four rows is exact for cubics.
TEST(RepeatedRows, AreFilledByCubics) {
  const Column t{0, 1, 2.5, 3, 4.2, 5, 6};
  Column q, expected;
  for (const double s : t) expected.push_back(1 + s * (2 - s * (0.5 + 0.1 * s)));
  q = expected;
  q[2] = q[3] = q[1];
  fill_rows(t, {2, 3}, q);
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(q[k], expected[k], 1e-12) << k;
}

// Work that grows with the square of the hold's rows would not end.
TEST(RepeatedRows, AreFilledInLongHolds) {
  constexpr std::size_t held = 500'000;
  Column t, q(held + 4, 1);
  Rows rows;
  for (std::size_t k = 0; k < q.size(); ++k) t.push_back(1e-6 * static_cast<double>(k));
  for (std::size_t k = 2; k < held + 2; ++k) rows.push_back(k);
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, held + 2, held + 3}) q[k] = 2 * t[k];
  fill_rows(t, rows, q);
  for (std::size_t k = 0; k < t.size(); k += 1000) EXPECT_NEAR(q[k], 2 * t[k], 1e-8) << k;
}

}  // namespace
}  // namespace invdyn::test
