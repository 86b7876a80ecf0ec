#include "sample_writer.h"

#include <utility>

#include "../../ground/csv/csv_field.h"
#include "../../ground/text/number.h"

namespace invdyn {

SampleWriter::SampleWriter(OutputFile& file, const Robot& robot, std::vector<SampleQuantity> quantities)
    : file_(file), quantities_(std::move(quantities)), header_("t") {
  for (const SampleQuantity& quantity : quantities_)
    for (std::size_t j = 0; j < robot.dof(); ++j)
      header_ += ',' + csv_field(std::string(quantity.name) + '_' + robot.moving_joint(j).name);
  header_ += '\n';
}

void SampleWriter::take(const ControlSample& sample) {
  text_ = std::exchange(header_, {});
  append_shortest(text_, sample.t);
  for (const SampleQuantity& quantity : quantities_)
    for (const double value : sample.*quantity.values) {
      text_ += ',';
      append_shortest(text_, value);
    }
  text_ += '\n';
  file_.write(text_);
}

}  // namespace invdyn
