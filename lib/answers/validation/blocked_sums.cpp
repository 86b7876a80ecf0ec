#include "blocked_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../ground/matrix/decompositions.h"

namespace invdyn {
namespace {

constexpr Eigen::Index buffer_rows = 64;
// A variable whose part that is independent of others is less than this, relative to the variable, squared.
constexpr double dependent = 1e-10;

Eigen::Index at(std::size_t variable) {
  return static_cast<Eigen::Index>(variable);
}

// The variables that do not depend on those before them.
std::vector<std::size_t> independent(const Eigen::MatrixXd& products, const std::vector<std::size_t>& of) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const double own = products(at(of[i]), at(of[i]));
    double rest = own;
    if (!chosen.empty()) {
      const auto count = static_cast<Eigen::Index>(chosen.size());
      Eigen::MatrixXd matrix(count, count);
      Eigen::VectorXd column(count);
      for (Eigen::Index a = 0; a < count; ++a) {
        const Eigen::Index from = at(of[chosen[static_cast<std::size_t>(a)]]);
        column[a] = products(from, at(of[i]));
        for (Eigen::Index b = 0; b < count; ++b)
          matrix(a, b) = products(from, at(of[chosen[static_cast<std::size_t>(b)]]));
      }
      rest -= column.dot(symmetric_solution(matrix, column));
    }
    if (own > 0 && rest > dependent * own) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

double LinearFit::t_ratio(Eigen::Index i) const {
  if (errors[i] > 0) return std::isfinite(errors[i]) ? coefficients[i] / errors[i] : 0;
  return coefficients[i] == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), coefficients[i]);
}

BlockedSums::BlockedSums(std::size_t variables)
    : variables_(variables), buffer_(buffer_rows, at(variables)) {}

// The sums do not depend on how the rows come: products are taken of the same rows at a time.
void BlockedSums::add(const double* row) {
  for (std::size_t i = 0; i < variables_; ++i) buffer_(at(buffered_), at(i)) = row[i];
  ++buffered_;
  ++rows_;
  if (at(buffered_) == buffer_rows || rows_ % rows_per_block_ == 0) flush();
}

Eigen::MatrixXd BlockedSums::products_of_buffer() const {
  const auto part = buffer_.topRows(at(buffered_));
  return part.transpose() * part;
}

void BlockedSums::flush() {
  if (blocks_.empty() || blocks_.back().rows == rows_per_block_) {
    if (blocks_.size() == max_blocks) {
      for (std::size_t i = 0; i < max_blocks / 2; ++i) {
        blocks_[i] = {blocks_[2 * i].products + blocks_[2 * i + 1].products,
                      blocks_[2 * i].rows + blocks_[2 * i + 1].rows};
      }
      blocks_.resize(max_blocks / 2);
      rows_per_block_ *= 2;
    }
    blocks_.push_back({Eigen::MatrixXd::Zero(at(variables_), at(variables_)), 0});
  }
  blocks_.back().products += products_of_buffer();
  blocks_.back().rows += buffered_;
  buffered_ = 0;
}

std::vector<BlockedSums::Piece> BlockedSums::pieces() const {
  std::vector<Piece> all = blocks_;
  if (buffered_ > 0 && !all.empty() && all.back().rows < rows_per_block_)
    all.back().products += products_of_buffer(), all.back().rows += buffered_;
  else if (buffered_ > 0)
    all.push_back({products_of_buffer(), buffered_});
  return all;
}

Eigen::MatrixXd BlockedSums::all_products() const {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(at(variables_), at(variables_));
  for (const Piece& piece : pieces()) sum += piece.products;
  return sum;
}

double BlockedSums::mean(std::size_t variable) const {
  return all_products()(0, at(variable)) / static_cast<double>(rows_);
}

double BlockedSums::mean_square(std::size_t variable) const {
  return all_products()(at(variable), at(variable)) / static_cast<double>(rows_);
}

double BlockedSums::covariance(std::size_t a, std::size_t b) const {
  const Eigen::MatrixXd products = all_products();
  const auto rows = static_cast<double>(rows_);
  const double value =
      products(at(a), at(b)) / rows - products(0, at(a)) / rows * (products(0, at(b)) / rows);
  return a == b ? std::max(value, 0.0) : value;
}

double BlockedSums::correlation(std::size_t a, std::size_t b) const {
  const double variances = variance(a) * variance(b);
  return variances > 0 ? covariance(a, b) / std::sqrt(variances) : 0;
}

LinearFit BlockedSums::fit(std::size_t target, const std::vector<std::size_t>& of) const {
  const auto size = static_cast<Eigen::Index>(of.size());
  const Eigen::MatrixXd products = all_products();
  LinearFit fit{Eigen::VectorXd::Zero(size),
                Eigen::VectorXd::Constant(size, std::numeric_limits<double>::infinity()),
                products(at(target), at(target))};
  const std::vector<std::size_t> chosen = independent(products, of);
  const auto count = static_cast<Eigen::Index>(chosen.size());
  if (count == 0) return fit;
  std::vector<Eigen::Index> from;
  for (const std::size_t i : chosen) from.push_back(at(of[i]));
  const Eigen::MatrixXd matrix = products(from, from);
  const Eigen::VectorXd column = products(from, at(target));
  // Variables of all sizes: the matrix is scaled to a diagonal of ones.
  const Eigen::VectorXd scale = matrix.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
  const Eigen::VectorXd solution = scale.cwiseProduct(symmetric_solution(scaled, scale.cwiseProduct(column)));
  fit.residual_squares = std::max(0.0, products(at(target), at(target)) - column.dot(solution));
  for (Eigen::Index i = 0; i < count; ++i)
    fit.coefficients[static_cast<Eigen::Index>(chosen[static_cast<std::size_t>(i)])] = solution[i];

  const std::vector<Piece> blocks = pieces();
  if (blocks.size() < min_blocks || static_cast<Eigen::Index>(blocks.size()) <= count) return fit;
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(count, count);
  for (const Piece& block : blocks) {
    const Eigen::VectorXd score =
        Eigen::VectorXd(block.products(from, at(target))) - block.products(from, from) * solution;
    scores += score * score.transpose();
  }
  const Eigen::MatrixXd inverse = scale.asDiagonal() * symmetric_inverse(scaled) * scale.asDiagonal();
  const auto number = static_cast<double>(blocks.size());
  const Eigen::MatrixXd covariance =
      inverse * scores * inverse * (number / (number - static_cast<double>(count)));
  for (Eigen::Index i = 0; i < count; ++i)
    fit.errors[static_cast<Eigen::Index>(chosen[static_cast<std::size_t>(i)])] =
        std::sqrt(std::max(0.0, covariance(i, i)));
  return fit;
}

}  // namespace invdyn
