// What a page keeps of a motion.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "pictures/view/viewed_page.h"
#include "robot/files/read.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::SizeIs;

class ViewedMotionTest : public testing::Test {
 protected:
  const std::vector<double>& column(const ViewedMotion& motion, const std::string& quantity,
                                    std::size_t joint) {
    for (const ViewedMotion::Column& each : motion.columns)
      if (each.quantity == quantity && each.joint == joint) return each.values;
    throw std::runtime_error("no column " + quantity);
  }
  bool has(const ViewedMotion& motion, const std::string& quantity) {
    return std::any_of(motion.columns.begin(), motion.columns.end(),
                       [&](const auto& each) { return each.quantity == quantity; });
  }
  TrajectorySettings file(const std::string& text) {
    TrajectorySettings trajectory;
    trajectory.path = folder_.write("m.csv", text);
    return trajectory;
  }
  const Robot robot_ = read_robot("two-link", [](const std::string&) {});
  TemporaryFolder folder_;
};

// The terms add up to the torque, whatever they are.
TEST_F(ViewedMotionTest, TermsAddUp) {
  std::ostringstream csv;
  csv << "t,shoulder,elbow\n";
  for (int row = 0; row < 200; ++row)
    csv << 0.01 * row << ',' << std::sin(0.03 * row) << ',' << std::cos(0.05 * row) << '\n';
  const ViewedMotion motion = viewed(robot_, file(csv.str()), true);
  for (std::size_t joint = 0; joint < 2; ++joint)
    for (std::size_t row = 0; row < 200; ++row) {
      double sum = 0;
      for (const char* term :
           {"inertia", "coriolis", "gravity", "viscous", "coulomb", "offset", "rotor", "external"})
        if (has(motion, term)) sum += column(motion, term, joint)[row];
      const double tau = column(motion, "tau", joint)[row];
      EXPECT_NEAR(sum, tau, 1e-9 * (1 + std::abs(tau)));
    }
}

TEST_F(ViewedMotionTest, LongMotionsKeepEveryExtreme) {
  std::ostringstream csv;
  csv << "t,shoulder,elbow\n";
  constexpr int rows = 30000;
  for (int row = 0; row < rows; ++row)
    csv << 0.001 * row << ',' << (row == 12345 ? 1.5 : 0.001 * std::sin(row)) << ','
        << (row == 23456 ? -1.25 : 0) << '\n';
  const ViewedMotion all = viewed(robot_, file(csv.str()));
  const ViewedMotion few = viewed(robot_, file(csv.str()), false, 90'000);
  EXPECT_THAT(all.t, SizeIs(rows));
  EXPECT_LT(few.t.size(), 10'000u);
  EXPECT_EQ(few.rows_of_file, static_cast<std::size_t>(rows));
  EXPECT_TRUE(std::is_sorted(few.t.begin(), few.t.end()));
  EXPECT_EQ(few.t.front(), all.t.front());
  EXPECT_EQ(few.t.back(), all.t.back());
  for (const ViewedMotion::Column& each : all.columns) {
    const std::vector<double>& kept = column(few, each.quantity, each.joint);
    EXPECT_EQ(*std::max_element(kept.begin(), kept.end()),
              *std::max_element(each.values.begin(), each.values.end()));
    EXPECT_EQ(*std::min_element(kept.begin(), kept.end()),
              *std::min_element(each.values.begin(), each.values.end()));
  }
}

TEST_F(ViewedMotionTest, TorquesOfTheFileAreBesideOurs) {
  const ViewedMotion motion =
      viewed(robot_, file("t,shoulder,elbow,tau_shoulder,tau_elbow\n0,0,0,5,6\n0.1,0,0,7,8\n"));
  EXPECT_EQ(column(motion, "tau_from_file", 0), (std::vector<double>{5, 7}));
  EXPECT_EQ(column(motion, "tau_from_file", 1), (std::vector<double>{6, 8}));
  EXPECT_NE(column(motion, "tau", 0), column(motion, "tau_from_file", 0));
}

TEST_F(ViewedMotionTest, DesiredPositionsAreKept) {
  const ViewedMotion motion = viewed(
      robot_, file("t,shoulder,elbow,desired_shoulder,desired_elbow\n0,0,0,0.5,0.6\n0.1,0,0,0.7,0.8\n"));
  EXPECT_EQ(column(motion, "q_desired", 1), (std::vector<double>{0.6, 0.8}));
}

// At rest the world holds the weight, 9.80665 m/s^2 on every kilogram, about the base's origin.
TEST_F(ViewedMotionTest, AFloatingBaseHasItsPoseAndItsWrench) {
  const Robot biped = read_robot("biped", [](const std::string&) {});
  std::string names = "t,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz", zeros;
  for (std::size_t j = 0; j < biped.dof(); ++j) {
    names += ',' + biped.moving_joint(j).name;
    zeros += ",0";
  }
  std::string rows;
  for (const char* t : {"0", "0.1", "0.2"}) rows += std::string(t) + ",1,2,3,0,0,0,1" + zeros + '\n';
  const ViewedMotion motion = viewed(biped, file(names + '\n' + rows));
  ASSERT_THAT(motion.base, SizeIs(3));
  EXPECT_TRUE(motion.base[1].translation().isApprox(Eigen::Vector3d(1, 2, 3)));
  EXPECT_TRUE((motion.base[1].linear() * Eigen::Vector3d(1, 2, 3)).isApprox(Eigen::Vector3d(-1, -2, 3)));
  double mass = 0;
  for (const Link& link : biped.links()) mass += link.mass_properties.mass;
  EXPECT_NEAR(column(motion, "wrench", 2)[1], 9.80665 * mass, 1e-9);
  EXPECT_NEAR(column(motion, "wrench", 0)[1], 0, 1e-9);
  EXPECT_TRUE(viewed(robot_, file("t,shoulder,elbow\n0,0,0\n1,0,0\n")).base.empty());
}

TEST_F(ViewedMotionTest, ATableOfTorquesAloneHasNoPositions) {
  const std::string torques = folder_.write("tau.csv", "t,tau_elbow\n0,1\n1,2\n");
  EXPECT_TRUE(has_torques_alone(torques, robot_));
  EXPECT_FALSE(has_torques_alone(folder_.write("q.csv", "t,q_elbow,tau_elbow\n0,1,2\n"), robot_));
  const DynamicsSettings dynamics;
  const Surroundings surroundings;
  const Ratings ratings = ratings_of(robot_, {}, dynamics);
  const ViewedMotion motion = viewed_torques(
      torques, {.robot = robot_, .dynamics = dynamics, .surroundings = surroundings, .ratings = ratings});
  EXPECT_EQ(motion.t, (std::vector<double>{0, 1}));
  EXPECT_EQ(column(motion, "tau_from_file", 1), (std::vector<double>{1, 2}));
  EXPECT_FALSE(has(motion, "q"));
}

}  // namespace
}  // namespace invdyn::test
