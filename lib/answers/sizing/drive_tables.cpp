#include "drive_tables.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

// Values that are not numbers are left out.
Table::Cell number_cell(double value) {
  return std::isfinite(value) ? Table::Cell(value) : Table::Cell();
}

Table::Cell number_cell(const std::optional<double>& value) {
  return value ? number_cell(*value) : Table::Cell();
}

std::string word(std::string_view name) {
  return std::string(name);
}

}  // namespace

Table choice_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  const auto has = [&](std::optional<double> CatalogueMotor::*member) {
    return std::any_of(catalogue.motors.begin(), catalogue.motors.end(),
                       [&](const CatalogueMotor& motor) { return motor.*member; });
  };
  const bool has_price = has(&CatalogueMotor::price), has_mass = has(&CatalogueMotor::mass);
  std::vector<Table::Column> columns{{"joint"}, {"motor"}, {"gear ratio"}};
  if (has_price) columns.push_back({"price"});
  if (has_mass) columns.push_back({"mass (kg)"});
  if (!has_price && !has_mass) columns.push_back({catalogue.measure});
  for (const char* name : {"motor limit", "margin %"}) columns.push_back({name});
  Table table(columns);
  for (std::size_t j = 0; j < choices.size(); ++j) {
    std::vector<Table::Cell> row{robot.moving_joint(j).name};
    if (const auto& chosen = choices[j].chosen) {
      const CatalogueMotor& motor = catalogue.motors[chosen->motor];
      row.insert(row.end(), {motor.motor.name, chosen->ratio});
      if (has_price) row.push_back(number_cell(motor.price));
      if (has_mass) row.push_back(number_cell(motor.mass));
      if (!has_price && !has_mass) row.emplace_back(motor.size);
      const LimitCheck& worst = chosen->worst();
      row.insert(row.end(), {word(name_of(worst.kind)), number_cell(100 * worst.demand->margin)});
    } else {
      row.emplace_back(word("none"));
    }
    row.resize(columns.size());
    table.add_row(std::move(row));
  }
  return table;
}

Table refused_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  Table table({{"joint"},
               {"refused motor"},
               {"gear ratio"},
               {catalogue.measure},
               {"limit"},
               {"margin %"},
               {"other limits broken"}});
  for (std::size_t j = 0; j < choices.size(); ++j)
    for (const TriedDrive& drive : choices[j].refused) {
      const LimitCheck& worst = drive.worst();
      const auto broken = std::count_if(drive.checks.begin(), drive.checks.end(),
                                        [](const LimitCheck& check) { return check.demand->broken; });
      const CatalogueMotor& motor = catalogue.motors[drive.motor];
      table.add_row({robot.moving_joint(j).name, motor.motor.name, drive.ratio, motor.size,
                     word(name_of(worst.kind)), number_cell(100 * worst.demand->margin),
                     static_cast<std::int64_t>(broken - 1)});
    }
  return table;
}

Table tried_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<std::string>& names) {
  Table table({{"joint"},
               {"choice"},
               {"motor"},
               {"gear_ratio"},
               {"size"},
               {"size_measure"},
               {"inertia_ratio"},
               {"limit"},
               {"demand"},
               {"allowed"},
               {"unit"},
               {"margin"},
               {"time"},
               {"file"},
               {"status"}});
  for (std::size_t j = 0; j < choices.size(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const auto add = [&](const TriedDrive& drive, const char* choice) {
      const CatalogueMotor& motor = catalogue.motors[drive.motor];
      for (const LimitCheck& check : drive.checks)
        table.add_row({joint.name, word(choice), motor.motor.name, drive.ratio, motor.size, catalogue.measure,
                       number_cell(drive.inertia_ratio), word(name_of(check.kind)),
                       number_cell(check.demand->value), check.demand->limit,
                       word(unit_of(check.kind, joint.is_revolute())), number_cell(check.demand->margin),
                       number_cell(check.time), check.time ? Table::Cell(names[check.motion]) : Table::Cell(),
                       word(check.demand->broken ? "broken" : "met")});
    };
    if (choices[j].chosen)
      add(*choices[j].chosen, "chosen");
    else
      table.add_row({joint.name, word("none"), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
    for (const TriedDrive& drive : choices[j].refused) add(drive, "refused");
  }
  return table;
}

}  // namespace invdyn
