#include "answers/identification/rest_shares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Dry friction 2 holds 1.15 * 2 more or less than the 5 N m of the links: 9 of 10 rows at rest. Rows in
// motion and rests of less than 0.1 s do not count.
TEST(RestShares, CountsWhatDryFrictionHolds) {
  const Robot plain =
      random_robot(1, {.joints = 1, .prismatic = 0, .fixed = 0, .massless = 0, .drives = false});
  std::vector<Drive> drives(plain.joints().size());
  drives[plain.moving_joints()[0]].joint = {0, 2, -2};
  RestShares shares(plain.with_drives(drives));
  const std::vector<double> speeds{0.01};
  shares.begin_log(speeds);
  Block block(1, 40);
  block.hold_measured(true);
  block.rows = 40;
  for (Eigen::Index k = 0; k < 40; ++k) {
    const bool is_long = k >= 10 && k < 20, is_short = k >= 30 && k < 33;
    block.t[k] = 0.02 * static_cast<double>(k);
    block.dq(k, 0) = is_long || is_short ? 0.01 : 1;
    block.tau(k, 0) = 5;
    block.measured(k, 0) = is_long ? 5 + 2.29 * (k % 2 == 0 ? 1 : -1) : 100;
  }
  block.measured(12, 0) = 5 + 2.31;
  shares.take(block);
  EXPECT_DOUBLE_EQ(shares.held()[0], 0.9);
  RestShares none(plain);
  EXPECT_TRUE(std::isnan(none.held()[0]));
}

}  // namespace
}  // namespace invdyn::test
