#include <algorithm>
#include <memory>
#include <sstream>

#include "answers/identification/climb.h"
#include "answers/identification/drive_gains.h"
#include "answers/identification/fit_record.h"
#include "answers/identification/gear_columns.h"
#include "answers/identification/identification_tables.h"
#include "answers/identification/parameter_choice.h"
#include "answers/validation/joint_faults.h"
#include "command_line/command_line.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "identify_results.h"
#include "options/arguments.h"
#include "options/option_doubts.h"
#include "options/payload_argument.h"
#include "robot/model/bodies.h"
#include "trajectory/names/motor_coupling.h"

namespace invdyn {
namespace {

// Of a payload in the second log of a pair.
GainColumns columns_of_payload(const IdentifyOptions& options, const Robot& robot, const Regressor& regressor,
                               FitChoice choice, const Warn& warn) {
  const Payload known = payload_argument("--known-payload", options.known_payload, robot, warn);
  const std::vector<LinkPlacement> placements = link_seats(robot);
  if (!placements[known.link].body)
    throw UsageError("--known-payload", "is on a link that does not move: expected a link that moves");
  const std::size_t joint = moving_bodies(robot)[*placements[known.link].body].dof;
  const Eigen::Isometry3d T_main_link =
      placements[robot.moving_joints()[joint] + 1].T_body_link.inverse(Eigen::Isometry) *
      placements[known.link].T_body_link;
  choice.payload.reset();
  choice.curve = choice.load = choice.delay = false;
  return gains_of_payload(fit_columns(robot, regressor, choice).columns, joint,
                          moved(known.body, T_main_link), options.knows_mass_alone());
}

// `unloaded`: without the known payload, whose mass is no error of the links.
GainColumns columns_of_links(const IdentifyOptions& options, const Robot& robot, const Regressor& regressor,
                             const Robot& unloaded, const std::optional<Eigen::Vector3d>& gravity) {
  constexpr double usual_share = 0.2;
  const FitChoice own{.friction = true, .offset = true, .rotor = true};
  const Regressor of_links(unloaded, gravity);
  return gains_of_links(fit_columns(robot, regressor, own).columns, regressor,
                        link_errors(unloaded, of_links, trust_argument(options).value_or(usual_share)));
}

bool is_determined(const Gain& gain) {
  return std::isfinite(gain.value) && std::abs(gain.value) > gain.half_width;
}

bool all_negative(const std::vector<Gain>& gains) {
  return std::any_of(gains.begin(), gains.end(), is_determined) &&
         std::none_of(gains.begin(), gains.end(),
                      [](const Gain& gain) { return is_determined(gain) && gain.value > 0; });
}

// Without what it states beside link and mass.
std::string mass_alone_of(const std::string& payload) {
  std::istringstream words(payload);
  std::string result;
  for (std::string word; words >> word;)
    if (word.starts_with("link=") || word.starts_with("mass=")) result += (result.empty() ? "" : " ") + word;
  return result;
}

// What the gains rest on, and where the logs contradict it.
void warn_of_basis(const IdentifyOptions& options, const Robot& robot, const Evidence& evidence,
                   const GainColumns& columns, const std::vector<Gain>& found, Terminal& terminal) {
  if (options.pair.empty())
    return terminal.note(
        options.known_payload.empty()
            ? "errors of the masses in the robot's file cause errors of the gains"
            : "errors of the masses in the robot's file, or of the payload in `known-payload`, "
              "cause errors of the gains");
  if (columns.shared.size() == 0)
    return terminal.note(
        "the gains depend on the payload's mass: an error of 1 % in this mass gives an error of 1 % in "
        "each gain");
  terminal.note(
      "errors of the payload's mass, centre of mass or inertia in `known-payload` cause "
      "errors of the gains");
  GainColumns mass_alone = columns;
  mass_alone.shared.resize(0);
  const std::vector<Gain> of_mass = gains(evidence.equations(), mass_alone);
  std::vector<std::string> joints;
  for (const std::size_t j : doubtful_gains(found, of_mass))
    joints.push_back(robot.moving_joint(j).name + " (" + three_digits(of_mass[j].value) + " +- " +
                     three_digits(of_mass[j].half_width) + " in place of " + three_digits(found[j].value) +
                     ")");
  if (!joints.empty())
    terminal.warning(
        "the centre of mass or inertia in `known-payload` is probably wrong. If only the payload's mass is "
        "used, the fit gives a different gain for " +
        joined(joints) + ". To fit centre of mass and inertia of the payload too, give `known-payload` " +
        shell_word(mass_alone_of(options.known_payload)));
}

void write_gains(const IdentifyOptions& options, const Robot& robot, const GainColumns& columns,
                 LogReader& reader, Terminal& terminal) {
  OutputFile out("-");
  const std::unique_ptr<Evidence> evidence = reader.read(options.logs(), columns.columns, terminal);
  const std::vector<Gain> found = gains(evidence->equations(), columns);
  warn_of_basis(options, robot, *evidence, columns, found, terminal);
  Table table({{"joint"}, {"gain"}, {"95_%"}, {"factor"}, {"explained_%"}});
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto cell = [&](double value) {
      return is_determined(found[j]) ? Table::Cell(value) : Table::Cell();
    };
    table.add_row(
        {robot.moving_joint(j).name, cell(found[j].value), cell(found[j].half_width),
         cell(1 / found[j].value),
         std::isfinite(found[j].explained) ? Table::Cell(100 * found[j].explained) : Table::Cell()});
    if (!is_determined(found[j]))
      terminal.warning("the logs do not determine the gain of joint " +
                       in_quotes(robot.moving_joint(j).name) +
                       ": the known masses cause almost no torque at this joint");
  }
  if (!options.pair.empty() && all_negative(found))
    terminal.warning("all gains are negative: expected the log without the payload first, as in --pair " +
                     shell_word(options.pair[1]) + ' ' + shell_word(options.pair[0]) +
                     ". If your first log is the log without the payload, change the sign of the measured "
                     "values");
  out.write(table.text(table_format_argument(options.format)));
  out.commit();
}

// The errors of links that the robot's file records, where a payload in one log needs them. They are those of
// the file's numbers, without --payload.
std::optional<LinkErrors> errors_of_file(const IdentifyOptions& options, const Robot& robot,
                                         const std::optional<Eigen::Vector3d>& gravity) {
  if (!options.pair.empty() || !options.trust_links.empty() || !options.has_payload()) return {};
  DynamicsArguments unloaded = options.dynamics;
  unloaded.payloads.clear();
  Report silent;
  const Robot modified = unloaded.modified_robot(robot, options.trajectory.settings().csv.degrees, silent);
  return recorded_errors(options.robot_text(), options.robot.path, modified, Regressor(modified, gravity));
}

// Whether a warning of a suspicion tells more than the fit does.
bool is_told(const Suspicion& suspicion, const IdentifyOptions& options, const EvidenceSettings& settings,
             const FitChoice& choice) {
  using Kind = Suspicion::Kind;
  const auto is_left_out = [&](std::size_t joint) {
    return !settings.max_torque.empty() && settings.max_torque[joint] <= 0;
  };
  if (std::all_of(suspicion.joints.begin(), suspicion.joints.end(), is_left_out)) return false;
  switch (suspicion.kind) {
    case Kind::friction:
    case Kind::excess:
    case Kind::rotor:
    case Kind::links:
      return false;
    case Kind::tool:
      return !choice.links;
    case Kind::lag:
      return !choice.delay;
    case Kind::spikes:
      return !options.robust;
    default:
      return true;
  }
}

// Faults of whole logs are told first: no fit to them can be right. Where links are fitted, torques of
// another size may be those of other masses; and a fit may have delays.
void expect_sound(const IdentifyOptions& options, const LogReader& reader, const LogList& logs,
                  const Robot& robot, const FitChoice& choice, Terminal& terminal) {
  const EvidenceSettings settings = evidence_settings(options, robot);
  bool are_spoiled = false, are_only_late = true;
  for (const bool is_loaded : {false, true}) {
    const std::string place = joined(logs.with(is_loaded));
    for (const Suspicion& each : reader.suspicions(is_loaded, has_fit_record(options.robot_text()))) {
      if (!is_told(each, options, settings, choice)) continue;
      terminal.warning(place + ": " + in_words(each, robot));
      if (!each.spoils_fits || (choice.links && !is_loaded && each.may_be_masses)) continue;
      are_spoiled = true;
      are_only_late &= each.kind == Suspicion::Kind::lag;
    }
  }
  if (are_spoiled && are_only_late)
    throw Error(
        joined(logs.paths),
        "has measured torques that are more than 10 ms late or early (see the warnings), so nothing is "
        "written: expected --fit all,delay, which also fits the delay");
  if (are_spoiled)
    throw Error(joined(logs.paths),
                "has measured torques that no fit can explain (see the warnings), so nothing is written: "
                "correct the log first");
}

// The robot that is written predicts rows that were held out better than the file, better than without its
// payload, and better than their mean.
void expect_prediction(const FittedRobot& fit, const FitChoice& choice, const std::string& place) {
  const std::string end = ": nothing is written";
  if (fit.result.chosen == 0 && !choice.payload)
    throw Error(place, "no fit predicts the measured torques better than the robot's file does" + end);
  if (choice.payload && !fit.result.payload_is_better)
    throw Error(place, "a fitted payload does not improve the prediction of the measured torques" +
                           (fit.payload ? " (fitted mass: " + three_digits(fit.payload->body.mass) + " +- " +
                                              three_digits(fit.payload->mass_half_width) + " kg)"
                                        : std::string()) +
                           end);
  if (const double share = mean_share(fit.result.best().held_out); share < 0)
    throw Error(
        place,
        "in rows that were left out of the fit, the mean torque predicts the torques better than the best fit "
        "does (the fit explains " +
            three_digits(100 * share) + " % of the variance)" + end +
            "; are units, signs and the order of joints right? invdyn validate checks them");
}

std::string masses_text(const Robot& robot, const Identification& result) {
  const GainSpread seen = spread_of(result.masses_seen);
  if (seen.deviation == 0) return "";
  const auto text = [&](std::size_t joint) {
    const Gain& mass = result.masses_seen[joint];
    return three_digits(mass.value) + " +- " + three_digits(mass.half_width) + " kg for " +
           robot.moving_joint(joint).name;
  };
  return "the joints do not agree on the payload's mass. If only the torques of one joint are fitted, the mass "
         "is " +
         text(seen.smallest) + ", and " + text(seen.largest) +
         ". The interval of the payload's mass includes both values. Often the cause is an "
         "error of a few per cent in the torque constants; `known-payload` finds such errors";
}

// What the logs determine with these parameters as unknowns.
FittedRobot fitted(const IdentifyOptions& options, const Holdout& holdout, const Robot& robot,
                   const Regressor& regressor, const FitChoice& choice, const LinkErrors& errors,
                   LogReader& reader, Terminal& terminal) {
  const LogList logs = options.logs();
  const std::string place = joined(logs.paths);
  std::vector<FitColumn> columns = fit_columns(robot, regressor, choice).columns;
  columns.insert(columns.end(), errors.columns.begin(), errors.columns.end());
  const bool needs_links = choice.load && choice.links, is_read_again = needs_links || choice.delay;
  std::unique_ptr<Evidence> evidence =
      is_read_again ? reader.read_sample(logs, columns, terminal) : reader.read(logs, columns, terminal);
  expect_sound(options, reader, logs, robot, choice, terminal);
  Report silent;
  if (choice.delay && reader.learn_delays(columns, terminal))
    evidence = reader.read_sample(logs, columns, silent);
  keep_best_curves(evidence->equations(), reader.slow_speeds());
  columns = evidence->equations().columns;
  std::optional<Estimate> first;
  if (choice.delay) first = reader.estimate(evidence->equations(), choice);
  if (needs_links) reader.learn_links(evidence->equations(), choice);
  if (is_read_again) evidence = reader.read(logs, columns, silent, first);
  const auto identified = [&] {
    if (options.robust) evidence = reader.read_robustly(logs, choice, std::move(evidence));
    std::optional<LogEquations> held_out;
    if (!holdout.file.empty())
      held_out = std::move(reader.read({{holdout.file}, {false}}, columns, silent, first)->equations());
    else if (holdout.share)
      held_out = split_off(evidence->equations(), *holdout.share);
    return identify(robot, regressor, evidence->equations(), held_out ? &*held_out : nullptr, choice, errors,
                    place, options.trajectory.settings().threads);
  };
  if (!options.pair.empty())
    if (const auto mass = negative_payload(robot, regressor, evidence->equations(), choice))
      throw Error(
          place,
          "gives a payload of " + *mass + ": expected the log without the payload first, as in `pair` " +
              shell_word(logs.paths[1]) + ' ' + shell_word(logs.paths[0]) +
              ". If your first log is the log without the payload, check that the torques of both logs "
              "have the same unit, signs and joints");
  FittedRobot fit{robot, identified(), {}, {}};
  if (choice.links && fit.result.has(FitPart::load) && !fit.result.has(FitPart::links)) {
    reader.forget_links();  // the load is that of the file's links
    evidence = reader.read(logs, columns, silent, first);
    fit.result = identified();
  }
  fit.payload = payload_estimate(robot, fit.result, choice);
  fit.result.held_at_rest = reader.held_at_rest(fit.result.best().possible.robot);
  if (const std::string kept = kept_values(robot, fit.result); !kept.empty()) terminal.note(kept);
  fit.cautions = cautions(evidence->equations(), fit.result, logs.paths,
                          "invdyn generate excitation " + shell_word(options.robot.path) +
                              " --duration 20 --rate 100 -o excitation.csv");
  const Eigen::VectorXd& noise = fit.result.best().fit.noise;
  for (const std::string& each : reader.measured_in_files()
                                     .value_or(evidence->measured())
                                     .cautions(robot, noise, "`max-torque` leaves such rows out",
                                               evidence_settings(options, robot).max_torque))
    fit.cautions.push_back(each);
  if (choice.payload && !fit.payload)
    fit.cautions.emplace_back("the motion does not determine the payload's mass");
  if (fit.payload && !fit.payload->is_determined())
    fit.cautions.push_back(
        "the payload's mass is " + three_digits(fit.payload->body.mass) + " +- " +
        three_digits(fit.payload->mass_half_width) + " kg" +
        (errors.columns.empty()
             ? ""
             : ": this mass may come from errors of the links, not from a payload. The assumed errors "
               "of the links are from " +
                   (options.trust_links.empty()
                        ? std::string("the robot's file")
                        : "`trust-links` (" + percent(*trust_argument(options)) + ")") +
                   ". For a more certain result, give `pair` with two logs: one log without and one log "
                   "with the payload. If the links are known better, give `trust-links` with a smaller "
                   "value"));
  if (!options.pair.empty() && !choice.links)
    fit.cautions.emplace_back(
        "the links are not fitted, so errors of the links change the payload: `fit` all fits the links too");
  for (const std::string& each : fit.cautions) terminal.warn()(each);
  if (const std::string seen = masses_text(robot, fit.result); !seen.empty()) terminal.note(seen);
  expect_prediction(fit, choice, place);
  return fit;
}

// With logs: whether they determine the parameters.
void write_list(const IdentifyOptions& options, const Robot& robot, const Regressor& regressor,
                const FitChoice& choice, LogReader& reader, Terminal& terminal) {
  const FitColumns columns = fit_columns(robot, regressor, choice);
  OutputFile table("-");
  // The curve of a joint is one unknown, whatever its speed will be.
  std::vector<FitColumn> listed;
  for (const FitColumn& column : columns.columns) {
    if (!listed.empty() && listed.back().name == column.name) continue;
    listed.push_back(column);
    if (column.part == FitPart::curve) listed.back().text = column.name;
  }
  Table list = unknowns_table(listed);
  if (const LogList logs = options.logs(); !logs.paths.empty()) {
    const std::unique_ptr<Evidence> evidence = reader.read(logs, columns.columns, terminal);
    keep_best_curves(evidence->equations(), reader.slow_speeds());
    const LogEquations& equations = evidence->equations();
    const Model model = ladder_of(equations.columns, robot, regressor, choice).back();
    const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
    const std::vector<bool> is_determined =
        determined(equations, model, fit, uncertainty(equations, model, fit));
    list = unknowns_table(model.values, &is_determined);
  }
  table.write(list.text(table_format_argument(options.format)));
  if (!columns.without_effect.empty())
    terminal.note("no torque depends on " + joined(columns.without_effect));
  table.commit();
}

// A model of all that is fitted, but for what takes more than one pass over the logs, and its folds.
struct FullFit {
  FullFit(const IdentifyOptions& options, const Robot& robot, const DynamicsSettings& terms,
          const TrajectorySettings& settings)
      : regressor(robot, terms.gravity), choice(choice_of(options, robot, regressor, true)) {
    choice.curve = choice.load = choice.delay = false;
    LogReader reader(robot, regressor, terms, options.measured.settings(), settings,
                     evidence_settings(options, robot), average_argument(options));
    Report silent;
    evidence = reader.read_sample(options.logs(), fit_columns(robot, regressor, choice).columns, silent);
    model = ladder_of(evidence->equations().columns, robot, regressor, choice).back();
    climb.emplace(robot, regressor, evidence->equations(), nullptr, choice, errors, settings.threads);
  }
  Regressor regressor;
  FitChoice choice;
  LinkErrors errors;
  std::unique_ptr<Evidence> evidence;
  Model model;
  std::optional<Climb> climb;
};

// The robot with drives that turn as the motors of --coupling do, if its fits predict rows that were held out
// better than those of drives that turn with their own joints alone.
std::optional<Robot> robot_of_motors(const IdentifyOptions& options, const Robot& robot,
                                     const DynamicsSettings& terms, const TrajectorySettings& settings,
                                     Terminal& terminal) {
  if (settings.csv.coupling.empty() || robot.has_coupled_drives() || options.list || options.finds_gains() ||
      options.reads_standard_input())
    return std::nullopt;
  std::optional<Robot> coupled = MotorCoupling(settings.csv.coupling, robot).robot_with_drives(robot);
  if (!coupled) return coupled;
  const FullFit by_joint(options, robot, terms, settings), by_motor(options, *coupled, terms, settings);
  if (!by_motor.choice.friction ||
      !by_motor.climb->is_better(by_motor.model, *by_joint.climb, by_joint.model))
    return std::nullopt;
  std::vector<std::string> names;
  for (const CoupledDrive& each : by_motor.regressor.coupled_drives())
    names.push_back(in_quotes(coupled->moving_joint(each.drive).name));
  terminal.note(
      "in this fit, friction and rotor of " + joined(names) +
      " depend on the speeds of the motors (key turns_with), not on the speeds of the joints. With the "
      "motors' speeds, the fit has smaller errors in rows that were not used for the fit");
  return coupled;
}

int identify(const IdentifyOptions& options, const CLI::App& command, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  const Holdout holdout = holdout_argument(options.holdout);
  expect_sensible(options, holdout);
  expect_outputs_kept(options, holdout);
  const LogList logs = options.logs();
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.insert(inputs.end(), logs.paths.begin(), logs.paths.end());
  inputs.push_back(options.robot.file());
  inputs.push_back(holdout.file);
  Sidecar sidecar(options.sidecar, inputs);

  TrajectorySettings settings = options.trajectory.settings();
  settings.csv.measured = ReadMeasured::must;
  settings.csv.currents = options.measured.are_currents();
  settings.usual_scheme = Scheme::central;
  settings.usual_start = Start::extrapolate;
  settings.usually_cleans = true;
  const RobotFile file = options.robot.read_file(warn);
  for (const std::string& output : {options.output, options.sidecar.path, options.report.file()})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  DynamicsArguments loaded = options.dynamics;
  if (options.pair.empty() && !options.known_payload.empty())
    loaded.payloads.push_back(options.known_payload);
  Robot robot = loaded.modified_robot(file.robot, settings.csv.degrees, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  const DynamicsSettings terms = options.dynamics.settings(robot, warn);
  report_doubts(options.robot, options.dynamics, robot, {terms}, terminal);
  if (std::optional<Robot> coupled = robot_of_motors(options, robot, terms, settings, terminal))
    robot = std::move(*coupled);
  const Regressor regressor(robot, terms.gravity);
  const std::optional<LinkErrors> recorded = errors_of_file(options, file.robot, terms.gravity);
  const FitChoice choice = choice_of(options, robot, regressor, recorded.has_value());
  if (choice.payload && compensated_part(robot))
    throw Error(
        robot.name(),
        "has gravity compensation, which cancels the weight of links but not of a payload: fit no payload, or "
        "give a robot's file without gravity compensation");
  if (choice.links && !options.dynamics.payloads.empty())
    throw UsageError(
        "--payload",
        "cannot be separated from the fitted links: expected the payload in the robot's file, or --fit "
        "without links");
  LogReader reader(robot, regressor, terms, options.measured.settings(), settings,
                   evidence_settings(options, robot), average_argument(options));
  if (options.list) {
    write_list(options, robot, regressor, choice, reader, terminal);
    return done;
  }
  if (options.finds_gains()) {
    write_gains(options, robot,
                options.pair.empty() ? columns_of_links(options, robot, regressor,
                                                        options.dynamics.modified_robot(
                                                            file.robot, settings.csv.degrees, terminal),
                                                        terms.gravity)
                                     : columns_of_payload(options, robot, regressor, choice, warn),
                reader, terminal);
    return done;
  }
  OutputFile table("-");
  if (!holdout.file.empty() && holdout.file != "-") {
    LogReader other(robot, regressor, terms, options.measured.settings(), settings,
                    evidence_settings(options, robot), average_argument(options));
    Report silent;
    const LogList log{{holdout.file}, {false}};
    other.read(log, fit_columns(robot, regressor, choice).columns, silent);
    expect_sound(options, other, log, robot, choice, terminal);
  }
  LinkErrors errors;
  if (const std::optional<double> share = trust_argument(options))
    errors = link_errors(robot, regressor, *share);
  else if (choice.payload && options.pair.empty())
    errors = *recorded;
  const FittedRobot fit = fitted(options, holdout, robot, regressor, choice, errors, reader, terminal);
  table.write(text_of(options, fit));
  table.commit();
  if (options.report.is_wanted()) write_page(options, holdout, command, fit, reader, sidecar, terminal);
  if (!options.output.empty()) write_robot(options, file, fit, sidecar, terminal);
  return done;
}

}  // namespace

Command add_identify_command(CLI::App& program) {
  auto options = std::make_shared<IdentifyOptions>();
  CLI::App* command = program.add_subcommand("identify", "Fit a robot's parameters to measured torques");
  options->add_to(*command);
  command->footer(
      "Examples:\n"
      "  invdyn identify arm.urdf log.csv -o identified.json\n"
      "  invdyn identify arm.urdf log1.csv log2.csv --holdout log3.csv --report page");
  return {command, [options, command](Terminal& terminal) { return identify(*options, *command, terminal); }};
}

}  // namespace invdyn
