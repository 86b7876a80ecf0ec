// Computes the torques of a trajectory by KDL, written as well as possible: lines by LineReader, numbers by
// std::from_chars and std::to_chars, output in pieces of 1 MiB, no allocation per row.
//
//   rival_careful ROBOT IN.csv OUT.csv
//
// IN has a header and the columns t, q_1 ... q_n in the robot's order. dq and ddq are backward differences,
// from rest. invdyn's library is only used to read the robot.

#include <libfccp/csv.h>

#include <cstdio>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <stdexcept>
#include <string>

#include "benchmark/rivals/careful_text.h"
#include "benchmark/rivals/kdl_robot.h"
#include "benchmark/rivals/run_rival.h"
#include "robot/files/read.h"

namespace {

using invdyn::bench::Fields;
using invdyn::bench::KdlChain;
using invdyn::bench::Output;

void run(const char* robot_file, const char* in, const char* out) {
  const KdlChain robot = invdyn::bench::kdl_chain(invdyn::read_robot(
      robot_file, [](const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }));
  const unsigned n = robot.structure.getNrOfJoints();
  KDL::ChainIdSolver_RNE solver(robot.structure, robot.gravity);
  const KDL::Wrenches no_wrenches(robot.structure.getNrOfSegments(), KDL::Wrench::Zero());
  KDL::JntArray q(n), dq(n), ddq(n), tau(n);

  io::LineReader lines(in);
  Output output(out);
  output.text("t");
  for (const std::string& joint : robot.joints) output.text(",tau_" + joint);
  output.text("\n");
  if (!lines.next_line()) throw std::runtime_error("no header");

  double t_before = 0, dt_before = 0;
  bool first = true;
  while (const char* line = lines.next_line()) {
    Fields fields(line);
    const double t = fields.next(), dt = t - t_before, middle = dt_before > 0 ? (dt_before + dt) / 2 : dt;
    for (unsigned j = 0; j < n; ++j) {
      const double q_now = fields.next();
      if (!first) {
        const double dq_now = (q_now - q(j)) / dt;
        ddq(j) = (dq_now - dq(j)) / middle;
        dq(j) = dq_now;
      }
      q(j) = q_now;
    }
    t_before = t;
    if (!first) dt_before = dt;
    first = false;
    solver.CartToJnt(q, dq, ddq, no_wrenches, tau);
    output.number(t);
    for (unsigned j = 0; j < n; ++j) {
      output.character(',');
      output.number(tau(j) + robot.friction[j].torque(dq(j)));
    }
    output.character('\n');
  }
  output.flush();
}

}  // namespace

int main(int argc, char** argv) {
  return invdyn::bench::run_rival(argc, argv, run);
}
