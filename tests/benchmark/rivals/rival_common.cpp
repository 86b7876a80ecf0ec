// Computes the torques of a trajectory by KDL in the most common way: numbers by CSVReader and printf.
//
//   rival_common ROBOT IN.csv OUT.csv
//
// IN has the columns t and q_<joint> of an arm of six joints: CSVReader needs their number at compile time.
// dq and ddq are backward differences, from rest. invdyn's library is only used to read the robot.

#include <libfccp/csv.h>

#include <cstdio>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <stdexcept>

#include "benchmark/rivals/kdl_robot.h"
#include "benchmark/rivals/run_rival.h"
#include "robot/files/read.h"

namespace {

void run(const char* robot_file, const char* in, const char* out) {
  const invdyn::bench::KdlChain robot = invdyn::bench::kdl_chain(invdyn::read_robot(
      robot_file, [](const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }));
  if (robot.structure.getNrOfJoints() != 6) throw std::runtime_error("expected an arm of six joints");
  KDL::ChainIdSolver_RNE solver(robot.structure, robot.gravity);
  const KDL::Wrenches no_wrenches(robot.structure.getNrOfSegments(), KDL::Wrench::Zero());
  KDL::JntArray q(6), q_before(6), dq(6), dq_before(6), ddq(6), tau(6);

  io::CSVReader<7> reader(in);
  const auto& name = robot.joints;
  reader.read_header(io::ignore_extra_column, "t", "q_" + name[0], "q_" + name[1], "q_" + name[2],
                     "q_" + name[3], "q_" + name[4], "q_" + name[5]);
  std::FILE* file = std::fopen(out, "w");
  if (!file) throw std::runtime_error("cannot write " + std::string(out));
  std::fprintf(file, "t");
  for (const std::string& joint : name) std::fprintf(file, ",tau_%s", joint.c_str());
  std::fprintf(file, "\n");

  double t, t_before = 0, dt_before = 0;
  for (bool first = true; reader.read_row(t, q(0), q(1), q(2), q(3), q(4), q(5)); first = false) {
    const double dt = t - t_before, middle = dt_before > 0 ? (dt_before + dt) / 2 : dt;
    for (unsigned j = 0; j < 6; ++j) {
      dq(j) = first ? 0 : (q(j) - q_before(j)) / dt;
      ddq(j) = first ? 0 : (dq(j) - dq_before(j)) / middle;
    }
    solver.CartToJnt(q, dq, ddq, no_wrenches, tau);
    std::fprintf(file, "%.17g", t);
    for (unsigned j = 0; j < 6; ++j) std::fprintf(file, ",%.17g", tau(j) + robot.friction[j].torque(dq(j)));
    std::fprintf(file, "\n");
    t_before = t;
    if (!first) dt_before = dt;
    q_before = q;
    dq_before = dq;
  }
  if (std::fclose(file) != 0) throw std::runtime_error("cannot write " + std::string(out));
}

}  // namespace

int main(int argc, char** argv) {
  return invdyn::bench::run_rival(argc, argv, run);
}
