#include "arguments.h"

#include <algorithm>
#include <cmath>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "dynamics/core/formulation.h"
#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/parallel/worker_count.h"
#include "ground/text/number.h"
#include "output_ending.h"

namespace invdyn {

namespace {

// What people write after a number: the unit that options have, and its factor.
constexpr struct {
  std::string_view written, unit;
  double factor;
} written_units[] = {{"Hz", "Hz", 1},   {"kHz", "Hz", 1e3}, {"s", "s", 1},    {"sec", "s", 1},
                     {"ms", "s", 1e-3}, {"us", "s", 1e-6},  {"min", "s", 60}, {"m", "m", 1},
                     {"cm", "m", 1e-2}, {"mm", "m", 1e-3},  {"kg", "kg", 1},  {"g", "kg", 1e-3},
                     {"N", "N", 1},     {"kN", "N", 1e3},   {"Nm", "N m", 1}, {"N m", "N m", 1},
                     {"%", "%", 1e-2}};

// `--dt 0.01`, or the field `mass=2` of `--payload mass`.
std::string given_as(const std::string& option, const std::string& value) {
  const std::size_t blank = option.find(' ');
  return blank == option.npos ? option + ' ' + value : option.substr(blank + 1) + '=' + value;
}

// `10ms` and `0,5` as they should be written, for the end of an error's text.
std::string expected_number(const std::string& option, const std::string& text, std::string_view unit) {
  const std::size_t length = std::min(text.find_first_not_of("+-.,0123456789"), text.size());
  std::string number = text.substr(0, length);
  std::replace(number.begin(), number.end(), ',', '.');
  const auto value = parse_finite(number);
  const std::string_view rest = trimmed(std::string_view(text).substr(length));
  if (value && rest.empty())
    return "a decimal point, not a comma: " + (unit.empty() ? number : given_as(option, number));
  for (const auto& each : written_units)
    if (value && lower_case(each.written) == lower_case(rest) && each.unit == unit)
      return (unit == "%" ? "a share, " : std::string(unit) + " without a unit, ") +
             given_as(option, six_digits(*value * each.factor));
  return unit.empty() || unit == "%" ? "a finite number" : "a finite number (" + std::string(unit) + ")";
}

}  // namespace

double number_argument(const std::string& option, const std::string& text, std::string_view unit) {
  const auto value = parse_finite(text);
  if (!value)
    throw UsageError(option, "is \"" + text + "\": expected " + expected_number(option, text, unit));
  return *value;
}

std::size_t count_argument(const std::string& option, const std::string& text, std::size_t minimum,
                           std::size_t maximum) {
  const auto value = parse_finite(text);
  if (!value || *value != std::floor(*value) || *value < static_cast<double>(minimum) ||
      *value > static_cast<double>(maximum))
    throw UsageError(option, "is \"" + text + "\": expected a whole number from " + std::to_string(minimum) +
                                 " to " + std::to_string(maximum));
  return static_cast<std::size_t>(*value);
}

double positive_argument(const std::string& option, const std::string& text, std::string_view unit) {
  const double value = number_argument(option, text, unit);
  if (!(value > 0)) throw UsageError(option, "is " + text + ": expected a number above 0");
  return value;
}

std::vector<std::string> words_argument(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = text.find(',', begin);
    words.push_back(text.substr(begin, comma - begin));
    if (comma == std::string::npos) return words;
    begin = comma + 1;
  }
}

Eigen::VectorXd numbers_argument(const std::string& option, const std::string& text,
                                 const std::string& expected) {
  const std::string plain(trimmed(text));
  std::string with_commas = plain;
  std::replace(with_commas.begin(), with_commas.end(), ';', ',');
  if (plain.find(',') == plain.npos) std::replace(with_commas.begin(), with_commas.end(), ' ', ',');
  if (with_commas != plain)
    throw UsageError(
        option, "is \"" + text + "\": expected commas between numbers, " + given_as(option, with_commas));
  const auto words = words_argument(text);
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = parse_finite(words[i]);
    if (!value)
      throw UsageError(option,
                       "number " + std::to_string(i + 1) + " is \"" + words[i] + "\": expected " + expected);
    numbers[static_cast<Eigen::Index>(i)] = *value;
  }
  return numbers;
}

std::size_t choice_argument(const std::string& option, const std::string& text,
                            const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string near = did_you_mean(text, words);
  const auto longer = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
    return text.size() > 2 && word.starts_with(text);
  });
  // What others write.
  constexpr std::pair<std::string_view, const char*> usual[] = {
      {";", "semicolon"}, {",", "comma"},     {"\t", "tab"},      {"\\t", "tab"},
      {" ", "space"},     {"standard", "dh"}, {"modified", "mdh"}};
  for (const auto& [theirs, ours] : usual)
    if (text == theirs && std::find(words.begin(), words.end(), ours) != words.end())
      near = "; did you mean " + invdyn::in_quotes(ours) + "?";
  if (near.empty() && longer != words.end()) near = "; did you mean " + invdyn::in_quotes(*longer) + "?";
  throw UsageError(option, "is \"" + text + "\": expected one of " + joined(words) + near);
}

const std::vector<std::string>& table_formats() {
  static const std::vector<std::string> names{"table", "csv", "json"};  // in the order of TableFormat
  return names;
}

void expect_few(const std::string& option, std::size_t times) {
  constexpr std::size_t max_times = 1000;
  if (times > max_times)
    throw UsageError(option, "is given " + std::to_string(times) + " times: expected at most " +
                                 std::to_string(max_times));
}

void expect_standard_input_once(const std::vector<std::string>& files) {
  if (std::count(files.begin(), files.end(), "-") > 1)
    throw UsageError("standard input",
                     "is used for two files (-), but can be read only once: expected - for only one file");
}

void add_format_option(CLI::App& command, std::string& format, const std::vector<std::string>& formats,
                       const std::string& more) {
  offer_words(command.add_option("--format", format, "Format of the output: " + joined(formats) + more),
              formats)
      ->type_name("FORMAT")
      ->group(group::output)
      ->capture_default_str();
}

TableFormat table_format_argument(const std::string& text) {
  return static_cast<TableFormat>(choice_argument("--format", text, table_formats()));
}

CLI::Option* add_output_option(CLI::App& command, std::string& output, const std::string& more) {
  return mark(
             command.add_option("-o,--output", output, "Output file; - for standard output (default)" + more),
             Decides::file)
      ->type_name("FILE")
      ->group(group::output);
}

void add_row_output_option(CLI::App& command, std::string& output) {
  refuse_foreign_ending_of_rows(add_output_option(
      command, output, ". FILE.npy is written as an array. FILE.gz and FILE.zst are compressed"));
}

void add_tolerance_option(CLI::App& command, std::string& tolerance, const std::string& what) {
  command
      .add_option("--tolerance", tolerance,
                  "Exit with code 3 if a " + what +
                      " differs by more than X. The difference is relative to the joint's largest torque")
      ->type_name("X")
      ->group(group::comparison);
}

std::optional<double> tolerance_argument(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double tolerance = number_argument("--tolerance", text, "%");
  if (tolerance < 0) throw UsageError("--tolerance", "is " + text + ": expected 0 or more");
  return tolerance;
}

void add_quiet_option(CLI::App& command, bool& quiet, const std::string& more) {
  mark(command.add_flag("-q,--quiet", quiet, "Print only errors on standard error" + more), Decides::run)
      ->group(group::output);
}

void add_summary_options(CLI::App& command, bool& summary, bool& quiet, const std::string& content) {
  mark(command.add_flag("--summary", summary,
                        "Print a summary per joint on standard error. The summary shows " + content),
       Decides::messages)
      ->group(group::output);
  add_quiet_option(command, quiet, ". With --summary: also the summary");
}

void add_degrees_option(CLI::App& command, bool& degrees, const char* group, const std::string& more) {
  command.add_flag("--degrees", degrees, "Input angles are in degrees. Prismatic joints stay in m" + more)
      ->group(group);
}

void add_method_option(CLI::App& command, std::string& method, const char* group, const std::string& more) {
  const std::vector<std::string> methods = formulation_names();
  offer_words(
      rare(command.add_option("--method", method,
                              "Published formulation of inverse dynamics. One of " + joined(methods) + more)),
      methods)
      ->type_name("NAME")
      ->group(group)
      ->default_str(methods.front());
}

CLI::Option* offer_fit_parts(CLI::Option* option, const std::vector<std::string>& parts) {
  Offer what{{{.text = "payload=", .names = RobotNames::links}}};
  for (const std::string& part : parts) what.parts.push_back({part});
  return offer(option, std::move(what));
}

void add_threads_option(CLI::App& command, std::string& threads) {
  mark(rare(command.add_option(
           "--threads", threads,
           "Number of threads. The output does not depend on the number of threads. Default: one thread "
           "for each core that the program may use")),
       Decides::run)
      ->type_name("N");
}

std::size_t threads_argument(const std::string& text) {
  constexpr std::size_t max_threads = 1024;
  return text.empty() ? std::min(usual_worker_count(), max_threads)
                      : count_argument("--threads", text, 1, max_threads);
}

void TimeArguments::add_to(CLI::App& command, const char* group) {
  CLI::Option* step =
      command.add_option("--dt", dt, "Time step between rows, in s")->type_name("S")->group(group);
  CLI::Option* inverse =
      command.add_option("--rate", rate, "Rows per second, instead of --dt")->type_name("HZ")->group(group);
  inverse->excludes(step);
}

std::optional<TimeGrid> TimeArguments::grid() const {
  if (!dt.empty()) return TimeGrid::with_step(positive_argument("--dt", dt, "s"));
  if (!rate.empty()) {
    const double hertz = positive_argument("--rate", rate, "Hz");
    if (!std::isfinite(1 / hertz))
      throw UsageError("--rate", "is " + rate + ": expected a larger number (Hz)");
    return TimeGrid::with_rate(hertz);
  }
  return std::nullopt;
}

TimeGrid TimeArguments::required_grid() const {
  if (const auto given = grid()) return *given;
  throw UsageError("--dt", "is missing: expected --dt S or --rate HZ, such as --rate 100");
}

}  // namespace invdyn
