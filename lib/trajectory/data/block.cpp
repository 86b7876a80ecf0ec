#include "block.h"

#include <algorithm>

namespace invdyn {

Block::Block(std::size_t moving_joints, std::size_t max_rows, std::size_t derived_columns)
    : dof(moving_joints), capacity(0), derived(0, static_cast<Eigen::Index>(derived_columns)) {
  reserve(max_rows);
}

void Block::reserve(std::size_t max_rows) {
  if (max_rows <= capacity) return;
  capacity = max_rows;
  line.resize(max_rows);
  const auto height = static_cast<Eigen::Index>(max_rows), width = static_cast<Eigen::Index>(dof);
  t.setZero(height);
  for (Eigen::ArrayXXd* quantity : {&q, &dq, &ddq, &tau}) quantity->setZero(height, width);
  derived.setZero(height, derived.cols());
  for (Eigen::ArrayXXd* optional :
       {&measured, &flags, &contacts, &base.pose, &base.twist, &base.rates, &base.wrench})
    optional->setZero(height, optional->cols());
}

void Block::hold_measured(bool held) {
  const auto columns = static_cast<Eigen::Index>(held ? dof : 0);
  if (measured.cols() != columns || measured.rows() != t.size()) measured.setZero(t.size(), columns);
}

void Block::hold_flags(std::size_t count) {
  const auto columns = static_cast<Eigen::Index>(count);
  if (flags.cols() != columns || flags.rows() != t.size()) flags.setZero(t.size(), columns);
}

void Block::hold_contacts(std::size_t count) {
  contact_columns = {count};
  const Eigen::Index columns = contact_columns.all();
  if (contacts.cols() != columns || contacts.rows() != t.size()) contacts.setZero(t.size(), columns);
}

void Block::hold_base(bool held) {
  if (held == has_base() && base.pose.rows() == t.size()) return;
  base.pose.setZero(t.size(), held ? 7 : 0);
  for (Eigen::ArrayXXd* of_six : {&base.twist, &base.rates, &base.wrench})
    of_six->setZero(t.size(), held ? 6 : 0);
}

void Block::drop_rows_before(std::size_t keep_from) {
  std::copy(line.begin() + static_cast<std::ptrdiff_t>(keep_from),
            line.begin() + static_cast<std::ptrdiff_t>(rows), line.begin());
  std::copy(t.data() + keep_from, t.data() + rows, t.data());
  for (Eigen::ArrayXXd* quantity :
       {&q, &dq, &ddq, &tau, &measured, &flags, &derived, &base.pose, &base.twist, &base.rates, &base.wrench})
    for (Eigen::Index j = 0; j < quantity->cols(); ++j) {
      double* column = quantity->col(j).data();
      std::copy(column + keep_from, column + rows, column);
    }
  rows -= keep_from;
  first_row += keep_from;
}

}  // namespace invdyn
