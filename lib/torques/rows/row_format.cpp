#include "row_format.h"

#include "../../ground/base/error.h"

namespace invdyn {

OutputColumns::OutputColumns(const std::vector<std::string>& joints,
                             const std::vector<Quantity>& quantities) {
  for (const Quantity quantity : quantities) add(joints, quantity);
}

void OutputColumns::add(const std::vector<std::string>& joints, Quantity quantity) {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    names_.push_back(column_name(quantity, joints[j]));
    sources_.push_back({quantity, j});
  }
}

void OutputColumns::add_derived(const std::string& name, bool may_lack) {
  names_.push_back(name);
  may_lack_ |= may_lack;
  sources_.push_back({std::nullopt, derived_++});
}

void OutputColumns::leave_out_time() {
  if (has_time_) names_.erase(names_.begin());
  has_time_ = false;
  if (names_.empty())
    throw UsageError(
        "`columns`",
        "has only columns of joints, but no joint moves: expected other columns too, such as wrench");
}

void OutputColumns::add_stamp() {
  before_stamp_ = names_.size();
  names_.emplace_back("stamp");
}

std::vector<const double*> OutputColumns::in(const Block& block) const {
  std::vector<const double*> columns;
  if (has_time_) columns.push_back(block.t.data());
  for (const auto& [quantity, column] : sources_)
    columns.push_back((quantity ? values(block, *quantity) : block.derived).data() + column * block.capacity);
  return columns;
}

}  // namespace invdyn
