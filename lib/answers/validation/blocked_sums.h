#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace invdyn {

/// A linear fit of one variable on others.
struct LinearFit {
  Eigen::VectorXd coefficients;
  /// Standard errors. Infinite for a variable that depends on those before it, whose coefficient is 0, and
  /// for too few rows.
  Eigen::VectorXd errors;
  double residual_squares = 0;  ///< sum

  /// Coefficient over standard error; 0 if it is not known.
  double t_ratio(Eigen::Index i) const;
};

/// Sums of products of variables over rows, for fits in one pass. The rows are in 16 to 32 blocks of
/// consecutive rows, so that standard errors hold for residuals that are correlated from row to row: they are
/// made of the sums of the scores in each block [Liang and Zeger 1986; with long blocks in place of
/// individuals]. Memory does not grow with the rows.
class BlockedSums {
 public:
  static constexpr std::size_t max_blocks = 32, min_blocks = 8;

  /// Variable 0 is the constant 1.
  explicit BlockedSums(std::size_t variables);

  /// `row`: all variables.
  void add(const double* row);

  std::size_t rows() const { return rows_; }
  double mean(std::size_t variable) const;
  double mean_square(std::size_t variable) const;
  /// About the means, over all rows.
  double covariance(std::size_t a, std::size_t b) const;
  double variance(std::size_t variable) const { return covariance(variable, variable); }
  double correlation(std::size_t a, std::size_t b) const;
  /// Least squares. `of` may include 0, the constant.
  LinearFit fit(std::size_t target, const std::vector<std::size_t>& of) const;

 private:
  struct Piece {
    Eigen::MatrixXd products;
    std::size_t rows = 0;
  };
  Eigen::MatrixXd all_products() const;
  std::vector<Piece> pieces() const;
  Eigen::MatrixXd products_of_buffer() const;
  void flush();

  std::size_t variables_, rows_ = 0, rows_per_block_ = 1, buffered_ = 0;
  std::vector<Piece> blocks_;
  Eigen::MatrixXd buffer_;
};

}  // namespace invdyn
