#include "sizing_report.h"

#include <algorithm>
#include <tuple>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "sizing_tables.h"
#include "speed_torque_picture.h"

namespace invdyn {
namespace {

constexpr const char* style = R"(
p.good::first-letter, p.bad::first-letter { text-transform: uppercase; }
.joints { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem 2rem; }
svg { display: block; width: 100%; height: auto; } svg text { font: 15px Helvetica, Arial, sans-serif; }
svg path { fill: none; stroke-width: 1; } .grid { stroke: #e4e4e4; } .axis { stroke: #777; }
.rows { stroke: #0b62a4; stroke-width: 1.6 !important; stroke-linecap: round; stroke-linejoin: round; }
.peak { stroke: #b42318; stroke-width: 1.5 !important; }
.continuous { stroke: #05603a; stroke-width: 1.5 !important; stroke-dasharray: 6 4; }
)";

// The peaks of each joint and its nearest limit of a row, with the row at which they are.
class MomentTable {
 public:
  MomentTable(const std::vector<OperatingPoints>& points, const std::vector<std::string>& names)
      : points_(points), names_(names) {}

  void add(const std::string& joint, const std::string& what, double value, Table::Cell limit,
           std::string_view unit, double time, std::size_t motion) {
    const std::size_t row = points_[motion].row_at(time);
    table_.add_row({joint, what, value, std::move(limit), std::string(unit), time,
                    row > 0 ? Table::Cell(static_cast<std::int64_t>(row)) : Table::Cell(), names_[motion]});
  }
  void add(const std::string& joint, const std::string& what, const MotionLoads::Extreme& peak,
           std::string_view unit) {
    add(joint, what, peak.value, {}, unit, peak.time, peak.motion);
  }
  const Table& table() const { return table_; }

 private:
  const std::vector<OperatingPoints>& points_;
  const std::vector<std::string>& names_;
  Table table_{{{"joint"}, {"moment"}, {"value"}, {"limit"}, {"unit"}, {"at (s)"}, {"row"}, {"trajectory"}}};
};

Table worst_table(const Ratings& ratings, const MotionLoads& loads, const std::vector<LimitCheck>& checks,
                  const std::vector<OperatingPoints>& points, const std::vector<std::string>& names) {
  std::vector<LimitCheck> of_rows = checks;
  std::erase_if(of_rows, [](const LimitCheck& check) { return !check.time; });
  MomentTable moments(points, names);
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const auto& [name, is_revolute] = std::tie(ratings[j].name, ratings[j].is_revolute);
    const MotionLoads::Joint& joint = loads.joints()[j];
    moments.add(name, "peak torque", joint.torque, unit_of(Quantity::tau, is_revolute));
    moments.add(name, "peak speed", joint.speed, unit_of(Quantity::dq, is_revolute));
    moments.add(name, "peak power", joint.power, "W");
    moments.add(name, "peak regenerated power", joint.regenerated_power, "W");
    if (const LimitCheck* worst = worst_of(of_rows, j))
      moments.add(name, "nearest limit of a moment: " + std::string(name_of(worst->kind)),
                  worst->demand->value, worst->demand->limit, unit_of(worst->kind, is_revolute), *worst->time,
                  worst->motion);
  }
  return moments.table();
}

Table motors_table(const Ratings& ratings) {
  const bool has_names = std::any_of(ratings.begin(), ratings.end(), [](const JointRating& rating) {
    return rating.motor && !rating.motor->name.empty();
  });
  std::vector<Table::Column> columns{{"joint"}};
  if (has_names) columns.push_back({"motor"});
  for (const char* name : {"continuous (N m)", "peak (N m)", "top speed (rad/s)", "gear ratio", "efficiency"})
    columns.push_back({name});
  Table table(columns);
  const auto value = [](const std::optional<double>& number) {
    return number ? Table::Cell(*number) : Table::Cell();
  };
  for (const JointRating& rating : ratings) {
    if (!rating.motor) continue;
    std::vector<Table::Cell> row{rating.name};
    if (has_names) row.push_back(rating.motor->name);
    row.insert(row.end(),
               {value(rating.motor->continuous_torque), value(rating.motor->peak_torque),
                value(rating.motor->top_speed()), rating.shaft.ratio(), rating.shaft.efficiency()});
    table.add_row(row);
  }
  return table;
}

void add_pictures(ReportPage& page, const Ratings& ratings, const std::vector<OperatingPoints>& points) {
  bool has_peak = false, has_continuous = false;
  for (const JointRating& rating : ratings) {
    const SpeedTorqueLimits limits = speed_torque_limits(rating);
    has_peak = has_peak || !limits.peak.empty() || limits.top_speed;
    has_continuous = has_continuous || !limits.continuous.empty();
  }
  page.paragraph(std::string("Blue: the rows of the motion.") +
                 (has_peak ? " Red: limits of every row (peak torque, curve, speed)." : "") +
                 (has_continuous ? " Green, dashed: continuous torque, the limit of the RMS torque." : ""));
  page.markup("<div class=\"joints\">\n");
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    page.markup("<div>");
    page.subheading(ratings[j].name + (ratings[j].motor ? ", at the motor's shaft" : ", at the joint"));
    page.markup(speed_torque_picture(ratings[j], points, j) + "</div>\n");
  }
  page.markup("</div>\n");
}

void add_assumptions(ReportPage& page, const SizingReport& report) {
  page.list(
      {"RMS, means and energies are computed over time, by the trapezoidal rule. Several trajectories are "
       "one duty cycle.",
       "The RMS torque of a motor is compared with its continuous torque at the mean speed.",
       "The torque for the rotor and its friction does not pass through the gear. The rest of the "
       "motor's torque passes through the gear: it is divided by the efficiency while the motor drives "
       "or holds, and multiplied by the efficiency while the load drives.",
       "A margin is 1 - |demand| / limit. The margin of a position is the distance to the nearest limit "
       "divided by half the range.",
       "Limits that are not given are not checked."});
  if (report.chosen)
    page.paragraph(
        "The smallest motor that passes is chosen. If this motor keeps all limits with several gear "
        "ratios, the ratio that stays farthest from its nearest limit is chosen. The motion is assumed to "
        "repeat endlessly. The temperature of a motor is computed from the square of the motor's torque, "
        "with one time constant. The temperature must stay below the final temperature of a motor that "
        "runs at its continuous torque. The inertia ratio is the inertia of load and gear at the motor's "
        "shaft, divided by the rotor's inertia. The largest inertia ratio along the motion is compared "
        "with the limit.");
  Table table({{"setting"}, {"value"}});
  for (const auto& [name, value] : report.facts) table.add_row({name, value});
  page.table(table);
}

// Of which motion and load the verdict is: `lift.csv, 2 s. Payload: 2 kg at ...`.
std::string motions_text(const SizingReport& report, const std::vector<MotionLoads>& motions,
                         const std::vector<std::string>& names) {
  double duration = 0;
  for (const MotionLoads& motion : motions) duration += motion.duration();
  std::string text = joined(names) + ", " + six_digits(duration) + " s.";
  for (const auto& [name, value] : report.facts)
    if (name == "payload") text += " Payload: " + value + ".";
  return text;
}

}  // namespace

ReportPage sizing_page(const SizingReport& report, const Ratings& ratings,
                       const std::vector<MotionLoads>& motions, const std::vector<OperatingPoints>& points,
                       const std::vector<std::string>& names) {
  MotionLoads all = motions.front();
  for (std::size_t m = 1; m < motions.size(); ++m) all.add(motions[m]);
  const std::vector<LimitCheck>& checks = report.checks;
  ReportPage page("sizing report", "Sizing of " + report.robot, style);
  page.paragraph(report.verdict.text, !report.verdict.fits ? "bad" : report.verdict.checked ? "good" : "");
  page.paragraph(motions_text(report, motions, names));
  // What a narrow screen must show stands first.
  const auto limits = [&](const std::vector<LimitCheck>& shown) {
    return limits_table(ratings, shown, names).with_first({"joint", "limit", "margin %", "status"});
  };
  const auto add_table = [&page](const std::string& title, const Table& table) {
    page.heading(title);
    constexpr std::size_t longest = 15;
    table.rows() > longest ? page.folded_table(counted(table.rows(), "row"), table) : page.table(table);
  };
  if (report.binding) {
    page.heading("Speed along the path");
    page.paragraph(
        "The colour shows which limit is reached. The speed along the path is the norm of the joint "
        "speeds, each divided by its speed limit. If one joint moves at its speed limit and all other "
        "joints are at rest, the speed along the path is 1 per second.");
    page.markup(report.path_picture);
    page.table(*report.binding);
  }
  page.heading("Torque over speed");
  add_pictures(page, ratings, points);
  if (report.verdict.checked) add_table("Nearest limits", limits(nearest_limits(ratings, checks)));
  if (report.chosen) add_table("Chosen motors and gears", *report.chosen);
  add_table("Worst moments", worst_table(ratings, all, checks, points, names));
  add_table("Loads of the joints", torque_and_speed_table(ratings, all));
  page.markup("<br>\n");
  page.table(energy_table(ratings, all));
  add_table("Limits and margins", limits(given_limits(checks)));
  page.lines(not_given_text(ratings, checks, std::string::npos));  // the browser breaks its lines
  const bool has_motors = std::any_of(ratings.begin(), ratings.end(),
                                      [](const JointRating& rating) { return rating.motor.has_value(); });
  if (has_motors) add_table("Motors", motors_table(ratings));
  if (report.refused && report.refused->rows() > 0) add_table("Refused motors and gears", *report.refused);
  Table cycle({{"trajectory"}, {"duration (s)"}});
  for (std::size_t m = 0; m < motions.size(); ++m) cycle.add_row({names[m], motions[m].duration()});
  add_table("Duty cycle", cycle);
  page.heading("Assumptions and settings");
  add_assumptions(page, report);
  if (!report.messages.empty()) {
    page.heading("Notes and warnings of the run");
    page.list(report.messages);
  }
  page.made_by(report.source, report.program);
  return page;
}

}  // namespace invdyn
