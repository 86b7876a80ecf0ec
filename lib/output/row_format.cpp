#include "row_format.h"

namespace invdyn {

std::vector<std::string> column_names(const std::vector<std::string>& joints,
                                      const std::vector<Quantity>& quantities) {
  std::vector<std::string> names{"t"};
  for (const Quantity quantity : quantities)
    for (const std::string& joint : joints) names.push_back(column_name(quantity, joint));
  return names;
}

std::vector<const double*> columns_of(const Block& block, const std::vector<Quantity>& quantities) {
  std::vector<const double*> columns{block.t.data()};
  for (const Quantity quantity : quantities)
    for (std::size_t j = 0; j < block.dof; ++j)
      columns.push_back(values(block, quantity).data() + j * block.capacity);
  return columns;
}

}  // namespace invdyn
