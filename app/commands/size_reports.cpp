#include "size_reports.h"

#include <algorithm>
#include <cmath>

#include "answers/paths/path_tables.h"
#include "answers/sizing/drive_tables.h"
#include "answers/sizing/sizing_tables.h"
#include "command_line/command_line.h"
#include "command_line/flag_names.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "options/arguments.h"
#include "size_pictures.h"
#include "torques/rows/row_file.h"
#include "torques/rows/row_writer.h"

namespace invdyn {
namespace {

constexpr std::size_t width = 100;  // columns of a report for people

void write(const SizeWork& work, const std::string& text) {
  work.report.write(text);
  work.sidecar.commit({}, work.terminal);
}

std::string shown(const Table& table) {
  return table.within(width).text(TableFormat::table);
}

std::string first_line(const std::string& verdict) {
  return wrapped(visible(with_flags(verdict)), "", width) + "\n";
}

std::string loads_text(const SizeWork& work, const MotionLoads& loads) {
  return shown(torque_and_speed_table(work.ratings, loads)) + "\n" +
         shown(energy_table(work.ratings, loads)) + "\n";
}

std::string details_text(const SizeWork& work, const std::vector<MotionLoads>& motions,
                         const std::vector<LimitCheck>& checks, const std::vector<std::string>& names) {
  std::string text;
  const bool several = motions.size() > 1;
  for (std::size_t m = 0; several && m < motions.size(); ++m)
    text +=
        visible(names[m]) + ", " + four_digits(motions[m].duration()) + " s\n" + loads_text(work, motions[m]);
  const MotionLoads all = all_loads(motions);
  if (several) text += "all, " + four_digits(all.duration()) + " s\n";
  text += loads_text(work, all);
  const std::vector<LimitCheck> given = given_limits(checks);
  return given.empty() ? text : text + shown(limits_table(work.ratings, given, names)) + "\n";
}

// Limits that no choice of motors changes, such as a joint's speed.
std::string broken_text(const SizeWork& work, const SizeResult& result) {
  std::vector<LimitCheck> broken = given_limits(result.checks);
  std::erase_if(broken, [](const LimitCheck& check) { return !check.demand->broken; });
  return broken.empty() ? "" : "\n" + shown(limits_table(work.ratings, broken, result.names));
}

// The answer, one row for each joint, and what was not checked.
std::string text_of(const SizeWork& work, const SizeResult& result) {
  std::string text = first_line(result.verdict.text);
  if (result.choices)
    text += shown(choice_table(work.robot, *result.catalogue, *result.choices)) + broken_text(work, result);
  else if (result.verdict.checked)
    text += shown(limits_table(work.ratings, nearest_limits(work.ratings, result.checks), result.names));
  else if (!work.details)
    text += shown(torque_and_speed_table(work.ratings, all_loads(result.loads)));
  if (work.details) {
    text += "\n" + details_text(work, result.loads, result.checks, result.names);
    if (result.choices) text += shown(refused_table(work.robot, *result.catalogue, *result.choices)) + "\n";
  }
  return text + not_given_text(work.ratings, result.checks);
}

std::string text_for_programs(const SizeWork& work, const SizeResult& result) {
  const auto& [names, motions] = std::tie(result.names, result.loads);
  if (result.choices)
    return tried_table(work.robot, *result.catalogue, *result.choices, names).text(work.format);
  QuantityTable table;
  const bool several = motions.size() > 1;
  for (std::size_t m = 0; several && m < motions.size(); ++m)
    table.add(work.ratings, names[m], motions[m], {}, names);
  table.add(work.ratings, several ? "all" : names.front(), all_loads(motions), result.checks, names);
  return table.table().text(work.format);
}

// Reports the worst of these limits, which no duration keeps.
int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks, const std::string& why) {
  work.terminal.error("--fit-duration: the motion cannot keep every limit at any duration: " + why +
                      (any_broken(checks) ? limit_text(work.ratings, *worst_of(checks)) : ""));
  return limit_exceeded;
}

int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks) {
  std::vector<LimitCheck> positions = checks;
  std::erase_if(positions, [](const LimitCheck& check) { return check.kind != LimitKind::position; });
  return any_broken(positions) ? report_no_fit(work, positions, "")
                               : report_no_fit(work, checks, "even a very slow motion exceeds a limit: ");
}

void write_fitted(const SizeWork& work, const RecordedMotion& motion, double speed, const std::string& path) {
  std::vector<std::string> joints;
  for (const JointRating& rating : work.ratings) joints.push_back(rating.name);
  RowFile file(path, {joints, {Quantity::q, Quantity::dq, Quantity::ddq}});
  RowWriter rows(file.file(), file.format());
  motion.replay(speed, work.dynamics, rows);
  file.commit(rows.rows());
}

void note_unchecked_drives(const SizeWork& work, const std::string& option) {
  if (has_drive_limits(work.ratings))
    work.terminal.note(option +
                       " does not check the heat, inertia ratio or gear of a motor. To check them, "
                       "write the motion with --fitted-motion FILE, and then run invdyn size with FILE");
}

// Why there is no motion along the path.
int report_no_path(const SizeWork& work, const PathFit& fit) {
  std::vector<LimitCheck> positions = fit.checks;
  std::erase_if(positions, [](const LimitCheck& check) { return check.kind != LimitKind::position; });
  const bool held = !fit.blocked.has_value();
  const LimitCheck& worst = held ? *worst_of(positions) : fit.blocked->check;
  const std::string place = held ? ""
                                 : "in row " + std::to_string(fit.blocked->row) + ", at " +
                                       six_digits(*worst.time) +
                                       " s, gravity and dry friction alone break a limit: ";
  work.terminal.error("--fit-path: no motion along the path keeps every limit: " + place +
                      limit_text(work.ratings, worst));
  return limit_exceeded;
}

void note_path(const SizeWork& work, const PathFit& fit) {
  if (!fit.corners.empty()) {
    const PathFit::Corner& first = fit.corners.front();
    work.terminal.note("the motion stops at " + counted(fit.corners.size(), "corner") + " of the path" +
                       (fit.corners.size() > 1 ? ", first" : "") + " in row " + std::to_string(first.row) +
                       ", at " + six_digits(first.time) +
                       " s. A corner is a row where the path turns by more than 10 degrees, or where all "
                       "velocities are zero. A bend that is spread over several rows is not a corner");
  }
  if (fit.stops_at_ends)
    work.terminal.note("the computed motion begins and ends at rest, but the motion of the file does not");
  if (fit.is_crooked)
    work.terminal.warning(
        "the positions are noisy: the path has many small bends, so the motion is slow; --smooth auto "
        "smooths the path");
}

// `fits in 0.5 s instead of 1 s, 2 times as fast`
std::string fit_text(double fitted, double duration, double speed) {
  const bool is_same = four_digits(std::round(100 * speed) / 100) == "1";
  return "fits in " + four_digits(fitted) + " s" +
         (is_same ? ", nearly the duration of the original motion"
                  : " instead of " + four_digits(duration) + " s, " + four_digits(speed) + " times as fast");
}

}  // namespace

MotionLoads all_loads(const std::vector<MotionLoads>& motions) {
  MotionLoads all = motions.front();
  for (std::size_t m = 1; m < motions.size(); ++m) all.add(motions[m]);
  return all;
}

int report_result(const SizeWork& work, const SizeResult& result) {
  write(work, work.format == TableFormat::table ? text_of(work, result) : text_for_programs(work, result));
  if (result.verdict.fits) return done;
  const bool is_seen = work.on_screen && work.format == TableFormat::table;
  if (!is_seen) work.terminal.error(with_flags(result.verdict.text));
  return limit_exceeded;
}

int report_sweep(const SizeWork& work, const std::vector<SweepPoint>& points,
                 const std::vector<std::string>& names) {
  const bool for_people = work.format == TableFormat::table;
  const Table table = sweep_table(work.ratings, points, names, for_people, work.details || !for_people);
  write(work, for_people ? first_line(work.unchecked + sweep_verdict(points)) + shown(table)
                         : table.text(work.format));
  return std::any_of(points.begin(), points.end(),
                     [](const SweepPoint& point) { return any_broken(point.checks); })
             ? limit_exceeded
             : done;
}

int report_fit(const SizeWork& work, const FitWork& fitted) {
  note_unchecked_drives(work, "--fit-duration");
  const auto& [motion, name, fitted_motion, page, command] = fitted;
  const Fit fit = shortest_fit(work.ratings, motion, work.dynamics);
  if (!fit.is_found()) return report_no_fit(work, fit.checks);
  if (!fitted_motion.empty()) {
    write_fitted(work, motion, fit.speed, fitted_motion);
    work.sidecar.add_output("fitted-motion", fitted_motion);
  }
  const LimitCheck& nearest = *worst_of(fit.checks);
  const std::string verdict = fit_text(fit.loads->duration(), motion.duration(), fit.speed) +
                              "; limited by " + work.ratings[nearest.joint].name + ", " +
                              std::string(name_of(nearest.kind));
  if (!page.empty()) {
    const std::vector<std::string> names{name};
    const std::vector<MotionLoads> loads{*fit.loads};
    write_page(work, {names, loads, fit.checks, {true, true, verdict}}, page, command, {&motion, 1},
               fit.speed);
  }
  if (work.format == TableFormat::table) {
    write(work, first_line(verdict) +
                    shown(limits_table(work.ratings, nearest_limits(work.ratings, fit.checks), {name})) +
                    (work.details ? "\n" + details_text(work, {*fit.loads}, fit.checks, {name}) : "") +
                    not_given_text(work.ratings, fit.checks));
  } else {
    QuantityTable table;
    table.add(name, "speed_factor", fit.speed, "");
    table.add(work.ratings, name, *fit.loads, fit.checks, {name});
    write(work, table.table().text(work.format));
  }
  return done;
}

int report_path_fit(const SizeWork& work, const FitWork& fitted, const PathFitRequest& request) {
  note_unchecked_drives(work, "--fit-path");
  const auto& [motion, name, fitted_motion, page, command] = fitted;
  const PathFit fit = fastest_fit(work.ratings, motion, work.dynamics, request);
  if (!fit.motion) return report_no_path(work, fit);
  note_path(work, fit);
  if (!fitted_motion.empty()) {
    write_fitted(work, *fit.motion, 1, fitted_motion);
    work.sidecar.add_output("fitted-motion", fitted_motion);
  }
  const std::string verdict = path_verdict(work.ratings, fit, motion.duration());
  const bool fits = !any_broken(fit.checks);
  if (!page.empty()) {
    const std::vector<std::string> names{name + ", the fastest"};
    const std::vector<MotionLoads> loads{*fit.loads};
    write_page(work, {names, loads, fit.checks, {fits, true, verdict}}, page, command, {&*fit.motion, 1}, 1,
               &fit);
  }
  if (work.format == TableFormat::table)
    write(work, first_line(verdict) + shown(share_table(work.ratings, fit)) +
                    (work.details ? "\n" + details_text(work, {*fit.loads}, fit.checks, {name}) : "") +
                    not_given_text(work.ratings, fit.checks));
  else
    write(work, path_quantities(work.ratings, fit, name, motion.duration()).text(work.format));
  if (fits) return done;
  if (!(work.on_screen && work.format == TableFormat::table)) work.terminal.error(with_flags(verdict));
  return limit_exceeded;
}

}  // namespace invdyn
