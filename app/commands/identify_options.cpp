#include "identify_options.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "answers/identification/parameter_choice.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/output_ending.h"
#include "options/payload_argument.h"
#include "robot/files/read.h"

namespace invdyn {
namespace {

constexpr const char* drive_gain = "drive-gain";

ProtectedFiles protected_files(const IdentifyOptions& options, const Holdout& holdout) {
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  options.dynamics.keep_files(kept);
  for (const std::string& path : options.logs().paths) kept.add_input(path);
  if (!holdout.file.empty()) kept.add_input(holdout.file);
  return kept;
}

std::vector<std::string> parts_with_gains() {
  std::vector<std::string> parts = fit_parts();
  parts.emplace_back(drive_gain);
  return parts;
}

void add_fit_options(CLI::App& command, IdentifyOptions& options) {
  offer_fit_parts(command.add_option(
                      "--fit", options.fit,
                      "Parts to fit, such as friction or all. Parts: friction, load, offset, rotor, links, "
                      "all, delay. The other parameters stay as in the robot's file. delay: how late the "
                      "torques are measured; the delay is printed, but not written to the robot's file. "
                      "drive-gain: only the gains of the drives; with drive-gain, the masses in the "
                      "robot's file must be right. Default: all; with --trust-links or --payload: "
                      "friction,offset. " +
                          std::string(repeated_list)),
                  parts_with_gains())
      ->type_name("PARTS")
      ->group(group::fit)
      ->allow_extra_args(false);
  command
      .add_option("--pair", options.pair,
                  "Two logs of the same motion, without and with payload. The payload is fitted too. "
                  "The payload is on the last link; --fit payload=LINK chooses another link")
      ->type_name("UNLOADED LOADED")
      ->expected(2)
      ->group(group::fit);
  offer_payload(
      command
          .add_option("--known-payload", options.known_payload,
                      "Find gains of drives with a known payload. Gain = measured torque / true torque. "
                      "SPEC has the same form as in --payload. With --pair, SPEC needs only the mass. "
                      "Without --pair, the robot must carry the payload in the log, and --trust-links "
                      "must state how well the links are known")
          ->type_name("SPEC")
          ->group(group::fit));
  command
      .add_option_function<std::string>(
          "--trust-links",
          [&options](const std::string& share) { options.trust_links = share.empty() ? "0.2" : share; },
          "Fit a payload from one log. S states how well the links are known: S = 0.2 means "
          "that the mass, first moments and inertia of each link in the robot's file have "
          "errors of 20 % (standard deviation). The intervals of the payload include these "
          "errors. --trust-links without S means S = 0.2")
      ->type_name("S")
      ->expected(0, 1)
      ->group(group::fit);
  command
      .add_option("--holdout", options.holdout,
                  "Log for tests only, or a share such as 0.2. With the share 0.2, the last 20 % of each log "
                  "are for tests. Models are fitted without the test rows, and compared on the test "
                  "rows. Default: cross-validation in ten parts")
      ->type_name("LOG|SHARE")
      ->group(group::fit);
  rare(
      command.add_option(
          "--average", options.average,
          "Average the rows of each interval of S seconds. Measured and computed torques are averaged in the "
          "same way. A log that has dq and ddq is not averaged. Default: 0.02"))
      ->type_name("S")
      ->group(group::fit);
  rare(command.add_option(
           "--min-speed", options.min_speed,
           "Minimum speed of a joint's rows, in rad/s or m/s. Slower rows are left out, because "
           "the dry friction of a joint at rest is unknown. 0: all rows are used. Default: for "
           "each joint, the larger of 2 % of its top speed and 4 standard deviations of its "
           "velocity noise"))
      ->type_name("SPEED")
      ->group(group::fit);
  rare(command.add_option(
           "--max-torque", options.max_torque,
           "Leave out a joint's rows whose measured torque reaches this limit, in N m or N. One number, or "
           "one for each joint. Clipped torques would give wrong parameters"))
      ->type_name("T1,T2,...")
      ->group(group::fit);
  rare(
      command.add_flag("--robust", options.robust,
                       "Give less weight to rows with large errors (Huber). The logs are read several times"))
      ->group(group::fit);
  command
      .add_flag("--list", options.list,
                "Print the parameters of the fit, and stop. Parameters of links are combinations, "
                "because torques determine only combinations. With a LOG, the list also states "
                "whether the log determines each parameter")
      ->group(group::fit);
}

}  // namespace

void IdentifyOptions::add_to(CLI::App& command) {
  robot.add_to(command);
  robot.command_for_fixed_bases = "invdyn identify";
  command.add_option("LOG", paths, "CSV, .npy or MCAP files with columns tau_JOINT");
  dynamics.add_model_to(command);
  dynamics.add_coupling_to(command);
  measured.add_to(command);
  trajectory.add_options_to(command);
  trajectory.preparation.add_no_clean_to(command);
  add_fit_options(command, *this);
  refuse_foreign_ending_of_robot(
      mark(command.add_option("-o,--output", output, "JSON file of the robot with the fitted parameters"),
           Decides::file))
      ->type_name("FILE.json")
      ->group(group::output);
  report.add_to(
      command,
      "the parameters, figures of measured and computed torques, and a list of the parameters that the logs "
      "do not determine");
  add_format_option(command, format, table_formats(),
                    ". csv: the parameters. json: models, joints and parameters");
  sidecar.add_to(command);
  add_quiet_option(command, quiet);
}

std::string IdentifyOptions::robot_text() const {
  return robot.file().empty() ? std::string(shipped_robot(robot.path).json) : read_text_file(robot.file());
}

bool IdentifyOptions::has_payload() const {
  return !trust_links.empty() || std::any_of(fit.begin(), fit.end(), [](const std::string& parts) {
    return parts.find("payload=") != std::string::npos;
  });
}

bool IdentifyOptions::finds_gains() const {
  return !known_payload.empty() || fit == std::vector<std::string>{drive_gain};
}

bool IdentifyOptions::knows_mass_alone() const {
  return known_payload.find("com=") == std::string::npos && known_payload.find("ixx=") == std::string::npos &&
         known_payload.find("iyy=") == std::string::npos && known_payload.find("izz=") == std::string::npos;
}

bool IdentifyOptions::reads_standard_input() const {
  const std::vector<std::string> all = logs().paths;
  return std::find(all.begin(), all.end(), "-") != all.end();
}

LogList IdentifyOptions::logs() const {
  if (pair.empty()) return {paths, std::vector<bool>(paths.size(), has_payload() && !finds_gains())};
  return {pair, {false, true}};
}

Holdout holdout_argument(const std::string& text) {
  Holdout holdout;
  char* end = nullptr;
  const double share = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    holdout.file = text;
  } else {
    holdout.share = number_argument("--holdout", text, "%");
    if (!(share > 0 && share < 0.9))
      throw UsageError(
          "--holdout",
          "is " + text + ": expected a share of the rows, above 0 and below 0.9, or the name of a log");
  }
  return holdout;
}

// What is fitted without --fit. A payload that is given or sought takes the links as known. For the load of
// unknown links, the logs are read twice.
std::vector<std::string> usual_parts(const IdentifyOptions& options) {
  if (!options.trust_links.empty() || !options.dynamics.payloads.empty()) return {"friction", "offset"};
  if (options.reads_standard_input()) return {"friction", "offset", "rotor", "links"};
  return {"all"};
}

FitChoice choice_of(const IdentifyOptions& options, const Robot& robot, const Regressor& regressor,
                    bool is_fitted) {
  std::vector<std::string> words;
  if (options.finds_gains() && options.pair.empty()) return {.friction = true, .offset = true, .rotor = true};
  for (const std::string& each : options.fit)
    for (const std::string& word : words_argument(each))
      if (word != drive_gain)
        words.push_back(word);
      else if (!options.finds_gains())
        throw UsageError(
            "--fit",
            "has drive-gain and other parts: expected only drive-gain, because drive-gain finds only the "
            "gains of the drives");
  if (words.empty()) words = usual_parts(options);
  if (words == std::vector<std::string>{"delay"}) words.insert(words.end(), {"friction", "offset"});
  FitChoice choice = fit_choice(words, robot, regressor, "--fit");
  if (options.reads_standard_input() && ((choice.load && choice.links) || choice.delay))
    throw UsageError("--fit",
                     std::string("has ") + (choice.delay ? "delay" : "load and links") +
                         ": this fit reads the logs twice, but standard input can be read only once: "
                         "give the name of a file, or --fit friction,offset,rotor,links");
  if (options.pair.empty()) {
    if (choice.payload && options.trust_links.empty() && !is_fitted)
      throw UsageError(
          "--fit",
          "has a payload, but one log cannot show whether a torque comes from the payload or "
          "from errors of the links: expected two logs of the same motions, with --pair "
          "UNLOADED LOADED. With only one log, give --trust-links: the fit then assumes errors of 20 % in "
          "the links (--trust-links is not needed if identify -o fitted the links in the robot's file)");
    if (options.trust_links.empty() && !choice.payload) return choice;
    if (choice.links)
      throw UsageError(
          choice.payload ? "--fit" : "--trust-links",
          "cannot fit both the links and a payload from one log: leave out the part links in --fit. The fit "
          "then uses the masses in the robot's file");
    if (!choice.friction && !choice.offset && !choice.rotor) choice.friction = choice.offset = true;
    if (!choice.payload) choice.payload = robot.dof() - 1;
    return choice;
  }
  const bool has_others = choice.friction || choice.offset || choice.rotor || choice.links;
  if (!has_others) {
    const std::optional<std::size_t> payload = choice.payload;
    choice = fit_choice({"all"}, robot, regressor, "--fit");
    choice.payload = payload;
  }
  if (!choice.payload) choice.payload = robot.dof() - 1;
  return choice;
}

EvidenceSettings evidence_settings(const IdentifyOptions& options, const Robot& robot) {
  EvidenceSettings settings;
  settings.threads = options.trajectory.settings().threads;
  if (!options.min_speed.empty()) {
    settings.min_speed = number_argument("--min-speed", options.min_speed);
    if (*settings.min_speed < 0)
      throw UsageError("--min-speed", "is " + options.min_speed + ": expected 0 or more (rad/s or m/s)");
  }
  if (options.max_torque.empty()) return settings;
  const Eigen::VectorXd values = numbers_argument("--max-torque", options.max_torque);
  const auto dof = static_cast<Eigen::Index>(robot.dof());
  if (values.size() != 1 && values.size() != dof)
    throw UsageError("--max-torque", "has " + counted(static_cast<std::size_t>(values.size()), "number") +
                                         ": expected one number for all joints, or one for each of the " +
                                         std::to_string(dof) + " joints");
  if (values.minCoeff() < 0)
    throw UsageError("--max-torque",
                     "is " + options.max_torque +
                         ": expected 0 or more (N m or N). With 0, no rows of the joint are used");
  if (values.maxCoeff() == 0)
    throw UsageError(
        "--max-torque",
        "is " + options.max_torque + ", so all rows of all joints are left out: expected a number above 0");
  for (Eigen::Index j = 0; j < dof; ++j) settings.max_torque.push_back(values[values.size() == 1 ? 0 : j]);
  return settings;
}

std::optional<double> average_argument(const IdentifyOptions& options) {
  if (options.average.empty()) return std::nullopt;
  return positive_argument("--average", options.average, "s");
}

std::optional<double> trust_argument(const IdentifyOptions& options) {
  if (options.trust_links.empty()) return std::nullopt;
  return positive_argument("--trust-links", options.trust_links);
}

void expect_sensible(const IdentifyOptions& options, const Holdout& holdout) {
  if (!options.paths.empty() && !options.pair.empty())
    throw UsageError("--pair", "give --pair or LOG, not both: --pair already has both logs");
  const std::vector<std::string> paths = options.logs().paths;
  if (paths.empty() && !options.list)
    throw UsageError("LOG", "is missing: expected a log with measured torques, or --list");
  if (options.list && !options.output.empty())
    throw UsageError("--list", "only prints the parameters, without a fit: leave out -o");
  if (!options.trust_links.empty() && !options.pair.empty())
    throw UsageError("--trust-links",
                     "give --trust-links or --pair, not both: --trust-links is for a payload from one log");
  if (!options.known_payload.empty() && options.pair.empty() && options.knows_mass_alone())
    throw UsageError(
        "--known-payload",
        "gives only the mass, but a fit with one log also needs the centre of mass: expected com=X,Y,Z, or "
        "two logs with --pair UNLOADED LOADED");
  if (options.known_payload.empty() && options.finds_gains() && !options.pair.empty())
    throw UsageError(
        "--fit",
        "is drive-gain, but the payload of --pair is not known: give --known-payload, or leave out "
        "--pair");
  const char* const gains = options.known_payload.empty() ? "--fit" : "--known-payload";
  if (options.finds_gains() && !options.output.empty())
    throw UsageError(gains, "finds only the gains of the drives: leave out -o");
  const bool reads_standard_input = options.reads_standard_input() || holdout.file == "-";
  for (const char* option : {"--robust", "--report"})
    if (reads_standard_input &&
        (option == std::string("--robust") ? options.robust : options.report.is_wanted()))
      throw UsageError(option, "reads the logs several times: expected a file in place of standard input");
  if (options.output.empty() && !options.sidecar.path.empty())
    throw UsageError(
        "--sidecar",
        "is given without -o FILE.json: expected both, because the sidecar describes the robot that -o writes");
  if (options.finds_gains() && options.report.is_wanted())
    throw UsageError(gains, "finds only the gains of the drives: leave out --report");
  if (options.list && options.report.is_wanted())
    throw UsageError("--list", "only prints the parameters, without a fit: leave out --report");
  const auto is_held_out = [&](const std::string& path) {
    std::error_code error;
    return path == holdout.file || std::filesystem::equivalent(path, holdout.file, error);
  };
  if (std::any_of(paths.begin(), paths.end(), is_held_out))
    throw UsageError("--holdout",
                     "is " + holdout.file + ", which is also a log for the fit: expected another log");
  std::vector<std::string> inputs = paths;
  inputs.push_back(options.robot.path);
  inputs.push_back(holdout.file);
  expect_standard_input_once(inputs);
}

void expect_outputs_kept(const IdentifyOptions& options, const Holdout& holdout) {
  const ProtectedFiles kept = protected_files(options, holdout);
  if (!options.output.empty()) expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  options.report.expect_place({options.output, options.sidecar.path}, kept);
  std::error_code ignored;
  if (!options.output.empty() && !std::filesystem::is_fifo(options.output, ignored))
    const OutputFile can_be_written(options.output);  // says so before the fit if not
}

}  // namespace invdyn
