#include "noise_report.h"

#include "../../ground/base/wording.h"
#include "../../ground/output_files/table.h"
#include "../../trajectory/data/noise_gain.h"
#include "../../trajectory/data/smoothing_spline.h"
#include "noise_watch.h"

namespace invdyn {

void NoiseReport::take(const Block& block) {
  if (block.own_begin() == block.own_end()) return;
  if (rows_ == 0) first_ = block.t[static_cast<Eigen::Index>(block.own_begin())];
  last_ = block.t[static_cast<Eigen::Index>(block.own_end() - 1)];
  rows_ += block.own_end() - block.own_begin();
}

std::string NoiseReport::text(const std::string& name) const {
  if (how_.known == Known::q_dq_ddq)
    return name + ": dq and ddq are from the file, so there is no noise gain\n";
  if (!how_.step && rows_ < 2) return name + ": has no time between rows, so there is no noise gain\n";
  const bool resampled = measured_.size() > 1;
  const double step = how_.step ? *how_.step : (last_ - first_) / static_cast<double>(rows_ - 1);
  if (resampled && lowpass_ && reaches_too_far(*lowpass_, step, measured_))
    return name + ": the low-pass of " + six_digits(*lowpass_) + " Hz needs too many rows (" +
           six_digits(step) + " s apart), so the noise gain with resampling is not computed\n";
  const Responses found = responses(how_, step, lowpass_, resampled ? measured_ : std::span<const double>());
  Table table({{"quantity"}, {"noise gain"}, {"unit"}, {"delay (s)"}, {"-3 dB (Hz)"}});
  const bool from_q = how_.known == Known::q;
  const auto add = [&](const std::string& quantity, const std::optional<Response>& response,
                       const std::string& unit) {
    if (response) table.add_row({quantity, response->noise_gain, unit, response->delay, response->bandwidth});
  };
  add("q", found.q, "1");
  add("dq", found.dq, "1/s");
  add("ddq", found.ddq, from_q ? "1/s^2" : "1/s");
  std::string rows = "rows " + six_digits(step) + " s apart";
  if (resampled) {
    const double mean = (measured_.back() - measured_.front()) / static_cast<double>(measured_.size() - 1);
    rows = "rows " + six_digits(mean) + " s apart, resampled to " + rows;
  }
  return name + ": gain of noise on " + (from_q ? "q" : "dq") + ", " + rows + '\n' +
         table.text(TableFormat::table);
}

std::string noise_gains_of_smoothing(const std::string& name, const Robot& robot,
                                     const std::vector<std::optional<double>>& cutoffs, double step) {
  Table table({{"joint"}, {"-3 dB (Hz)"}, {"q"}, {"dq (1/s)"}, {"ddq (1/s^2)"}});
  const std::vector<std::string> names = prepared_names(robot);
  for (std::size_t j = 0; j < cutoffs.size(); ++j) {
    if (!cutoffs[j]) continue;
    const auto [q, dq, ddq] = SmoothingSpline::noise_gains(*cutoffs[j], step);
    table.add_row({names[j], *cutoffs[j], q, dq, ddq});
  }
  return name + ": noise gains of the smoothing splines (without delay), for rows " + six_digits(step) +
         " s apart\n" + table.text(TableFormat::table);
}

}  // namespace invdyn
