#include "sizing_report.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "../base/error.h"
#include "../base/wording.h"
#include "../output/html_text.h"
#include "../output/output_file.h"
#include "../trajectory/quantity.h"
#include "sizing_tables.h"
#include "speed_torque_picture.h"

namespace invdyn {
namespace {

// No script and nothing from elsewhere may run or load, whatever a name holds.
constexpr const char* page_begin = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="generator" content="invdyn sizing report">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Helvetica, Arial, sans-serif;
  color: #1a1a1a; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; line-height: 1.4; }
thead { border-top: 1.5px solid #1a1a1a; border-bottom: 1px solid #1a1a1a; }
tbody { border-bottom: 1.5px solid #1a1a1a; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.met { color: #05603a; } .broken { color: #b42318; }
.joints { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem 2rem; }
svg { display: block; width: 100%; height: auto; } svg text { font: 11px Helvetica, Arial, sans-serif; }
svg path { fill: none; stroke-width: 1; } .grid { stroke: #e4e4e4; } .axis { stroke: #777; }
.rows { stroke: #0b62a4; stroke-width: 1.6 !important; stroke-linecap: round; stroke-linejoin: round; }
.peak { stroke: #b42318; stroke-width: 1.5 !important; }
.continuous { stroke: #05603a; stroke-width: 1.5 !important; stroke-dasharray: 6 4; }
@media print { h2, h3 { break-after: avoid; } svg, tr { break-inside: avoid; } .scroll { overflow: visible; } }
</style>
)";

std::string element(const std::string& name, const std::string& text) {
  return '<' + name + '>' + html_escaped(text) + "</" + name + ">\n";
}

std::string scrolled(const Table& table) {
  return "<div class=\"scroll\">" + table.text(TableFormat::html) + "</div>\n";
}

std::string verdict_text(const SizingReport& report, const Ratings& ratings,
                         const std::vector<LimitCheck>& checks) {
  std::string broken;
  for (const std::string& failure : report.failures) broken += element("li", failure);
  bool any_given = false;
  for (const LimitCheck& check : checks) {
    any_given = any_given || check.demand;
    if (check.demand && check.demand->broken) broken += element("li", broken_text(ratings, check));
  }
  if (!broken.empty()) return "<p class=\"broken\">It does not pass:</p>\n<ul>\n" + broken + "</ul>\n";
  return any_given ? "<p class=\"met\">Every limit that is given is met.</p>\n"
                   : "<p>No limit is given, so none was checked.</p>\n";
}

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
      moments.add(name, "nearest limit: " + std::string(name_of(worst->kind)), worst->demand->value,
                  worst->demand->limit, unit_of(worst->kind, is_revolute), *worst->time, worst->motion);
  }
  return moments.table();
}

Table motors_table(const Ratings& ratings) {
  Table table({{"joint"},
               {"continuous torque (N m)"},
               {"peak torque (N m)"},
               {"top speed (rad/s)"},
               {"gear ratio"},
               {"efficiency"}});
  const auto value = [](const std::optional<double>& number) {
    return number ? Table::Cell(*number) : Table::Cell();
  };
  for (const JointRating& rating : ratings)
    if (rating.motor)
      table.add_row({rating.name, value(rating.motor->continuous_torque), value(rating.motor->peak_torque),
                     value(rating.motor->top_speed()), rating.shaft.ratio(), rating.shaft.efficiency()});
  return table;
}

std::string pictures(const Ratings& ratings, const std::vector<OperatingPoints>& points) {
  std::string html =
      "<p>Blue: the rows of the motion. Red: limits of every row (peak torque, curve, speed). "
      "Green, dashed: continuous torque, to compare with the RMS.</p>\n<div class=\"joints\">\n";
  for (std::size_t j = 0; j < ratings.size(); ++j)
    html +=
        "<div>" +
        element("h3", ratings[j].name + (ratings[j].motor ? ", at the motor's shaft" : ", at the joint")) +
        speed_torque_picture(ratings[j], points, j) + "</div>\n";
  return html + "</div>\n";
}

std::string assumptions(const SizingReport& report) {
  std::string html =
      "<ul>\n<li>RMS, means and energies are taken over time, by the trapezoidal rule. Several trajectories "
      "are one duty cycle.</li>\n<li>The RMS torque of a motor is compared with its continuous torque at the "
      "mean speed.</li>\n<li>The torque for the rotor and its friction does not pass through the gear. The "
      "rest is divided by the efficiency while the motor drives or holds, and multiplied by it while the "
      "load "
      "drives.</li>\n<li>A margin is 1 - |demand| / limit. Of a position it is the distance to the nearest "
      "limit divided by half the range.</li>\n<li>Limits that are not given are not checked.</li>\n</ul>\n";
  if (!report.tables.empty())
    html +=
        "<p>The smallest motor that passes is chosen, with the gear ratio that leaves the largest smallest "
        "margin. The temperature of a motor follows its losses, the square of its torque, with one time "
        "constant, in a cycle that repeats for ever; it must stay below the one at the continuous torque. "
        "The "
        "inertia ratio is the largest inertia of the load along the motion, through the gear, with the "
        "gear's "
        "own, over the rotor's.</p>\n";
  Table table({{"setting"}, {"value"}});
  for (const auto& [name, value] : report.facts) table.add_row({name, value});
  return html + scrolled(table);
}

void refuse_other_page(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, none))) return;
  std::ifstream file(path, std::ios::binary);
  const std::string ours = std::string(page_begin).substr(0, 200);
  std::string begin(ours.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (!file || begin != ours)
    throw Error(path.string(), "is no page of this command, so it is not replaced: expected another folder");
}

}  // namespace

std::string sizing_page(const SizingReport& report, const Ratings& ratings,
                        const std::vector<MotionLoads>& motions, const std::vector<OperatingPoints>& points,
                        const std::vector<std::string>& names) {
  MotionLoads all = motions.front();
  for (std::size_t m = 1; m < motions.size(); ++m) all.add(motions[m]);
  const std::vector<LimitCheck> checks = check_limits(ratings, all);
  const std::string title = "Sizing of " + report.robot;
  std::string html = page_begin + element("title", title) + "</head><body>\n" + element("h1", title) +
                     verdict_text(report, ratings, checks);
  Table cycle({{"trajectory"}, {"duration (s)"}});
  for (std::size_t m = 0; m < motions.size(); ++m) cycle.add_row({names[m], motions[m].duration()});
  html += element("h2", "Duty cycle") + scrolled(cycle);
  for (const auto& [name, table] : report.tables) html += element("h2", name) + scrolled(table);
  html += element("h2", "Worst moments") + scrolled(worst_table(ratings, all, checks, points, names)) +
          element("h2", "Loads of the joints") + scrolled(torque_and_speed_table(ratings, all)) + "<br>\n" +
          scrolled(energy_table(ratings, all)) + element("h2", "Limits and margins") +
          scrolled(limits_table(ratings, checks, names)) + element("pre", not_given_text(ratings, checks)) +
          element("h2", "Torque over speed") + pictures(ratings, points);
  const bool has_motors = std::any_of(ratings.begin(), ratings.end(),
                                      [](const JointRating& rating) { return rating.motor.has_value(); });
  if (has_motors) html += element("h2", "Motors") + scrolled(motors_table(ratings));
  html += element("h2", "Assumptions and settings") + assumptions(report);
  if (!report.messages.empty()) {
    html += element("h2", "Notes and warnings of the run") + "<ul>\n";
    for (const std::string& message : report.messages) html += element("li", message);
    html += "</ul>\n";
  }
  return html + element("p", "Robot: " + report.source + ". Made by " + report.program + '.') +
         "</body></html>\n";
}

void write_sizing_page(const std::string& folder, const std::string& html) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder, "cannot be made a folder: " + fault.message());
  const std::filesystem::path path = std::filesystem::path(folder) / "index.html";
  refuse_other_page(path);
  OutputFile file(path.string());
  file.write(html);
  file.commit();
}

}  // namespace invdyn
