// Rows in SIMD lanes: the same bits for any instruction set, any number of rows and any neighbouring rows.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "dynamics/core/inverse_dynamics.h"
#include "lanes/kernel/instruction_set.h"
#include "support/chains.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Sets INVDYN_ISA while it exists.
class ChosenSet {
 public:
  explicit ChosenSet(InstructionSet set) { ::setenv("INVDYN_ISA", std::string(name_of(set)).c_str(), 1); }
  ~ChosenSet() { ::unsetenv("INVDYN_ISA"); }
  ChosenSet(const ChosenSet&) = delete;
  ChosenSet& operator=(const ChosenSet&) = delete;
};

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

// Random rows; some are at rest, some have joints with large angles.
Block random_block(Random& random, const Robot& robot, std::size_t rows) {
  Block block(robot.dof(), rows);
  block.rows = rows;
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(rows); ++k) {
    const State state = random_state(random, robot);
    for (Eigen::Index j = 0; j < state.q.size(); ++j) {
      block.q(k, j) = static_cast<double>(state.q[j]);
      block.dq(k, j) = random.chance(0.1) ? 0 : static_cast<double>(state.dq[j]);
      block.ddq(k, j) = static_cast<double>(state.ddq[j]);
      const bool is_revolute = robot.moving_joint(static_cast<std::size_t>(j)).is_revolute();
      if (is_revolute && random.chance(0.03)) block.q(k, j) *= random.chance(0.5) ? 1e6 : 1e17;
      if (is_revolute && random.chance(0.02))  // where large angles begin
        block.q(k, j) = (random.chance(0.5) ? 1 : -1) * std::nextafter(1e6, random.chance(0.5) ? 0 : 2e6);
      if (is_revolute && random.chance(0.02)) block.q(k, j) = random.chance(0.5) ? 1e6 : -1e6;
    }
  }
  return block;
}

Eigen::ArrayXXd one_by_one(const InverseDynamics& dynamics, const Block& block) {
  InverseDynamics::Workspace<double> workspace(dynamics);
  Eigen::ArrayXXd result(block.rows, block.dof);
  std::vector<double> q(block.dof), dq(block.dof), ddq(block.dof), tau(block.dof);
  for (Eigen::Index k = 0; k < result.rows(); ++k) {
    for (std::size_t j = 0; j < block.dof; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      q[j] = block.q(k, column), dq[j] = block.dq(k, column), ddq[j] = block.ddq(k, column);
    }
    dynamics.torques(JointMotion<double>{q, dq, ddq}, workspace, std::span<double>(tau));
    for (std::size_t j = 0; j < block.dof; ++j) result(k, static_cast<Eigen::Index>(j)) = tau[j];
  }
  return result;
}

void expect_same_bits(const Eigen::ArrayXXd& expected, const Block& block, const std::string& what) {
  for (Eigen::Index k = 0; k < expected.rows(); ++k)
    for (Eigen::Index j = 0; j < expected.cols(); ++j)
      ASSERT_EQ(bits(block.tau(k, j)), bits(expected(k, j)))
          << what << ", row " << k << " of " << expected.rows() << ", joint " << j;
}

std::vector<Robot> robots() {
  std::vector<Robot> result;
  for (unsigned long seed = 1; seed <= 12; ++seed)
    result.push_back(random_robot(
        seed,
        {.joints = 1 + 3 * (seed % 5), .branching = seed % 2 ? 0.4 : 0, .right_angles = seed % 3 == 0}));
  result.push_back(random_robot(13, {.joints = 100}));  // several batches of it do not fit the cache together
  Random random(70);
  result.push_back(robot_of(half_way_chain(random, 6)));
  return result;
}

Eigen::ArrayXXd row_by_row(const InverseDynamics& dynamics, const Block& block) {
  Eigen::ArrayXXd result(block.rows, block.dof);
  InverseDynamics::BlockWorkspace workspace(dynamics);
  Block single(block.dof, 1);
  single.rows = 1;
  for (Eigen::Index k = 0; k < result.rows(); ++k) {
    single.q.row(0) = block.q.row(k), single.dq.row(0) = block.dq.row(k),
    single.ddq.row(0) = block.ddq.row(k);
    dynamics.fill_torques(single, workspace);
    result.row(k) = single.tau.row(0);
  }
  return result;
}

// Every method, so that the papers' templates run on batches too. Eigen adds doubles in pairs, batches add
// them one by one. So batches may differ from samples in the last digit, but must not differ with other
// neighbouring rows.
TEST(Rows, DependOnNoOtherRow) {
  Random random(71);
  for (const Robot& robot : robots())
    for (const Formulation& formulation : formulations()) {
      std::optional<InverseDynamics> dynamics;
      try {
        dynamics.emplace(robot, DynamicsSettings{.method = std::string(formulation.name)});
      } catch (const NotRepresentable&) {
        continue;
      }
      for (const std::size_t rows : {1UL, 2UL, 7UL, 16UL, 19UL}) {
        Block block = random_block(random, robot, rows);
        InverseDynamics::BlockWorkspace workspace(*dynamics);
        dynamics->fill_torques(block, workspace);
        expect_same_bits(row_by_row(*dynamics, block), block, std::string(formulation.name));
        const Eigen::ArrayXXd samples = one_by_one(*dynamics, block);
        EXPECT_LE((samples - block.tau).abs().maxCoeff(), 1e-11 * samples.abs().maxCoeff())
            << formulation.name;
      }
    }
}

TEST(Rows, OfTheDefaultEqualSamplesToTheLastBit) {
  Random random(74);
  for (const Robot& robot : robots()) {
    const InverseDynamics dynamics(robot);
    Block block = random_block(random, robot, 19);
    InverseDynamics::BlockWorkspace workspace(dynamics);
    dynamics.fill_torques(block, workspace);
    expect_same_bits(one_by_one(dynamics, block), block, "default");
  }
}

TEST(Rows, AreTheSameBitsWithEveryInstructionSet) {
  Random random(72);
  ASSERT_GE(available_instruction_sets().size(), 1U);
  for (const Robot& robot : robots()) {
    DynamicsSettings settings;
    settings.wrench = ExternalWrench{.link = robot.moving_joints().back() + 1,
                                     .frame = ExternalWrench::Frame::world,
                                     .point_frame = ExternalWrench::Frame::world,
                                     .point = random.vector(1),
                                     .force = random.vector(20),
                                     .moment = random.vector(5)};
    const InverseDynamics dynamics(robot, settings);
    for (std::size_t rows = 1; rows <= 73; rows += rows < 33 ? 1 : 8) {
      Block block = random_block(random, robot, rows);
      const Eigen::ArrayXXd expected = one_by_one(dynamics, block);
      for (const InstructionSet set : available_instruction_sets()) {
        const ChosenSet chosen(set);
        const InverseDynamics with_set(robot, settings);
        block.tau.setConstant(12345);
        InverseDynamics::BlockWorkspace workspace(with_set);
        with_set.fill_torques(block, workspace);
        expect_same_bits(expected, block, std::string(name_of(set)));
      }
    }
  }
}

// History and look-ahead rows are neither computed nor written.
TEST(Rows, OfABlockExcludeHistoryAndLookAhead) {
  Random random(73);
  const Robot robot = random_robot(3, {.joints = 5});
  const InverseDynamics dynamics(robot);
  Block block = random_block(random, robot, 21);
  const Eigen::ArrayXXd expected = one_by_one(dynamics, block);
  block.before = 2;
  block.after = 3;
  block.tau.setConstant(12345);
  InverseDynamics::BlockWorkspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  for (Eigen::Index k = 0; k < 21; ++k)
    EXPECT_EQ(block.tau(k, 0), k < 2 || k >= 18 ? 12345 : expected(k, 0)) << "row " << k;
}

// Differences, ranges and the search for non-finite values, compared with the same in plain code.
TEST(InstructionSets, GiveTheSameNumbers) {
  Random random(75);
  for (const InstructionSet set : available_instruction_sets()) {
    const Kernel kernel = kernel_for(set);
    for (std::size_t count = 1; count <= 35; ++count) {
      std::vector<double> x(count), h(count), y(count, 7);
      for (double& number : x) number = random.uniform(-3, 3);
      for (double& number : h) number = random.uniform(0.001, 0.002);
      const std::size_t begin = 1 + random.below(3);
      kernel.differences(x.data(), h.data(), y.data(), begin, count);
      for (std::size_t k = 0; k < count; ++k)
        EXPECT_EQ(y[k], k < begin ? 7 : (x[k] - x[k - 1]) / h[k])
            << name_of(set) << ", " << k << " of " << count;

      const Range range = kernel.range(x.data(), count);
      EXPECT_EQ(range.minimum, *std::min_element(x.begin(), x.end())) << name_of(set);
      EXPECT_EQ(range.maximum, *std::max_element(x.begin(), x.end())) << name_of(set);

      EXPECT_TRUE(kernel.all_finite(x.data(), count)) << name_of(set);
      for (const double none :
           {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
        std::vector<double> with_none = x;
        with_none[random.below(count)] = none;
        EXPECT_FALSE(kernel.all_finite(with_none.data(), count)) << name_of(set);
      }
    }
  }
}

// Rows with more and with fewer numbers than a tile has; some numbers are left out, at any place in memory.
TEST(InstructionSets, SplitAndJoinRows) {
  Random random(76);
  for (const InstructionSet set : available_instruction_sets()) {
    const Kernel kernel = kernel_for(set);
    for (std::size_t columns = 1; columns <= 9; ++columns)
      for (const std::size_t count : {1UL, 3UL, 4UL, 7UL, 64UL, 71UL, 200UL}) {
        const std::string what =
            std::string(name_of(set)) + ", " + std::to_string(count) + " rows of " + std::to_string(columns);
        std::vector<double> rows(count * columns);
        for (double& number : rows) number = random.uniform(-3, 3);
        const std::size_t offset = random.below(8);
        std::vector<char> bytes(offset + rows.size() * sizeof(double));
        std::memcpy(bytes.data() + offset, rows.data(), rows.size() * sizeof(double));

        // One more number, which must not change.
        std::vector<std::vector<double>> taken(columns, std::vector<double>(count + 1, 7));
        std::vector<double*> to;
        std::vector<double> scale;
        for (std::vector<double>& column : taken) {
          to.push_back(random.chance(0.8) ? column.data() : nullptr);
          scale.push_back(random.uniform(0, 2));
        }
        kernel.take_rows(bytes.data() + offset, columns, count, to.data(), scale.data());
        for (std::size_t i = 0; i < columns; ++i)
          for (std::size_t k = 0; k <= count; ++k)
            ASSERT_EQ(taken[i][k], k == count || !to[i] ? 7 : rows[k * columns + i] * scale[i])
                << what << ", " << i << " of row " << k;

        std::vector<std::vector<double>> given(columns, std::vector<double>(count));
        std::vector<const double*> from;
        for (std::size_t i = 0; i < columns; ++i) {
          for (std::size_t k = 0; k < count; ++k) given[i][k] = rows[k * columns + i];
          from.push_back(given[i].data());
        }
        std::vector<char> together(bytes.size() + 1, 'x');
        kernel.put_rows(from.data(), columns, count, together.data() + offset);
        EXPECT_TRUE(std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes.end(),
                               together.begin() + static_cast<std::ptrdiff_t>(offset)))
            << what;
        EXPECT_EQ(together.back(), 'x') << what;
      }
  }
}

TEST(InstructionSets, AreChosenByName) {
  for (const InstructionSet set : available_instruction_sets()) {
    const ChosenSet chosen(set);
    EXPECT_EQ(chosen_instruction_set(), set);
  }
  EXPECT_EQ(chosen_instruction_set(), available_instruction_sets().back());
}

TEST(InstructionSets, WithUnknownNamesAreRefused) {
  ::setenv("INVDYN_ISA", "avx3", 1);
  EXPECT_THROW(InverseDynamics(random_robot(1, {}), {}), UsageError);
  ::unsetenv("INVDYN_ISA");
}

}  // namespace
}  // namespace invdyn::test
