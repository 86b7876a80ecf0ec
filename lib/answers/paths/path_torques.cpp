#include "path_torques.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

double grade(double t) {
  return t * t * (3 - 2 * t);
}

// The t in [0, 1/2] with grade(t) = x, by Newton's method from above: grade is convex there.
double ungraded(double x) {
  double t = 0.5;
  if (!(x > 0)) return 0;
  for (int step = 0; step < 60; ++step) {
    const double change = (grade(t) - x) / (6 * t * (1 - t));
    if (!(change > 1e-9 * t)) break;
    t -= change;
  }
  return t;
}

// What holds at rest bounds all of the first and of the last step. So they are made short.
std::vector<double> with_short_ends(const std::vector<double>& points) {
  const double first = points[1] - points[0], last = points.back() - points[points.size() - 2];
  std::vector<double> more{0};
  const auto add = [&](double s, double below) {
    if (s > more.back() && s < below) more.push_back(s);
  };
  for (const double part : {1e-4, 1e-2}) add(part * first, points[1]);
  more.insert(more.end(), points.begin() + 1, points.end() - 1);
  for (const double part : {1e-2, 1e-4}) add(points.back() - part * last, points.back());
  more.push_back(points.back());
  return more;
}

std::vector<double> points_of(const std::vector<double>& knots, std::size_t count) {
  const double length = knots.back(), all = static_cast<double>(count);
  const auto place = [&](double s) {
    return s <= length / 2 ? ungraded(s / length) : 1 - ungraded((length - s) / length);
  };
  std::vector<double> points{0};
  double from = 0;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double to = i + 1 < knots.size() ? place(knots[i]) : 1,
                 parts = std::max(1.0, std::round(all * (to - from)));
    for (double part = 1; part < parts; ++part) {
      const double s = length * grade(from + (to - from) * part / parts);
      if (s > points.back() && s < knots[i]) points.push_back(s);
    }
    points.push_back(knots[i]);
    from = to;
  }
  return with_short_ends(points);
}

}  // namespace

PathTorques::PathTorques(const PathCurve& curve, const TrajectoryTorques& dynamics, std::size_t count)
    : dof_(dynamics.dof()), lengths_(points_of(curve.knots(), count)), points_(dof_ * lengths_.size()) {
  constexpr std::size_t rows_at_once = 512;
  TrajectoryTorques::Workspace workspace(dynamics);
  Block path(dof_, rows_at_once), moved(dof_, rows_at_once);
  Eigen::ArrayXXd still, rates, half, own;
  std::size_t piece = 0;
  for (std::size_t begin = 0; begin < size(); begin += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, size() - begin);
    for (std::size_t k = 0; k < rows; ++k)
      curve.evaluate(lengths_[begin + k], piece, path, static_cast<Eigen::Index>(k));
    moved.rows = rows;
    moved.q = path.q;
    const auto torques = [&](double y, double u) {
      moved.dq = y * path.dq;
      moved.ddq = y * y * path.ddq + u * path.dq;
      dynamics.fill_torques(moved, workspace);
      return moved.tau;
    };
    still = torques(0, 0);
    rates = torques(0, 1);
    half = torques(0.5, 0);
    own = torques(1, 0);
    torques(2, 0);
    for (std::size_t j = 0; j < dof_; ++j)
      for (std::size_t k = 0; k < rows; ++k) {
        const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(j);
        // Divided differences at y = 1/2, 1, 2.
        const double first = 2 * (own(row, column) - half(row, column)),
                     second = moved.tau(row, column) - own(row, column);
        PathPoint& point = points_[(begin + k) * dof_ + j];
        point.dq = path.dq(row, column);
        point.ddq = path.ddq(row, column);
        point.rest = still(row, column);
        point.inertia = rates(row, column) - point.rest;
        point.square = (second - first) / 1.5;
        point.linear = second - 3 * point.square;
        point.coulomb = own(row, column) - point.square - point.linear - point.rest;
      }
  }
}

}  // namespace invdyn
