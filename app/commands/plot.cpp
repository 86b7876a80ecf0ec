#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unordered_set>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/job/protected_files.h"
#include "ground/job/recorded_run.h"
#include "ground/job/run_record.h"
#include "ground/output_files/output_file.h"
#include "ground/text/number.h"
#include "options/arguments.h"
#include "options/plot_argument.h"
#include "options/robot_argument.h"
#include "options/terminal_output.h"
#include "options/text_look_argument.h"
#include "options/trajectory_arguments.h"
#include "pictures/figure/drawn_table.h"
#include "pictures/figure/gnuplot.h"
#include "pictures/figure/motion_figure.h"
#include "pictures/figure/sweep_curves.h"
#include "robot/files/xacro.h"
#include "sidecar.h"
#include "trajectory/names/time_name.h"

namespace invdyn {
namespace {

struct PlotOptions {
  std::vector<std::string> files;
  std::string output, format, columns, title, panels, window, range, motors;
  RobotArgument robot;
  SidecarArgument sidecar;
  TimeArguments time;
  LogArguments log;
  TextLookArgument look;
  bool script = false, phase = false, stacked = false, degrees = false, radians = false, all_revolute = false,
       quiet = false;
};

FigureFormat format_of_figure(const PlotOptions& options) {
  const auto by_name = format_of_figure_file(options.output);
  std::optional<FigureFormat> asked;
  if (!options.format.empty())
    asked = static_cast<FigureFormat>(choice_argument("--format", options.format, figure_formats));
  if (options.script) {
    if (by_name)
      throw UsageError("-o", options.output +
                                 " is the name of a figure, and --script writes a script: expected a name "
                                 "such as figure.gp (--format sets the figure's format)");
    if (asked == FigureFormat::text)
      throw UsageError("--format",
                       "is txt, but --script writes a script of gnuplot, which does not draw text: expected "
                       "svg, png or pdf");
    return asked.value_or(FigureFormat::svg);
  }
  if (by_name && asked && *by_name != *asked)
    throw UsageError("--format", "is " + options.format + ", but -o is " + options.output +
                                     ": give only one of them, or the same format in both");
  if (asked) return *asked;
  if (options.output.empty()) return FigureFormat::text;
  if (options.output == "-") throw UsageError("-o", "is -: expected --format svg, png, pdf or txt too");
  if (by_name) return *by_name;
  throw UsageError(
      "-o", options.output +
                " does not end with .svg, .png, .pdf or .txt: expected one of these endings, or --format");
}

// Patterns for names of columns, and whether each has found one.
class Patterns {
 public:
  explicit Patterns(const std::string& text) {
    if (!text.empty()) patterns_ = words_argument(text);
    found_.resize(patterns_.size(), false);
  }

  // Whether one of them is the name of a column.
  bool have_name() const {
    return std::any_of(patterns_.begin(), patterns_.end(), [](const std::string& pattern) {
      return pattern.find_first_of("*?[") == std::string::npos;
    });
  }

  // Names in the file, and what they stand for. Without patterns: all but the times of other clocks.
  bool take(const CsvColumns::Column& column) {
    if (column.is_time) return false;
    if (is_seen_.insert(column.name).second) seen_.push_back(column.name);
    bool wanted = patterns_.empty() && !time_rank(column.name);
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (::fnmatch(patterns_[i].c_str(), column.name.c_str(), 0) != 0 &&
          ::fnmatch(patterns_[i].c_str(), column.taken_for.c_str(), 0) != 0)
        continue;
      wanted = found_[i] = true;
    }
    return wanted;
  }

  void check() const {
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      const bool is_quantity = std::any_of(seen_.begin(), seen_.end(), [&](const std::string& name) {
        return name.starts_with(patterns_[i] + '_');
      });
      const bool is_joint = std::any_of(seen_.begin(), seen_.end(), [&](const std::string& name) {
        return name.ends_with('_' + patterns_[i]);
      });
      if (!found_[i])
        throw UsageError("--columns",
                         invdyn::in_quotes(patterns_[i]) + " matches no column: expected some of " +
                             joined(seen_) +
                             (is_quantity ? "; did you mean " + shell_word(patterns_[i] + "_*") + '?'
                              : is_joint  ? "; did you mean " + shell_word("*_" + patterns_[i]) + '?'
                                          : did_you_mean(patterns_[i], seen_)));
    }
  }

 private:
  std::vector<std::string> patterns_, seen_;
  std::unordered_set<std::string> is_seen_;
  std::vector<bool> found_;
};

std::vector<std::string> inputs_of(const PlotOptions& options) {
  return options.files.empty() ? std::vector<std::string>{"-"} : options.files;
}

// A table of `size --sweep` is over its conditions.
std::vector<CsvTable> read_tables(const std::string& file, const PlotOptions& options, Patterns& patterns,
                                  MotionFigureSettings& settings, const Warn& note) {
  bool over_time = true;
  TableSettings table{.wanted =
                          [&](const std::vector<CsvColumns::Column>& columns) {
                            std::vector<bool> wanted;
                            for (const auto& column : columns)
                              wanted.push_back(over_time ? patterns.take(column)
                                               : is_sweep_margin(column.name)
                                                   ? patterns.take(column)
                                                   : is_sweep_condition(column.name));
                            return wanted;
                          },
                      .is_over_time =
                          [&](const std::vector<std::string>& names) {
                            over_time = !is_sweep(names);
                            return over_time;
                          },
                      .leaves_out = !patterns.have_name(),
                      .robot = settings.robot};
  CsvSettings csv;
  csv.missing.policy = MissingValues::Policy::keep;
  csv.degrees = options.degrees;
  csv.grid = options.time.grid();
  options.log.apply_to(csv);
  DrawnTable read = read_drawn_table(file, table, csv, [&](const std::string& text) {
    if (over_time) note(text);
  });
  const AngleUnit unit = read.in_degrees.value_or(options.degrees) ? AngleUnit::degrees : AngleUnit::radians;
  if (file != inputs_of(options).front() && unit != settings.angles)
    throw Error(read.table.file,
                std::string("has angles in ") + (unit == AngleUnit::degrees ? "degrees" : "rad") +
                    ", but the first file has the other unit: expected files in the same unit");
  settings.angles = unit;
  if (over_time) return {std::move(read.table)};
  SweepCurves curves = sweep_curves(read.table);
  settings.x_label = curves.x_label;
  return curves.tables;
}

std::vector<CsvTable> tables_of(const PlotOptions& options, MotionFigureSettings& settings,
                                Terminal& terminal) {
  const std::vector<std::string> files = inputs_of(options);
  const Warn note = [&](const std::string& text) { terminal.note(text); };
  expect_standard_input_once(files);
  Patterns patterns(options.columns);
  std::vector<CsvTable> tables;
  for (const std::string& file : files) {
    if (file == "-" && ::isatty(STDIN_FILENO) == 1)
      terminal.note("reading the table from the terminal; end it with Ctrl-D");
    const std::vector<CsvTable> read = read_tables(file, options, patterns, settings, note);
    tables.insert(tables.end(), read.begin(), read.end());
  }
  patterns.check();
  if (settings.x_label.empty()) return tables;
  if (files.size() > 1)
    throw UsageError(
        "FILE",
        "is given several times, but one file is a table from invdyn size --sweep, and such a table must be "
        "drawn alone: expected only this file");
  if (options.time.grid())
    throw UsageError(
        "--dt or --rate",
        "is given, but the file is a table from invdyn size --sweep, which has no times: leave out "
        "--dt and --rate");
  if (options.phase)
    throw UsageError(
        "--phase",
        "is given, but the file is a table from invdyn size --sweep, which has no torques over time: "
        "leave out --phase");
  return tables;
}

// The robot of the run that wrote a table, if a sidecar or a record beside it describes the table as it is,
// and the robot's file is as it was.
RobotArgument robot_of_run(const std::string& file) {
  const std::string by_stem = std::filesystem::path(file).replace_extension(".json").string();
  for (const std::string& record : {run_record_path(file), file + ".json", by_stem}) {
    if (record == file || !std::filesystem::is_regular_file(record) || !is_described(file, record)) continue;
    try {
      const RecordedRun run = read_recorded_run(record);
      const std::vector<std::string> robot = run.values("robot");
      if (robot.size() != 1 || is_xacro_name(robot.front())) continue;
      RobotArgument argument;
      argument.path = robot.front();
      argument.fixed = run.values("fix");
      argument.independent_mimics = !run.values("independent-mimic").empty();
      const auto is_kept = [&](const RecordedFile& input) {
        if (input.name != argument.file()) return false;
        const Match match = match_of(input.name, input);
        return match == Match::same || match == Match::same_size;  // a record of --resume has no hash
      };
      if (!argument.file().empty() && std::none_of(run.inputs.begin(), run.inputs.end(), is_kept)) continue;
      argument.read([](const std::string&) {});
      return argument;
    } catch (const Error&) {  // no record of a run, or another file than then: the table is drawn without it
    }
  }
  return {};
}

struct Ends {
  std::optional<double> from, to;
};

// FROM:TO; either may be left out.
Ends ends_argument(const std::string& option, const std::string& text) {
  if (text.empty()) return {};
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text.size() == 1)
    throw UsageError(option,
                     "is " + invdyn::in_quotes(text) + ": expected FROM:TO, such as 0.5:2, 0.5: or :2");
  const auto number = [&](const std::string& part) -> std::optional<double> {
    if (part.empty()) return std::nullopt;
    return number_argument(option, part);
  };
  const Ends ends{number(text.substr(0, colon)), number(text.substr(colon + 1))};
  if (ends.from && ends.to && *ends.from >= *ends.to)
    throw UsageError(option, "is " + invdyn::in_quotes(text) + ": expected the smaller number first");
  return ends;
}

int plot(const PlotOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const Warn note = [&](const std::string& text) { terminal.note(text); };
  const FigureFormat format = format_of_figure(options);
  if (!options.script && format != FigureFormat::text)
    expect_no_terminal(options.output, "it cannot show this figure",
                       "figure." + figure_formats[static_cast<std::size_t>(format)], terminal);
  if (options.all_revolute && !options.robot.path.empty())
    throw UsageError("--revolute",
                     "give --revolute or --robot, not both: the robot has the types of the joints");
  if (!options.motors.empty() && options.robot.path.empty())
    throw UsageError("--motors", "is for the joints of a robot: expected --robot ROBOT too");
  if (options.stacked && options.phase)
    throw UsageError("--stacked", "give --stacked or --phase, not both: --stacked draws terms over time");
  if (options.stacked && options.panels == "quantity")
    throw UsageError("--stacked", "needs panels of one joint: leave out --panels quantity");
  MotionFigureSettings settings;
  settings.all_revolute = options.all_revolute;
  if (options.radians) settings.drawn_angles = AngleUnit::radians;
  settings.phase = options.phase;
  settings.stacked = options.stacked;
  if (!options.columns.empty())
    for (const std::string& word : words_argument(options.columns)) settings.asked.insert(word);
  settings.title = options.title;
  const Ends window = ends_argument("--window", options.window);
  const Ends range = ends_argument("--range", options.range);
  settings.from = window.from;
  settings.to = window.to;
  settings.lowest = range.from;
  settings.highest = range.to;
  if (!options.panels.empty())
    settings.split = choice_argument("--panels", options.panels, {"quantity", "joint"}) == 0
                         ? Split::by_quantity
                         : Split::by_joint;
  RobotArgument of_table = options.robot;
  const bool is_given = !of_table.path.empty();
  if (!is_given && !options.all_revolute) of_table = robot_of_run(inputs_of(options).front());
  ProtectedFiles kept;
  kept.add(of_table.path, "the robot's file");
  kept.add(options.motors, "the motors' file");
  for (const std::string& file : inputs_of(options)) kept.add_input(file);
  const std::string output = options.output.empty() ? "-" : options.output;
  expect_kept(output, kept);
  options.sidecar.expect_place(output, kept);
  std::vector<std::string> inputs = inputs_of(options);
  inputs.push_back(of_table.file());
  inputs.push_back(options.motors);
  Sidecar sidecar(options.sidecar, inputs);
  std::optional<Robot> robot;
  Motors motors;
  if (!of_table.path.empty()) {
    robot.emplace(of_table.read([](const std::string&) {}));  // its joints alone count here
    of_table.expect_parts_kept(output);
    of_table.expect_parts_kept(options.sidecar.path);
    sidecar.add_inputs(of_table.parts());
    if (!is_given) note("robot " + robot->name() + ", from the record of the run that wrote the file");
    settings.robot = &*robot;
    if (!options.motors.empty()) {
      motors = read_motors(options.motors, *robot, note);
      settings.motors = &motors;
    }
  }

  const std::vector<CsvTable> tables = tables_of(options, settings, terminal);
  Figure figure = motion_figure(tables, settings, note);
  figure.text = options.look.look(options.output.empty());
  OutputFile out(output);
  sidecar.watch(out);
  out.write(options.script ? gnuplot_script(figure, format) : drawn(figure, format));
  sidecar.commit({}, terminal);
  return done;
}

void add_figure_options(CLI::App& command, PlotOptions& options) {
  command.add_option("--columns", options.columns, "Columns to draw, such as 'tau_*' or 'q_*,dq_*'")
      ->type_name("PATTERNS")
      ->group(group::figure);
  command
      .add_option(
          "--window", options.window,
          "Draw this range of time, in s. If the file has no times, the range is in rows. FROM or TO may be "
          "left out")
      ->type_name("FROM:TO")
      ->group(group::figure);
  command
      .add_option("--range", options.range,
                  "Draw this range of values, in the unit of each panel. FROM or TO may be left out. "
                  "Default: all values. A curve that is much larger than the other curves of the panel is "
                  "cut off")
      ->type_name("FROM:TO")
      ->group(group::figure);
  offer_words(
      command.add_option(
          "--panels", options.panels,
          "Split into panels by quantity or by joint. quantity: a panel for each quantity, with a curve "
          "for each joint. joint: a panel for each quantity of each joint. Default: quantity. If several "
          "files give more than 8 curves in a panel, the default is joint"),
      {"quantity", "joint"})
      ->type_name("HOW")
      ->group(group::figure);
  command
      .add_flag("--phase", options.phase,
                "Draw torque over velocity, from the columns tau_ and dq_. With --motors, the figure "
                "shows the torque and velocity of the motor's shaft, and the motor's curves. --motors "
                "needs the columns ddq_ too")
      ->group(group::figure);
  command
      .add_flag("--stacked", options.stacked,
                "Draw the terms of a torque as stacked areas. Default: as lines")
      ->group(group::figure);
  command
      .add_flag("--radians", options.radians,
                "Draw angles in radians. Default: degrees, if the joint is known to be revolute")
      ->group(group::figure);
  command.add_option("--title", options.title, "Title above the figure")
      ->type_name("TEXT")
      ->group(group::figure);
}

}  // namespace

Command add_plot_command(CLI::App& program) {
  auto options = std::make_shared<PlotOptions>();
  CLI::App* command = program.add_subcommand(
      "plot", "Draw the columns of logs and tables. The figure goes to a file or to the terminal");
  command->add_option(
      "FILE", options->files,
      "Logs or tables; - for standard input (default). The files are CSV, .npy, MCAP, .sto, .mot, .pos "
      "or .seq. Several files are drawn over each other");
  add_figure_options(*command, *options);
  options->time.add_to(*command, group::input);
  add_degrees_option(*command, options->degrees, group::input, ". Angles are drawn in degrees too");
  options->log.add_no_header_to(*command, ". Without --robot, the columns are numbered");
  options->log.add_log_options_to(*command, "Default: the row is kept, and the missing value is not drawn");
  options->robot.add_as_option_to(*command, "Robot with the types and limits of the joints");
  command
      ->add_flag("--revolute", options->all_revolute,
                 "Treat all joints as revolute. Use this option if there is no file for --robot")
      ->group(group::robot);
  command
      ->add_option("--motors", options->motors,
                   "CSV file with a row for the motor of each joint. The columns are the same as for "
                   "invdyn size --motors. The limits of the motors are drawn too. Needs --robot")
      ->type_name("FILE")
      ->group(group::robot);
  add_output_option(*command, options->output,
                    ". The name ends in .svg, .png, .pdf or .txt, or --format is given. Without -o: text");
  options->sidecar.add_to(*command);
  add_format_option(*command, options->format, figure_formats,
                    ". Default: the ending of the file's name in -o");
  options->look.add_to(*command);
  rare(command->add_flag("--script", options->script,
                         "Write the gnuplot script instead of the figure. gnuplot draws the figure from "
                         "the script"))
      ->group(group::output);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Examples:\n"
      "  invdyn torque scara motion.csv | invdyn plot -\n"
      "  invdyn torque scara motion.csv --columns tau,inertia,coriolis,gravity | invdyn plot -\n"
      "  invdyn plot fast.csv slow.csv --columns 'tau_*' --robot scara -o torques.pdf");
  return {command, [options](Terminal& terminal) { return plot(*options, terminal); }};
}

}  // namespace invdyn
