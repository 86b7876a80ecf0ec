#include "support/path_search.h"

#include <cmath>
#include <limits>
#include <vector>

namespace invdyn::test {
namespace {

// From (p, y_a) to (p + h, y_b) with a constant rate u: y^2 in the middle is the mean of both squares.
double time_on_grid(const KnownPath& path, const TrajectoryTorques& dynamics, const Keeps& keeps, double top,
                    std::size_t steps, std::size_t speeds) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const auto place = [&](std::size_t i) {  // denser at the ends, where the motion is slow
    const double x = static_cast<double>(i) / static_cast<double>(steps);
    return x * x * (3 - 2 * x);
  };
  const auto speed = [&](std::size_t k) {
    return top * static_cast<double>(k) / static_cast<double>(speeds);
  };
  std::vector<double> times(speeds + 1, never);
  times[0] = 0;
  TrajectoryTorques::Workspace workspace(dynamics);
  Block block(dynamics.dof(), speeds + 1);
  block.rows = speeds + 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const double h = place(i + 1) - place(i), p = place(i) + h / 2;
    const Eigen::VectorXd q = path.q(p), dq = path.dq(p), ddq = path.ddq(p);
    std::vector<double> next(speeds + 1, never);
    for (std::size_t a = 0; a <= speeds; ++a) {
      if (times[a] == never) continue;
      for (std::size_t b = 0; b <= speeds; ++b) {
        const double square = (speed(a) * speed(a) + speed(b) * speed(b)) / 2;
        const double u = (speed(b) * speed(b) - speed(a) * speed(a)) / (2 * h);
        const auto row = static_cast<Eigen::Index>(b);
        block.q.row(row) = q.transpose().array();
        block.dq.row(row) = dq.transpose().array() * std::sqrt(square);
        block.ddq.row(row) = ddq.transpose().array() * square + dq.transpose().array() * u;
      }
      dynamics.fill_torques(block, workspace);
      for (std::size_t b = a == 0 ? 1 : 0; b <= speeds; ++b) {
        const double time = times[a] + 2 * h / (speed(a) + speed(b));
        const auto row = static_cast<Eigen::Index>(b);
        if (time < next[b] && keeps(block.dq.row(row).transpose(), block.ddq.row(row).transpose(),
                                    block.tau.row(row).transpose()))
          next[b] = time;
      }
    }
    times = next;
  }
  return times[0];
}

}  // namespace

double searched_time(const KnownPath& path, const TrajectoryTorques& dynamics, const Keeps& keeps, double top,
                     std::size_t steps, std::size_t speeds) {
  const auto time = [&](std::size_t count) { return time_on_grid(path, dynamics, keeps, top, steps, count); };
  return 2 * time(speeds) - time(speeds / 2);
}

}  // namespace invdyn::test
