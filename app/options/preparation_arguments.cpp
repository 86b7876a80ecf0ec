#include "preparation_arguments.h"

#include <algorithm>
#include <cmath>

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "command_line/offers.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

constexpr std::string_view local_fit_name = "savgol";

constexpr std::string_view automatic = "auto";

Smoothing smoothing_argument(const std::string& text) {
  Smoothing smoothing;
  if (text == automatic) {
    smoothing.automatic = true;
  } else if (text.find('=') == std::string::npos) {
    smoothing.cutoff = positive_argument("--smooth", text, "Hz");
  } else {
    for (const std::string& word : words_argument(text)) {
      const std::size_t equals = std::min(word.rfind('='), word.size());
      const std::optional<double> cutoff =
          equals < word.size() ? parse_finite(std::string_view(word).substr(equals + 1)) : std::nullopt;
      if (equals == 0 || !cutoff || !(*cutoff > 0))
        throw UsageError("--smooth", "has \"" + word + "\": expected JOINT=HZ, such as elbow=4.2");
      smoothing.joints.emplace_back(word.substr(0, equals), *cutoff);
    }
    expect_few("--smooth", smoothing.joints.size());
  }
  return smoothing;
}

}  // namespace

void PreparationArguments::add_to(CLI::App& command) {
  rare(command.add_option(
           "--resample", resample,
           "Interpolate positions at this rate by a cubic spline. This is done before all other steps. "
           "The whole trajectory is kept in memory"))
      ->type_name("HZ")
      ->group(group::differentiation);
  offer_words(
      rare(command.add_option(
               "--lowpass", lowpass,
               "Filter positions before differentiation. It is a low-pass Butterworth filter that "
               "runs forward and backward, so it has no delay. At the frequency HZ, the filter "
               "reduces the amplitude to 1/sqrt(2). Time steps must be equal. auto: the program chooses the "
               "largest cut-off of the joints, as with --smooth auto, and sets --rest 0.1. The whole "
               "trajectory is kept in memory"))
          ->type_name("HZ")
          ->group(group::differentiation),
      {std::string(automatic)});
  offer(command
            .add_option("--smooth", smooth,
                        "Take q, dq and ddq from a quintic smoothing spline. At the frequency HZ, the spline "
                        "reduces the amplitude to 1/sqrt(2). JOINT=HZ,...: only these joints, each with its "
                        "own HZ. auto: cross-validation finds HZ for each joint, and --rest 0.1 is set too. "
                        "Time steps may be uneven. The whole trajectory is kept in memory")
            ->type_name("HZ")
            ->group(group::differentiation),
        {{{std::string(automatic)}, {.names = RobotNames::joints, .sign_follows = true}}});
  rare(command.add_option("--rest", rest,
                          "Set the velocity to zero where a joint is at rest. A joint is at rest if, for "
                          "SECONDS, its position changes only by its noise. The dry friction of a joint at "
                          "rest counts as zero. Use it with --smooth or --lowpass"))
      ->type_name("SECONDS")
      ->group(group::differentiation);
  command
      .add_flag(
          "--clean", clean,
          "Find noise, and smooth the noisy joints. --clean sets --unwrap. For joints whose noise "
          "causes a considerable part of the torques, --clean also sets --smooth auto and --rest 0.1. The "
          "other joints stay as they are. --clean prints the options that it has chosen")
      ->group(group::differentiation);
}

void PreparationArguments::add_no_clean_to(CLI::App& command) {
  rare(
      command.add_flag("--no-clean", no_clean,
                       "Do not clean the log. By default, a log is cleaned as with --clean if its noise "
                       "causes a considerable part of the torques. If dq or ddq in the log are noisy or "
                       "late, only the positions are used. There is no default cleaning if the file has more "
                       "than 32 MiB, or if a filter or --differentiate is given"))
      ->group(group::differentiation);
}

std::string PreparationArguments::option() const {
  return clean ? "--clean" : !smooth.empty() ? "--smooth" : !resample.empty() ? "--resample" : "--lowpass";
}

Preparation PreparationArguments::preparation() const {
  Preparation preparation;
  if (!resample.empty()) {
    const double rate = positive_argument("--resample", resample, "Hz");
    if (!std::isfinite(1 / rate))
      throw UsageError("--resample", "is " + resample + ": expected a larger number (Hz)");
    preparation.resample = TimeGrid::with_rate(rate);
  }
  if (lowpass == automatic)
    preparation.automatic_lowpass = true;
  else if (!lowpass.empty())
    preparation.lowpass = positive_argument("--lowpass", lowpass, "Hz");
  if (!smooth.empty()) preparation.smooth = smoothing_argument(smooth);
  if (!rest.empty()) preparation.rest = positive_argument("--rest", rest, "s");
  preparation.clean = clean;
  if (clean && no_clean) throw UsageError("--clean", "give --clean or --no-clean, not both");
  if (clean && !(smooth.empty() && lowpass.empty()))
    throw UsageError(
        "--clean",
        "chooses how the positions are smoothed: leave out --smooth and --lowpass, or leave out --clean");
  if (!smooth.empty() && !lowpass.empty())
    throw UsageError("--smooth", "give --smooth or --lowpass, not both");
  if (!rest.empty() && smooth.empty() && lowpass.empty() && !clean)
    throw UsageError("--rest", "needs filtered positions: give --smooth or --lowpass too");
  return preparation;
}

bool names_local_fit(const std::string& text) {
  return text.substr(0, text.find(':')) == local_fit_name;
}

LocalFit local_fit_argument(const std::string& option, const std::string& text) {
  const auto whole_number = [](std::string_view word, std::size_t minimum, std::size_t maximum) {
    const std::optional<double> number = parse_finite(word);
    const bool is_one = number && *number == std::floor(*number) && *number >= static_cast<double>(minimum) &&
                        *number <= static_cast<double>(maximum);
    return is_one ? static_cast<std::size_t>(*number) : std::size_t{0};
  };
  const std::size_t colon = text.find(':');
  const std::vector<std::string> words =
      colon == std::string::npos ? std::vector<std::string>() : words_argument(text.substr(colon + 1));
  if (words.size() == 2) {
    const LocalFit fit{whole_number(words[0], LocalFit::min_window, LocalFit::max_window),
                       whole_number(words[1], LocalFit::min_order, LocalFit::max_order)};
    if (fit.window % 2 == 1 && fit.order > 0 && fit.order < fit.window) return fit;
  }
  throw UsageError(
      option,
      "is \"" + text +
          "\": expected savgol:WINDOW,ORDER, such as savgol:21,3. WINDOW is the number of rows, an odd number "
          "from " +
          std::to_string(LocalFit::min_window) + " to " + std::to_string(LocalFit::max_window) +
          ", ORDER is the order of the polynomial, from " + std::to_string(LocalFit::min_order) + " to " +
          std::to_string(LocalFit::max_order) + " and less than WINDOW");
}

}  // namespace invdyn
