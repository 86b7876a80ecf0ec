#include "csv_writer.h"

#include "../number.h"
#include "csv_field.h"

namespace invdyn {

CsvWriter::CsvWriter(OutputFile& file, const std::vector<std::string>& joints,
                     std::vector<Quantity> quantities)
    : file_(file), quantities_(std::move(quantities)), text_("t") {
  for (const Quantity quantity : quantities_)
    for (const std::string& joint : joints) text_ += ',' + csv_field(column_name(quantity, joint));
  text_ += '\n';
  file_.write(text_);
}

void CsvWriter::take(const Block& block) {
  text_.clear();
  for (auto row = static_cast<Eigen::Index>(block.own_begin());
       row < static_cast<Eigen::Index>(block.own_end()); ++row) {
    append_shortest(text_, block.t[row]);
    for (const Quantity quantity : quantities_) {
      const Eigen::ArrayXXd& columns = values(block, quantity);
      for (Eigen::Index j = 0; j < columns.cols(); ++j) {
        text_ += ',';
        append_shortest(text_, columns(row, j));
      }
    }
    text_ += '\n';
  }
  file_.write(text_);
}

}  // namespace invdyn
