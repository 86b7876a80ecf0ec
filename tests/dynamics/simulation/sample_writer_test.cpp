// Control samples as CSV: columns by quantity and joint, names that need quotes, and nothing before a sample.

#include "dynamics/simulation/sample_writer.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

ControlSample sample_at(double t) {
  ControlSample sample;
  sample.t = t;
  sample.q = Eigen::Vector2d(0.1, -2);
  sample.dq = Eigen::Vector2d(1e-20, 3);
  sample.ddq = Eigen::Vector2d(4, 5);
  sample.desired = Eigen::Vector2d(6, 7);
  sample.error = Eigen::Vector2d(8, 9);
  sample.tau = Eigen::Vector2d(10, 1. / 3);
  return sample;
}

std::string written(const std::vector<SampleQuantity>& quantities, const std::vector<double>& times) {
  const TemporaryFolder folder;
  OutputFile file(folder / "out.csv");
  SampleWriter writer(file, arm_of({{"lift"}, {R"(left, "upper")"}}), quantities);
  for (const double t : times) writer.take(sample_at(t));
  file.commit();
  return folder.read("out.csv");
}

TEST(SampleWriter, QuotesNamesThatNeedIt) {
  EXPECT_EQ(written({sample_quantities[5], sample_quantities[0]}, {0.5}),
            "t,tau_lift,\"tau_left, \"\"upper\"\"\",q_lift,\"q_left, \"\"upper\"\"\"\n"
            "0.5,10,0.3333333333333333,0.1,-2\n");
}

TEST(SampleWriter, WritesTheHeaderOnceBeforeTheFirstSample) {
  EXPECT_EQ(written({sample_quantities[1]}, {}), "");
  EXPECT_EQ(written({sample_quantities[3]}, {1, 2}),
            "t,desired_lift,\"desired_left, \"\"upper\"\"\"\n1,6,7\n2,6,7\n");
}

}  // namespace
}  // namespace invdyn::test
