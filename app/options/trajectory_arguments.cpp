#include "trajectory_arguments.h"

#include <algorithm>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/text/number.h"

namespace invdyn {

namespace {

// At the last equals sign: a column's name may have more.
ColumnMapping mapping_argument(const std::string& word) {
  const std::size_t equals = word.rfind('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
    throw UsageError("--map", "has \"" + word + "\": expected COLUMN=JOINT, such as log3=elbow, or auto");
  return {word.substr(0, equals), word.substr(equals + 1)};
}

// Names of columns may have commas: a word without `=` begins such a name.
void read_mappings(const std::string& list, CsvSettings& settings) {
  std::string name;
  for (const std::string& word : words_argument(list)) {
    name += word;
    if (parse_finite(name) && !settings.mappings.empty())
      throw UsageError("--map", "has \"" + name + "\" after a comma: expected a decimal point, such as x1.5");
    if (name == "auto")
      settings.reads_names = true;
    else if (word.find('=') != std::string::npos)
      settings.mappings.push_back(mapping_argument(name));
    name = name == "auto" || word.find('=') != std::string::npos ? "" : name + ',';
  }
  if (!name.empty()) mapping_argument(name.substr(0, name.size() - 1));
}

MissingValues missing_argument(const std::string& text) {
  constexpr const char* option = "--missing";
  using Policy = MissingValues::Policy;
  constexpr Policy policies[] = {Policy::error, Policy::skip, Policy::interpolate};
  const std::size_t colon = text.find(':');
  MissingValues missing;
  missing.policy = policies[choice_argument(option, text.substr(0, colon), {"error", "skip", "interpolate"})];
  if (colon == std::string::npos) return missing;
  if (missing.policy != Policy::interpolate)
    throw UsageError(option, "is \"" + text +
                                 "\", but a time is allowed only after the word interpolate: expected " +
                                 text.substr(0, colon));
  missing.longest = positive_argument(option, text.substr(colon + 1));
  return missing;
}

const std::vector<std::string> quaternion_orders{"wxyz", "xyzw"};
const std::vector<std::string> twist_axes{"world", "body", "mujoco"};

bool is_comma(const std::string& decimal) {
  constexpr const char* option = "--decimal";
  if (decimal == "." || decimal == ",") return decimal == ",";
  return choice_argument(option, decimal, {"point", "comma"}) == 1;
}

}  // namespace

void TrajectoryArguments::add_to(CLI::App& command) {
  command.add_option("TRAJECTORY", path, trajectory_text)->capture_default_str();
  add_options_to(command);
}

void TrajectoryArguments::add_options_to(CLI::App& command) {
  mark(rare(command.add_flag(
           "--strict", strict,
           "End with an error where input is probably wrong. Examples: another unit, values beyond limits, a "
           "robot that cannot exist. Default: a warning")),
       Decides::run)
      ->group(group::input);
  time.add_to(command, group::input);
  add_degrees_option(command, degrees, group::input, ". The output stays in SI units");
  add_reading_options_to(command);
  offer_words(command.add_option(
                  "--differentiate", differentiate,
                  "How dq and ddq are computed. backward, central: by finite differences of q. "
                  "savgol:WINDOW,ORDER: by a local fit of q over WINDOW rows (Savitzky-Golay). given: dq "
                  "and ddq are taken from columns of the file. Default: the columns dq_ and ddq_ if the "
                  "file has them, else backward. Default with --resample or --lowpass: central"),
              {"backward", "central", "given", "savgol:"})
      ->type_name("HOW")
      ->group(group::differentiation);
  offer_words(
      rare(command.add_option(
          "--start", start,
          "Start of backward differences: rest or extrapolate. rest: the robot was at rest before the "
          "first row. extrapolate: the first rows get the first values of dq and ddq that can be "
          "computed. Default: rest. In identify and validate, the default is extrapolate. If some joints are "
          "smoothed, the default for the joints that are not smoothed is extrapolate")),
      {"rest", "extrapolate"})
      ->type_name("HOW")
      ->group(group::differentiation);
  preparation.add_to(command);
  mark(rare(command.add_flag(
           "--noise-gain", noise_gain,
           "Print noise gain, delay and bandwidth of dq and ddq. These values go to standard error")),
       Decides::messages)
      ->group(group::differentiation);
  add_threads_option(command, threads);
}

void TrajectoryArguments::add_reading_options_to(CLI::App& command) {
  command.add_flag("--unwrap", unwrap, "Undo jumps of full turns in the angles")->group(group::input);
  add_no_header_to(
      command,
      ". If the base floats, the base's position and quaternion come before q, and the base's velocities "
      "come before dq");
  offer_words(
      rare(command.add_option("--quaternion", quaternion,
                              "Order of the base's quaternion: wxyz or xyzw. Needed with --no-header")),
      quaternion_orders)
      ->type_name("ORDER")
      ->group(group::input);
  offer_words(rare(command.add_option(
                  "--base-twist", base_twist,
                  "Axes of a floating base's twist: world, body or mujoco. The columns base_vx to "
                  "base_dwz have these axes, in the trajectory and in the output. mujoco: the linear "
                  "velocity has the world's axes, and the angular velocity has the base's axes. "
                  "Default: world")),
              twist_axes)
      ->type_name("AXES")
      ->group(group::input);
  offer_words(
      rare(command.add_option(
          "--separator", separator,
          "Column separator: comma, semicolon, tab or space. Default: the separator of the first line")),
      {"comma", "semicolon", "tab", "space"})
      ->type_name("NAME")
      ->group(group::input);
  add_log_options_to(command, "Default: error");
}

void LogArguments::add_no_header_to(CLI::App& command, const std::string& end_of_text) {
  command
      .add_flag("--no-header", no_header,
                "The trajectory has no header row. Its columns are t, then q of all joints in the robot's "
                "order, then dq, ddq" +
                    end_of_text)
      ->group(group::input);
}

void LogArguments::add_log_options_to(CLI::App& command, const std::string& usual_missing) {
  offer_words(rare(command.add_option(
                       "--decimal", decimal,
                       "Decimal mark of the trajectory. It is . or , (point, comma). With a decimal comma, "
                       "the columns are separated by semicolons, tabs or blanks, or numbers with a "
                       "comma are in quotes. Default: a point"))
                  ->type_name("MARK")
                  ->group(group::input),
              {"point", "comma"});
  offer_words(
      command.add_option(
          "--missing", missing,
          std::string(
              "Rows that lack a value: error, skip or interpolate. A value is missing if the field is "
              "empty, or if it contains NaN, NA, null, none or a minus sign alone. With skip, such rows "
              "are left out. With interpolate:SECONDS, gaps of at most SECONDS (default 0.1) are filled, "
              "and longer gaps are left out. Finite differences are not computed across a gap. With skip or "
              "interpolate, a row that repeats the time and the values of the previous row is left out too. ") +
              usual_missing),
      {"error", "skip", "interpolate", "interpolate:"})
      ->type_name("HOW")
      ->group(group::input);
  offer_words(
      command.add_option(
          "--time-unit", time_unit,
          "Unit of time stamps: s, ms, us, ns or iso. iso: date and time in the form of ISO 8601. In the "
          "output, t is the time since the first row, in s, exact to the nanosecond. Default: the unit "
          "in the column's name, as in timestamp_ns or time [ms]. If the column's name has no unit, the "
          "default is the unit that fits the values. A column named t or time is in s"),
      {"s", "ms", "us", "ns", "iso"})
      ->type_name("UNIT")
      ->group(group::input);
  offer(
      command
          .add_option(
              "--map", mappings,
              std::string(
                  "What a column with another name contains, or auto. COLUMN is its name in the file. TARGET is "
                  "a joint's name (for its "
                  "position), dq_JOINT, ddq_JOINT, tau_JOINT or t. After TARGET, you can add a unit "
                  "(:UNIT), a factor (:xSCALE) and an offset for positions (:+ZERO), as in "
                  "elbow:deg:x-1:+90deg. auto: use all columns whose names have only one possible "
                  "meaning. With --no-header, COLUMN is the column's number (the first is 1), and columns "
                  "without --map are not used. ") +
                  repeated_list)
          ->type_name("COLUMN=TARGET")
          ->group(group::input)
          ->allow_extra_args(false),  // one argument each time
      {{{.text = "auto"},
        {.text = "=",
         .names = RobotNames::joints,
         .words = {"t"},
         .before_names = {"dq_", "ddq_", "tau_"}}}});
  rare(command.add_option(
           "--topic", topic,
           "Topic of an MCAP file. Default: the topic of type sensor_msgs/msg/JointState, if the file has "
           "only one"))
      ->type_name("NAME")
      ->group(group::input);
}

TrajectorySettings TrajectoryArguments::settings() const {
  TrajectorySettings settings;
  settings.path = path;
  settings.csv.degrees = degrees;
  settings.csv.grid = time.grid();
  settings.preparation = preparation.preparation();
  if (names_local_fit(differentiate)) {
    settings.csv.scheme = Scheme::savitzky_golay;
    settings.fit = local_fit_argument("--differentiate", differentiate);
  } else if (differentiate == "spline") {
    throw UsageError("--differentiate",
                     "is \"spline\": expected --smooth auto, which fits splines to the positions");
  } else if (!differentiate.empty()) {
    constexpr Scheme schemes[] = {Scheme::backward, Scheme::central, Scheme::given};
    settings.csv.scheme = schemes[choice_argument("--differentiate", differentiate,
                                                  {"backward", "central", "given", "savgol:WINDOW,ORDER"})];
  } else if (settings.preparation.resample || !preparation.lowpass.empty()) {
    settings.csv.scheme = Scheme::central;
  } else if (settings.preparation.smooth) {
    settings.csv.scheme = Scheme::backward;  // of the joints that are not smoothed
  }
  if (preparation.any() && settings.csv.scheme == Scheme::given)
    throw UsageError(preparation.option(),
                     "give " + preparation.option() +
                         " or \"--differentiate given\", not both: " + preparation.option() +
                         " changes the positions, so dq and ddq of the file no longer fit the positions");
  settings.noise_gain = noise_gain;
  constexpr Separator separators[] = {Separator::comma, Separator::semicolon, Separator::tab,
                                      Separator::blanks};
  if (const std::size_t sign =
          separator.size() == 1 ? std::string_view(",;\t ").find(separator) : separator.npos;
      sign != separator.npos)
    settings.csv.separator = separators[sign];
  else if (!separator.empty())
    settings.csv.separator =
        separators[choice_argument("--separator", separator, {"comma", "semicolon", "tab", "space"})];
  apply_to(settings.csv);
  if (!quaternion.empty()) {
    constexpr QuaternionOrder orders[] = {QuaternionOrder::wxyz, QuaternionOrder::xyzw};
    settings.csv.quaternion = orders[choice_argument("--quaternion", quaternion, quaternion_orders)];
    if (settings.csv.has_header || !settings.csv.mappings.empty())
      throw UsageError(
          "--quaternion",
          "is only for --no-header without --map: leave out --quaternion, because the columns' names, "
          "such as base_qw, determine the order");
  }
  constexpr TwistAxes axes[] = {TwistAxes::world, TwistAxes::body, TwistAxes::mujoco};
  if (!base_twist.empty())
    settings.csv.base_twist = axes[choice_argument("--base-twist", base_twist, twist_axes)];
  constexpr Start starts[] = {Start::rest, Start::extrapolate};
  if (!start.empty()) settings.start = starts[choice_argument("--start", start, {"rest", "extrapolate"})];
  settings.unwrap = unwrap || settings.preparation.clean;
  settings.leaves_noise = preparation.no_clean;
  settings.threads = threads_argument(threads);
  return settings;
}

void LogArguments::apply_to(CsvSettings& settings) const {
  settings.has_header = !no_header;
  constexpr TimeUnit units[] = {TimeUnit::s, TimeUnit::ms, TimeUnit::us, TimeUnit::ns, TimeUnit::iso};
  if (!time_unit.empty())
    settings.time_unit = units[choice_argument("--time-unit", time_unit, {"s", "ms", "us", "ns", "iso"})];
  settings.decimal_comma = !decimal.empty() && is_comma(decimal);
  if (settings.decimal_comma && settings.separator == Separator::comma)
    throw UsageError("--decimal", "is a comma, but --separator is a comma too: expected another separator");
  if (!missing.empty()) settings.missing = missing_argument(missing);
  settings.topic = topic;
  for (const std::string& list : mappings) read_mappings(list, settings);
  expect_few("--map", settings.mappings.size());
}

}  // namespace invdyn
