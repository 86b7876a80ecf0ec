// Inverse dynamics of 10,000 distinct random states; invdyn uses blocks, as in the program.

#include <stdlib.h>

#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <memory>
#include <numbers>
#include <numeric>

#include "benchmark/benchmarks.h"
#include "benchmark/micro.h"
#include "benchmark/rivals/kdl_robot.h"
#include "benchmark/robots.h"
#include "dynamics/core/inverse_dynamics.h"
#include "ground/output_files/table.h"
#include "lanes/kernel/instruction_set.h"
#include "robot/files/read.h"

namespace invdyn::bench {
namespace {

constexpr std::size_t states = 10'000, block_rows = 400;  // a multiple of every number of lanes

// The variants of the default method that this processor can run, as values of INVDYN_ISA.
std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const InstructionSet set : available_instruction_sets()) names.emplace_back(name_of(set));
  return names;
}

std::vector<Block> random_states(const Robot& robot) {
  constexpr unsigned long seed = 2;
  test::Random random(seed);
  std::vector<Block> blocks;
  for (std::size_t first = 0; first < states; first += block_rows) {
    Block& block = blocks.emplace_back(robot.dof(), block_rows);
    block.rows = block_rows;
    for (std::size_t j = 0; j < robot.dof(); ++j)
      for (std::size_t k = 0; k < block_rows; ++k) {
        const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(j);
        const double reach = robot.moving_joint(j).is_revolute() ? std::numbers::pi : 0.5;
        block.q(row, column) = random.uniform(-reach, reach);
        block.dq(row, column) = random.uniform(-3, 3);
        block.ddq(row, column) = random.uniform(-10, 10);
      }
  }
  return blocks;
}

std::function<void()> our_torques(const Robot& robot, std::vector<Block>& blocks, const std::string& method) {
  auto dynamics = std::make_shared<InverseDynamics>(robot, DynamicsSettings{.method = method});
  auto workspace = std::make_shared<InverseDynamics::BlockWorkspace>(*dynamics);
  return [=, &blocks] {
    for (Block& block : blocks) {
      dynamics->fill_torques(block, *workspace);
      keep(block.tau.data());
    }
  };
}

// The same states in KDL's layout, prepared in advance, so that only its solver is timed.
struct KdlState {
  KDL::JntArray q, dq, ddq;
};

std::vector<KdlState> kdl_states(const std::vector<Block>& blocks, const std::vector<std::size_t>& dof_of) {
  const auto n = static_cast<unsigned>(dof_of.size());
  std::vector<KdlState> result;
  for (const Block& block : blocks)
    for (std::size_t row = 0; row < block.rows; ++row) {
      KdlState state{KDL::JntArray(n), KDL::JntArray(n), KDL::JntArray(n)};
      for (unsigned j = 0; j < n; ++j) {
        const auto r = static_cast<Eigen::Index>(row), column = static_cast<Eigen::Index>(dof_of[j]);
        state.q(j) = block.q(r, column);
        state.dq(j) = block.dq(r, column);
        state.ddq(j) = block.ddq(r, column);
      }
      result.push_back(std::move(state));
    }
  return result;
}

// A KDL solver with its work data. It keeps a reference to its robot.
template <class Solver, class KdlRobot, class Wrenches>
struct KdlWork {
  KdlWork(KdlRobot kdl_robot, std::vector<KdlState> kdl_states, Wrenches no_wrenches)
      : robot(std::move(kdl_robot)),
        states(std::move(kdl_states)),
        wrenches(std::move(no_wrenches)),
        solver(robot.structure, robot.gravity),
        tau(states.front().q.rows()) {}
  KdlWork(const KdlWork&) = delete;
  KdlWork& operator=(const KdlWork&) = delete;

  void run() {
    for (const KdlState& state : states) {
      solver.CartToJnt(state.q, state.dq, state.ddq, wrenches, tau);
      keep(tau.data.data());
    }
  }

  const KdlRobot robot;
  const std::vector<KdlState> states;
  const Wrenches wrenches;
  Solver solver;
  KDL::JntArray tau;
};

std::function<void()> kdl_chain_torques(const Robot& robot, const std::vector<Block>& blocks) {
  KdlChain chain = kdl_chain(robot);
  std::vector<std::size_t> same_order(robot.dof());
  std::iota(same_order.begin(), same_order.end(), std::size_t{0});
  auto work = std::make_shared<KdlWork<KDL::ChainIdSolver_RNE, KdlChain, KDL::Wrenches>>(
      std::move(chain), kdl_states(blocks, same_order), KDL::Wrenches(robot.dof(), KDL::Wrench::Zero()));
  return [work] { work->run(); };
}

std::function<void()> kdl_tree_torques(const Robot& robot, const std::vector<Block>& blocks) {
  KdlTree tree = kdl_tree(robot);
  auto states_of_tree = kdl_states(blocks, tree.dof_of);
  auto work = std::make_shared<KdlWork<KDL::TreeIdSolver_RNE, KdlTree, KDL::WrenchMap>>(
      std::move(tree), std::move(states_of_tree), KDL::WrenchMap());
  return [work] { work->run(); };
}

// The measurements on one robot: every method or only the default, and the KDL solvers for comparison.
struct Case {
  std::string what;
  Robot robot;
  bool all_methods, chain;
};

void measure(const Case& now, const Effort& effort, Table& table, Findings& findings) {
  std::vector<Block> blocks = random_states(now.robot);
  Micro micro(effort);
  std::vector<std::string> ours;
  for (const std::string& isa : instruction_sets()) {
    const std::string name =
        std::string(formulations().front().name) + (isa.empty() ? "" : ", INVDYN_ISA=" + isa);
    if (!isa.empty()) ::setenv("INVDYN_ISA", isa.c_str(), 1);
    ours.push_back(name);
    micro.add(name, states, our_torques(now.robot, blocks, ""));
  }
  ::unsetenv("INVDYN_ISA");
  for (const Formulation& formulation : formulations()) {
    if (&formulation == &formulations().front() || !now.all_methods) continue;
    const std::string name(formulation.name);
    try {
      micro.add(name, states, our_torques(now.robot, blocks, name));
    } catch (const NotRepresentable&) {  // this method does not take this robot
    }
  }
  const std::string rival = now.chain ? "KDL ChainIdSolver_RNE" : "KDL TreeIdSolver_RNE";
  micro.add(rival, states,
            now.chain ? kdl_chain_torques(now.robot, blocks) : kdl_tree_torques(now.robot, blocks));

  const auto measured = micro.run();
  const Times& theirs = times_of(measured, rival);
  for (const auto& [name, times] : measured)
    table.add_row({now.what, name, times.text(), rounded(theirs.median() / times.median())});
  for (const std::string& name : ours)
    findings.comparisons.push_back(
        {"dynamics, " + now.what + ": " + name, rival, times_of(measured, name), theirs});
}

}  // namespace

Findings kernels(const Effort& effort) {
  const Warn ignore = [](const std::string&) {};
  std::vector<Case> cases{{"puma560", read_robot("puma560", ignore), true, true},
                          {"tree of 30", Robot(random_tree(30), ignore), true, false}};
  for (const std::size_t n : {6u, 12u, 25u, 50u, 100u})
    cases.push_back({"chain of " + std::to_string(n), Robot(random_chain(n), ignore), false, true});

  Table table({{"robot"}, {"method"}, {"ns per sample"}, {"KDL / this"}});
  Findings findings;
  for (const Case& now : cases) measure(now, effort, table, findings);
  findings.details =
      "### Inverse dynamics alone\n\nOne thread, 10,000 distinct random states, friction and rotors of "
      "the robot included.\n\n" +
      fenced(table);
  return findings;
}

}  // namespace invdyn::bench
