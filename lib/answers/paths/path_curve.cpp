#include "path_curve.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace invdyn {
namespace {

// Nearer rows would give the spline the rounding of their positions for a bend.
constexpr double least_chord = 1e-9;
constexpr double cosine_of_corner = 0.98480775301220802;  // 10 degrees

Eigen::Index at(std::size_t k) {
  return static_cast<Eigen::Index>(k);
}

// All rows of a motion, and whether it stops at each.
struct RecordedRows {
  explicit RecordedRows(const RecordedMotion& motion) {
    const std::vector<Block>& blocks = motion.blocks();
    std::size_t count = 0;
    for (const Block& block : blocks) count += block.rows;
    q.resize(at(count), at(blocks.front().dof));
    for (const Block& block : blocks) {
      q.middleRows(at(t.size()), at(block.rows)) = block.q.topRows(at(block.rows));
      for (Eigen::Index k = 0; k < at(block.rows); ++k) {
        t.push_back(block.t[k]);
        stops.push_back((block.dq.row(k) == 0).all());
      }
    }
  }
  std::vector<double> t;
  std::vector<char> stops;
  Eigen::ArrayXXd q;
};

// Cuts the rows, one after the other.
class Cutter {
 public:
  Cutter(RecordedRows rows, const std::vector<double>& speeds)
      : rows_(std::move(rows)), speeds_(Eigen::Map<const Eigen::ArrayXd>(speeds.data(), at(speeds.size()))) {}

  std::vector<PathStretch> stretches() {
    const std::size_t count = rows_.t.size();
    begin_at(0);
    for (std::size_t k = 1; k < count; ++k) {
      if ((rows_.q.row(at(k)) == rows_.q.row(at(k - 1))).all()) {
        end_at(k - 1);
        add_rest(k);
        begin_at(k);
      } else if (!is_near(k)) {
        add(k);
      } else if (rows_.stops[k]) {
        rows_.stops[kept_.back()] = true;
      }
    }
    end_at(count - 1);
    return std::move(stretches_);
  }

 private:
  Eigen::ArrayXd chord(std::size_t from, std::size_t to) const {
    return (rows_.q.row(at(to)) - rows_.q.row(at(from))).transpose() / speeds_;
  }
  bool is_near(std::size_t k) const { return !(chord(kept_.back(), k).matrix().norm() > least_chord); }

  bool turns_to(std::size_t k) const {
    const Eigen::VectorXd before = chord(kept_[kept_.size() - 2], kept_.back()).matrix(),
                          after = chord(kept_.back(), k).matrix();
    return before.dot(after) < cosine_of_corner * before.norm() * after.norm();
  }

  void begin_at(std::size_t k) { kept_.assign(1, k); }
  void add(std::size_t k) {
    const std::size_t last = kept_.back();
    if (kept_.size() > 1 && (rows_.stops[last] || turns_to(k))) {
      end_at(last);
      begin_at(last);
    }
    kept_.push_back(k);
  }

  void end_at(std::size_t k) {
    if (kept_.size() < 2) return;
    kept_.back() = k;  // in place of the row before it that is less than 1e-9 away, if they differ
    std::vector<double> lengths{0};
    Eigen::ArrayXXd positions(at(kept_.size()), rows_.q.cols());
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      positions.row(at(i)) = rows_.q.row(at(kept_[i]));
      if (i > 0) lengths.push_back(lengths.back() + chord(kept_[i - 1], kept_[i]).matrix().norm());
    }
    stretches_.push_back({.curve = PathCurve(std::move(lengths), std::move(positions)),
                          .rows = kept_,
                          .place = {},
                          .rest = 0});
  }

  void add_rest(std::size_t k) {
    const double time = rows_.t[k] - rows_.t[k - 1];
    if (!stretches_.empty() && !stretches_.back().curve)
      stretches_.back().rest += time;
    else
      stretches_.push_back({.curve = {}, .rows = {k}, .place = rows_.q.row(at(k)).transpose(), .rest = time});
  }

  RecordedRows rows_;
  Eigen::ArrayXd speeds_;
  std::vector<std::size_t> kept_;  // rows of the stretch that has begun
  std::vector<PathStretch> stretches_;
};

}  // namespace

PathCurve::PathCurve(std::vector<double> lengths, Eigen::ArrayXXd positions)
    : knots_(std::move(lengths)),
      q_(std::move(positions)),
      bends_(Eigen::ArrayXXd::Zero(q_.rows(), q_.cols())) {
  assert(knots_.size() > 1 && at(knots_.size()) == q_.rows());
  if (knots_.size() > 2) find_bends();
}

// A tridiagonal system for the second derivatives b_i, with h_i the steps and c_i the slopes of the chords:
//   h_{i-1} b_{i-1} + 2 (h_{i-1} + h_i) b_i + h_i b_{i+1} = 6 (c_i - c_{i-1}),  b = 0 at both ends.
// Elimination needs no pivoting: all pivots are positive.
void PathCurve::find_bends() {
  const std::size_t last = knots_.size() - 1;
  const auto step = [&](std::size_t i) { return knots_[i + 1] - knots_[i]; };
  const auto turn = [&](std::size_t i) {
    return (q_.row(at(i + 1)) - q_.row(at(i))) / step(i) - (q_.row(at(i)) - q_.row(at(i - 1))) / step(i - 1);
  };
  if (last == 2) {
    const Eigen::ArrayXXd bend = 2 * turn(1) / knots_[2];
    bends_ = bend.replicate(3, 1);
    return;
  }
  std::vector<double> above(knots_.size());  // elements above the diagonal, divided by it
  for (std::size_t i = 1; i < last; ++i) {
    const double pivot = 2 * (step(i - 1) + step(i)) - step(i - 1) * above[i - 1];
    above[i] = step(i) / pivot;
    bends_.row(at(i)) = (6 * turn(i) - step(i - 1) * bends_.row(at(i - 1))) / pivot;
  }
  for (std::size_t i = last - 1; i > 1; --i) bends_.row(at(i - 1)) -= above[i - 1] * bends_.row(at(i));
}

std::size_t PathCurve::flips() const {
  std::size_t flips = 0;
  for (Eigen::Index i = 2; i + 1 < bends_.rows(); ++i) flips += (bends_.row(i) * bends_.row(i - 1)).sum() < 0;
  return flips;
}

void PathCurve::evaluate(double s, std::size_t& piece, Block& block, Eigen::Index row) const {
  while (piece + 2 < knots_.size() && s >= knots_[piece + 1]) ++piece;
  const double h = knots_[piece + 1] - knots_[piece], u = s - knots_[piece];
  const Eigen::Index i = at(piece);
  for (Eigen::Index j = 0; j < q_.cols(); ++j) {
    const double b0 = bends_(i, j), b1 = bends_(i + 1, j), cube = (b1 - b0) / h;
    const double slope = (q_(i + 1, j) - q_(i, j)) / h - h * (2 * b0 + b1) / 6;
    block.q(row, j) = q_(i, j) + u * (slope + u * (b0 / 2 + u * cube / 6));
    block.dq(row, j) = slope + u * (b0 + u * cube / 2);
    block.ddq(row, j) = b0 + u * cube;
  }
}

std::vector<PathStretch> stretches_of(const RecordedMotion& motion, const std::vector<double>& speeds) {
  return Cutter(RecordedRows(motion), speeds).stretches();
}

}  // namespace invdyn
