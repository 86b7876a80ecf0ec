#include "noise_report.h"

#include "output/table.h"
#include "trajectory/noise_gain.h"
#include "wording.h"

namespace invdyn {

void NoiseReport::take(const Block& block) {
  if (block.own_begin() == block.own_end()) return;
  if (rows_ == 0) first_ = block.t[static_cast<Eigen::Index>(block.own_begin())];
  last_ = block.t[static_cast<Eigen::Index>(block.own_end() - 1)];
  rows_ += block.own_end() - block.own_begin();
}

std::string NoiseReport::text(const std::string& name) const {
  if (how_.known == Known::q_dq_ddq)
    return name + ": dq and ddq are as given: there is no noise gain to tell\n";
  if (!how_.step && rows_ < 2)
    return name + ": has no time from row to row: there is no noise gain to tell\n";
  const double step = how_.step ? *how_.step : (last_ - first_) / static_cast<double>(rows_ - 1);
  const Responses found = responses(how_, step, lowpass_);
  Table table({{"quantity"}, {"noise gain"}, {"unit"}, {"delay (s)"}, {"-3 dB (Hz)"}});
  const bool from_q = how_.known == Known::q;
  const auto add = [&](const std::string& quantity, const std::optional<Response>& response,
                       const std::string& unit) {
    if (response) table.add_row({quantity, response->noise_gain, unit, response->delay, response->bandwidth});
  };
  add("q", found.q, "1");
  add("dq", found.dq, "1/s");
  add("ddq", found.ddq, from_q ? "1/s^2" : "1/s");
  return name + ": what becomes of noise on " + (from_q ? "q" : "dq") + ", rows " + six_digits(step) +
         " s apart\n" + table.text(TableFormat::table);
}

}  // namespace invdyn
