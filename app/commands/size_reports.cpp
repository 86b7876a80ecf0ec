#include "size_reports.h"

#include <algorithm>

#include "answers/sizing/drive_tables.h"
#include "answers/sizing/sizing_tables.h"
#include "command_line/command_line.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "options/arguments.h"
#include "torques/rows/row_file.h"
#include "torques/rows/row_writer.h"

namespace invdyn {
namespace {

void write(const SizeWork& work, const std::string& text) {
  work.report.write(text);
  work.sidecar.commit({}, work.terminal);
}

// Reports the worst broken limit. Returns the exit code.
int verdict(const SizeWork& work, const std::vector<LimitCheck>& checks) {
  if (!any_broken(checks)) return done;
  std::size_t count = 0;
  for (const LimitCheck& check : checks) count += check.demand && check.demand->broken;
  work.terminal.error(
      (count == 1 ? "a limit is broken: " : counted(count, "limit") + " are broken, this one most: ") +
      broken_text(work.ratings, *worst_of(checks)));
  return limit_exceeded;
}

std::string loads_text(const SizeWork& work, const MotionLoads& loads) {
  return torque_and_speed_table(work.ratings, loads).text(TableFormat::table) + "\n" +
         energy_table(work.ratings, loads).text(TableFormat::table) + "\n";
}

std::string limits_text(const SizeWork& work, const std::vector<LimitCheck>& checks,
                        const std::vector<std::string>& names) {
  const bool any_given =
      std::any_of(checks.begin(), checks.end(), [](const LimitCheck& check) { return check.demand; });
  return (any_given ? limits_table(work.ratings, checks, names).text(TableFormat::table) : "") +
         not_given_text(work.ratings, checks);
}

// Reports the worst of these limits, which no duration keeps.
int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks, const std::string& why) {
  work.terminal.error("--fit-duration: no duration keeps every limit: " + why +
                      (any_broken(checks) ? broken_text(work.ratings, *worst_of(checks)) : ""));
  return limit_exceeded;
}

int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks) {
  std::vector<LimitCheck> positions = checks;
  std::erase_if(positions, [](const LimitCheck& check) { return check.kind != LimitKind::position; });
  return any_broken(positions) ? report_no_fit(work, positions, "")
                               : report_no_fit(work, checks, "however slow, ");
}

void write_fitted(const SizeWork& work, const RecordedMotion& motion, double speed, const std::string& path) {
  std::vector<std::string> joints;
  for (const JointRating& rating : work.ratings) joints.push_back(rating.name);
  RowFile file(path, {joints, {Quantity::q, Quantity::dq, Quantity::ddq}});
  RowWriter rows(file.file(), file.format());
  motion.replay(speed, work.dynamics, rows);
  file.commit(rows.rows());
}

}  // namespace

int report_loads(const SizeWork& work, const std::vector<MotionLoads>& motions,
                 const std::vector<std::string>& names) {
  MotionLoads all = motions.front();
  for (std::size_t m = 1; m < motions.size(); ++m) all.add(motions[m]);
  const std::vector<LimitCheck> checks = check_limits(work.ratings, all);
  const bool several = motions.size() > 1;
  if (work.format == TableFormat::table) {
    std::string text;
    for (std::size_t m = 0; several && m < motions.size(); ++m)
      text += visible(names[m]) + ", " + six_digits(motions[m].duration()) + " s\n" +
              loads_text(work, motions[m]);
    if (several) text += "all, " + six_digits(all.duration()) + " s\n";
    write(work, text + loads_text(work, all) + limits_text(work, checks, names));
  } else {
    QuantityTable table;
    for (std::size_t m = 0; several && m < motions.size(); ++m)
      table.add(work.ratings, names[m], motions[m], {}, names);
    table.add(work.ratings, several ? "all" : names.front(), all, checks, names);
    write(work, table.table().text(work.format));
  }
  return verdict(work, checks);
}

int report_sweep(const SizeWork& work, const std::vector<SweepPoint>& points,
                 const std::vector<std::string>& names) {
  write(work, sweep_table(work.ratings, points, names, work.format == TableFormat::table).text(work.format));
  return std::any_of(points.begin(), points.end(),
                     [](const SweepPoint& point) { return any_broken(point.checks); })
             ? limit_exceeded
             : done;
}

int report_fit(const SizeWork& work, const RecordedMotion& motion, const std::string& name,
               const std::string& fitted_motion) {
  const Fit fit = shortest_fit(work.ratings, motion, work.dynamics);
  if (!fit.is_found()) return report_no_fit(work, fit.checks);
  if (!fitted_motion.empty()) {
    write_fitted(work, motion, fit.speed, fitted_motion);
    work.sidecar.add_output("fitted-motion", fitted_motion);
  }
  const LimitCheck& nearest = *worst_of(fit.checks);
  if (work.format == TableFormat::table) {
    write(work, name + ": " + six_digits(motion.duration()) + " s become " +
                    six_digits(fit.loads->duration()) + " s, " + six_digits(fit.speed) +
                    " times as fast; then joint " + invdyn::in_quotes(work.ratings[nearest.joint].name) +
                    " is at its limit of " + std::string(name_of(nearest.kind)) + "\n\n" +
                    loads_text(work, *fit.loads) + limits_text(work, fit.checks, {name}));
  } else {
    QuantityTable table;
    table.add(name, "speed_factor", fit.speed, "");
    table.add(work.ratings, name, *fit.loads, fit.checks, {name});
    write(work, table.table().text(work.format));
  }
  return done;
}

std::string missing_text(const Ratings& ratings, const Catalogue& catalogue,
                         const std::vector<DriveChoice>& choices) {
  std::vector<std::string> without, untried;
  for (std::size_t j = 0; j < choices.size(); ++j)
    if (!choices[j].chosen) (choices[j].refused.empty() ? untried : without).push_back(ratings[j].name);
  if (!untried.empty())
    return catalogue.file + ": has no row for " + joined(untried) +
           ": expected rows without joint, for revolute joints, or with the joint's name";
  if (without.empty()) return "";
  return catalogue.file + ": no motor of it with any of its gears passes for " + joined(without) +
         ": expected a stronger one, or a slower motion";
}

int report_choice(const SizeWork& work, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<RecordedMotion>& motions, const std::vector<std::string>& names) {
  const std::string missing = missing_text(work.ratings, catalogue, choices);
  if (!missing.empty()) work.terminal.error(missing);
  const int code = missing.empty() ? done : limit_exceeded;
  if (work.format != TableFormat::table) {
    write(work, tried_table(work.robot, catalogue, choices, names).text(work.format));
    return code;
  }
  std::optional<MotionLoads> all;
  for (std::size_t m = 0; m < motions.size(); ++m) {
    MotionLoads loads(work.ratings, m);
    motions[m].replay(1, work.dynamics, loads);
    all ? all->add(loads) : void(all.emplace(std::move(loads)));
  }
  const std::vector<LimitCheck> checks = check_limits(work.ratings, *all);
  const auto text = [](const Table& table) { return table.text(TableFormat::table) + "\n"; };
  const bool any_refused = std::any_of(choices.begin(), choices.end(),
                                       [](const DriveChoice& choice) { return !choice.refused.empty(); });
  write(work, text(choice_table(work.robot, catalogue, choices)) +
                  text(drive_table(work.robot, catalogue, choices, names)) +
                  (any_refused ? text(refused_table(work.robot, catalogue, choices)) : "") +
                  loads_text(work, *all) + limits_text(work, checks, names));
  return std::max(code, verdict(work, checks));
}

}  // namespace invdyn
