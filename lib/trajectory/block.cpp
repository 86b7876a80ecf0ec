#include "block.h"

#include <algorithm>

namespace invdyn {

Block::Block(std::size_t moving_joints, std::size_t most_rows, std::size_t derived_columns)
    : dof(moving_joints), capacity(0), derived(0, static_cast<Eigen::Index>(derived_columns)) {
  reserve(most_rows);
}

void Block::reserve(std::size_t most_rows) {
  if (most_rows <= capacity) return;
  capacity = most_rows;
  line.resize(most_rows);
  const auto height = static_cast<Eigen::Index>(most_rows), width = static_cast<Eigen::Index>(dof);
  t.setZero(height);
  for (Eigen::ArrayXXd* quantity : {&q, &dq, &ddq, &tau}) quantity->setZero(height, width);
  derived.setZero(height, derived.cols());
}

void Block::drop_rows_before(std::size_t keep_from) {
  std::copy(line.begin() + static_cast<std::ptrdiff_t>(keep_from),
            line.begin() + static_cast<std::ptrdiff_t>(rows), line.begin());
  std::copy(t.data() + keep_from, t.data() + rows, t.data());
  for (Eigen::ArrayXXd* quantity : {&q, &dq, &ddq, &tau, &derived})
    for (Eigen::Index j = 0; j < quantity->cols(); ++j) {
      double* column = quantity->col(j).data();
      std::copy(column + keep_from, column + rows, column);
    }
  rows -= keep_from;
  first_row += keep_from;
}

}  // namespace invdyn
