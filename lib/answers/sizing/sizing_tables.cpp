#include "sizing_tables.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {
namespace {

// An empty cell if the value is not a number.
Table::Cell cell(double value) {
  return std::isfinite(value) ? Table::Cell(value) : Table::Cell();
}

Table::Cell cell(const std::optional<double>& value) {
  return value ? cell(*value) : Table::Cell();
}

Table::Cell margin_of(const Demand& demand) {
  return demand.is_share ? cell(demand.margin) : Table::Cell();
}

std::string status_of(const LimitCheck& check) {
  return !check.demand ? "not given" : check.demand->broken ? "broken" : "met";
}

std::string unit(Quantity quantity, const JointRating& rating) {
  return std::string(unit_of(quantity, rating.is_revolute));
}

std::string unit(const LimitCheck& check, const Ratings& ratings) {
  return std::string(unit_of(check.kind, ratings[check.joint].is_revolute));
}

double rounded(double margin) {
  return std::round(margin * 1000) / 1000;
}

}  // namespace

Table torque_and_speed_table(const Ratings& ratings, const MotionLoads& loads) {
  Table table({{"joint"},
               {"peak torque"},
               {"at (s)", true},
               {"RMS"},
               {"unit"},
               {"peak speed"},
               {"at (s) ", true},
               {"mean"},
               {"unit "}});
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const MotionLoads::Joint& joint = loads.joints()[j];
    table.add_row({ratings[j].name, joint.torque.value, joint.torque.time, loads.rms_torque(j),
                   unit(Quantity::tau, ratings[j]), joint.speed.value, joint.speed.time, loads.mean_speed(j),
                   unit(Quantity::dq, ratings[j])});
  }
  return table;
}

Table energy_table(const Ratings& ratings, const MotionLoads& loads) {
  Table table({{"joint"},
               {"peak power (W)"},
               {"at (s)", true},
               {"peak regenerated (W)"},
               {"at (s) ", true},
               {"energy (J)"},
               {"regenerated (J)"}});
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const MotionLoads::Joint& joint = loads.joints()[j];
    table.add_row({ratings[j].name, joint.power.value, joint.power.time, joint.regenerated_power.value,
                   joint.regenerated_power.time, joint.energy, joint.regenerated});
  }
  return table;
}

Table limits_table(const Ratings& ratings, const std::vector<LimitCheck>& checks,
                   const std::vector<std::string>& names) {
  std::vector<Table::Column> columns{{"joint"}, {"limit"},  {"demand"},       {"allowed"},
                                     {"unit"},  {"margin"}, {"at (s)", true}, {"status"}};
  if (names.size() > 1) columns.push_back({"trajectory"});
  Table table(columns);
  for (const LimitCheck& check : checks) {
    if (!check.demand) continue;
    std::vector<Table::Cell> row{
        ratings[check.joint].name, std::string(name_of(check.kind)), check.demand->value, check.demand->limit,
        unit(check, ratings),      margin_of(*check.demand),         cell(check.time),    status_of(check)};
    if (names.size() > 1) row.push_back(check.time ? names[check.motion] : "all");
    table.add_row(row);
  }
  return table;
}

std::string not_given_text(const Ratings& ratings, const std::vector<LimitCheck>& checks) {
  std::string text;
  for (std::size_t k = 0; k < limit_count; ++k) {
    std::vector<std::string> joints;
    for (const LimitCheck& check : checks)
      if (check.kind == static_cast<LimitKind>(k) && !check.demand)
        joints.push_back(ratings[check.joint].name);
    if (!joints.empty())
      text += visible_lines(
          wrapped("not given: " + std::string(name_of(static_cast<LimitKind>(k))) + " of " + joined(joints),
                  "", 100));
  }
  return text;
}

std::string broken_text(const Ratings& ratings, const LimitCheck& check) {
  const Demand& demand = *check.demand;
  const std::string of = " " + unit(check, ratings);
  return "joint " + in_quotes(ratings[check.joint].name) + ", " + std::string(name_of(check.kind)) + ": " +
         six_digits(demand.value) + of + (check.time ? " at " + six_digits(*check.time) + " s" : "") +
         ", beyond the limit, " + six_digits(demand.limit) + of;
}

QuantityTable::QuantityTable()
    : table_({{"trajectory"},
              {"joint"},
              {"quantity"},
              {"value"},
              {"unit"},
              {"time"},
              {"file"},
              {"limit"},
              {"margin"},
              {"status"}}) {}

void QuantityTable::add(const Ratings& ratings, const std::string& motion, const MotionLoads& loads,
                        const std::vector<LimitCheck>& checks, const std::vector<std::string>& names) {
  add(motion, "duration", loads.duration(), "s");
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const JointRating& rating = ratings[j];
    const MotionLoads::Joint& joint = loads.joints()[j];
    const auto add_number = [&](const char* quantity, double value, const std::string& of) {
      table_.add_row({motion, rating.name, std::string(quantity), value, of, {}, {}, {}, {}, {}});
    };
    const auto add_peak = [&](const char* quantity, const MotionLoads::Extreme& peak, const std::string& of) {
      table_.add_row({motion,
                      rating.name,
                      std::string(quantity),
                      peak.value,
                      of,
                      peak.time,
                      names[peak.motion],
                      {},
                      {},
                      {}});
    };
    add_peak("peak_torque", joint.torque, unit(Quantity::tau, rating));
    add_number("rms_torque", loads.rms_torque(j), unit(Quantity::tau, rating));
    add_peak("peak_speed", joint.speed, unit(Quantity::dq, rating));
    add_number("mean_speed", loads.mean_speed(j), unit(Quantity::dq, rating));
    add_peak("peak_power", joint.power, "W");
    add_peak("peak_regenerated_power", joint.regenerated_power, "W");
    add_number("energy", joint.energy, "J");
    add_number("regenerated_energy", joint.regenerated, "J");
    for (const LimitCheck& check : checks) {
      if (check.joint != j) continue;
      std::string quantity(name_of(check.kind));
      std::replace(quantity.begin(), quantity.end(), ' ', '_');
      std::vector<Table::Cell> row{motion, rating.name, quantity + "_limit", {}, unit(check, ratings), {}, {},
                                   {},     {},          status_of(check)};
      if (check.demand) {
        row[3] = cell(check.demand->value);
        row[5] = cell(check.time);
        if (check.time) row[6] = names[check.motion];
        row[7] = cell(check.demand->limit);
        row[8] = margin_of(*check.demand);
      }
      table_.add_row(row);
    }
  }
}

void QuantityTable::add(const std::string& motion, const std::string& quantity, double value,
                        const std::string& unit) {
  table_.add_row({motion, {}, quantity, value, unit, {}, {}, {}, {}, {}});
}

Table sweep_table(const Ratings& ratings, const std::vector<SweepPoint>& points,
                  const std::vector<std::string>& names, bool for_people) {
  const bool has_payload = points.front().payload.has_value(), has_speed = points.front().speed.has_value(),
             has_ratio = points.front().ratio.has_value();
  std::vector<Table::Column> columns;
  if (has_payload) columns.push_back({for_people ? "payload (kg)" : "payload"});
  if (has_speed) columns.push_back({"speed"});
  if (has_ratio) columns.push_back({for_people ? "gear ratio" : "gear_ratio"});
  for (const char* name : {"status", "joint", "limit", "margin"}) columns.push_back({name});
  columns.push_back({for_people ? "at (s)" : "time", true});
  if (names.size() > 1 || !for_people) columns.push_back({for_people ? "trajectory" : "file"});
  for (const JointRating& rating : ratings)
    columns.push_back({for_people ? "| " + rating.name : "margin_" + rating.name});
  Table table(columns);
  for (const SweepPoint& point : points) {
    std::vector<Table::Cell> row;
    if (has_payload) row.emplace_back(*point.payload);
    if (has_speed) row.emplace_back(*point.speed);
    if (has_ratio) row.emplace_back(*point.ratio);
    const auto margin = [&](const LimitCheck* check) -> Table::Cell {
      if (!check || !check->demand->is_share || !std::isfinite(check->demand->margin)) return {};
      return for_people ? rounded(check->demand->margin) : check->demand->margin;
    };
    const LimitCheck* worst = worst_of(point.checks);
    if (worst) {
      row.insert(row.end(), {status_of(*worst), ratings[worst->joint].name, std::string(name_of(worst->kind)),
                             margin(worst), cell(worst->time)});
    } else {
      const bool any_given = std::any_of(point.checks.begin(), point.checks.end(),
                                         [](const LimitCheck& check) { return check.demand; });
      row.insert(row.end(), {std::string(any_given ? "met" : "not given"), {}, {}, {}, {}});
    }
    if (names.size() > 1 || !for_people)
      row.push_back(worst && worst->time ? Table::Cell(names[worst->motion]) : Table::Cell());
    for (std::size_t j = 0; j < ratings.size(); ++j) row.push_back(margin(worst_of(point.checks, j)));
    table.add_row(row);
  }
  return table;
}

}  // namespace invdyn
