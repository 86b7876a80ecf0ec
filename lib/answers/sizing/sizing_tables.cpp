#include "sizing_tables.h"

#include <algorithm>
#include <cmath>
#include <map>

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

// As people read it, in percent.
Table::Cell percent_of(const LimitCheck& check) {
  return check.demand && check.demand->is_share ? cell(100 * check.demand->margin) : Table::Cell();
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
               {"regenerated (W)"},
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

std::vector<LimitCheck> given_limits(std::vector<LimitCheck> checks) {
  std::erase_if(checks, [](const LimitCheck& check) { return !check.demand; });
  std::stable_sort(checks.begin(), checks.end(),
                   [](const LimitCheck& a, const LimitCheck& b) { return a.joint < b.joint; });
  return checks;
}

std::vector<LimitCheck> nearest_limits(const Ratings& ratings, const std::vector<LimitCheck>& checks) {
  std::vector<LimitCheck> nearest;
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const LimitCheck* worst = worst_of(checks, j);
    nearest.push_back(worst ? *worst : LimitCheck{.joint = j});
  }
  return nearest;
}

Table limits_table(const Ratings& ratings, const std::vector<LimitCheck>& checks,
                   const std::vector<std::string>& names) {
  std::vector<Table::Column> columns{{"joint"}, {"limit"},    {"demand"},       {"allowed"},
                                     {"unit"},  {"margin %"}, {"at (s)", true}, {"status"}};
  if (names.size() > 1) columns.push_back({"trajectory"});
  Table table(columns);
  for (const LimitCheck& check : checks) {
    std::vector<Table::Cell> row{ratings[check.joint].name};
    if (check.demand)
      row = {row[0],
             std::string(name_of(check.kind)),
             check.demand->value,
             check.demand->limit,
             unit(check, ratings),
             percent_of(check),
             cell(check.time)};
    row.resize(7);
    row.emplace_back(status_of(check));
    if (names.size() > 1)
      row.push_back(!check.demand ? Table::Cell() : check.time ? names[check.motion] : "all");
    table.add_row(row);
  }
  return table;
}

std::string not_given_text(const Ratings& ratings, const std::vector<LimitCheck>& checks, std::size_t width) {
  std::map<std::vector<std::string>, std::vector<std::string>> kinds_by_joints;
  for (std::size_t k = 0; k < limit_count; ++k) {
    std::vector<std::string> joints;
    for (const LimitCheck& check : checks)
      if (check.kind == static_cast<LimitKind>(k) && !check.demand)
        joints.push_back(ratings[check.joint].name);
    if (!joints.empty()) kinds_by_joints[joints].emplace_back(name_of(static_cast<LimitKind>(k)));
  }
  std::string text;
  std::vector<std::string> without_motor;
  for (const JointRating& rating : ratings)
    if (!rating.motor) without_motor.push_back(rating.name);
  for (const auto& [joints, kinds] : kinds_by_joints) {
    const bool are_all = joints.size() == ratings.size() && joints.size() > 1;
    const bool lacks_rows = joints == without_motor && joints.size() < ratings.size();
    text += visible_lines(wrapped(
        "limits not given: " + joined(kinds) + " of " + (are_all ? "all joints" : joined(joints)) +
            (lacks_rows
                 ? " (to check the limits of a joint's motor, add a row for this joint to the file of motors)"
                 : ""),
        "", width));
  }
  return text;
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

void QuantityTable::add_share(const std::string& motion, const std::string& joint,
                              const std::string& quantity, double share) {
  table_.add_row({motion, joint, quantity, share, {}, {}, {}, {}, {}, {}});
}

Table sweep_table(const Ratings& ratings, const std::vector<SweepPoint>& points,
                  const std::vector<std::string>& names, bool for_people, bool details) {
  const bool has_payload = points.front().payload.has_value(), has_speed = points.front().speed.has_value(),
             has_ratio = points.front().ratio.has_value(), has_file = names.size() > 1 || !for_people;
  std::vector<Table::Column> columns;
  if (has_payload) columns.push_back({for_people ? "payload (kg)" : "payload"});
  if (has_speed) columns.push_back({"speed"});
  if (has_ratio) columns.push_back({for_people ? "gear ratio" : "gear_ratio"});
  for (const char* name : {"status", "joint", "limit", for_people ? "margin %" : "margin"})
    columns.push_back({name});
  columns.push_back({for_people ? "at (s)" : "time", true});
  if (has_file) columns.push_back({for_people ? "trajectory" : "file"});
  for (const JointRating& rating : ratings)
    if (details) columns.push_back({for_people ? "| " + rating.name : "margin_" + rating.name});
  Table table(columns);
  const auto margin = [&](const LimitCheck* check) {
    return !check ? Table::Cell() : for_people ? percent_of(*check) : margin_of(*check->demand);
  };
  for (const SweepPoint& point : points) {
    std::vector<Table::Cell> row;
    if (has_payload) row.emplace_back(*point.payload);
    if (has_speed) row.emplace_back(*point.speed);
    if (has_ratio) row.emplace_back(*point.ratio);
    const LimitCheck* worst = worst_of(point.checks);
    if (worst) {
      row.insert(row.end(), {status_of(*worst), ratings[worst->joint].name, std::string(name_of(worst->kind)),
                             margin(worst), cell(worst->time)});
    } else {
      const bool any_given = std::any_of(point.checks.begin(), point.checks.end(),
                                         [](const LimitCheck& check) { return check.demand; });
      row.insert(row.end(), {std::string(any_given ? "met" : "not given"), {}, {}, {}, {}});
    }
    if (has_file) row.push_back(worst && worst->time ? Table::Cell(names[worst->motion]) : Table::Cell());
    for (std::size_t j = 0; j < ratings.size() && details; ++j)
      row.push_back(margin(worst_of(point.checks, j)));
    table.add_row(row);
  }
  return table;
}

}  // namespace invdyn
