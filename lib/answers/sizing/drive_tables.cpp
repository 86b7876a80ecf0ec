#include "drive_tables.h"

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
  Table table({{"joint"},
               {"motor"},
               {"gear ratio"},
               {catalogue.measure},
               {"inertia ratio"},
               {"nearest limit"},
               {"margin"},
               {"refused"}});
  for (std::size_t j = 0; j < choices.size(); ++j) {
    const auto refused = static_cast<std::int64_t>(choices[j].refused.size());
    const std::string& joint = robot.moving_joint(j).name;
    if (const auto& chosen = choices[j].chosen) {
      const DriveCheck& worst = chosen->worst();
      table.add_row({joint, catalogue.motors[chosen->motor].name, chosen->ratio,
                     catalogue.motors[chosen->motor].size, number_cell(chosen->inertia_ratio),
                     word(name_of(worst.limit)), worst.demand.margin, refused});
    } else {
      table.add_row({joint, std::string("none"), {}, {}, {}, {}, {}, refused});
    }
  }
  return table;
}

Table drive_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<std::string>& names) {
  std::vector<Table::Column> columns{{"joint"},   {"motor"}, {"gear ratio"}, {"limit"}, {"demand"},
                                     {"allowed"}, {"unit"},  {"margin"},     {"at (s)"}};
  if (names.size() > 1) columns.push_back({"trajectory"});
  Table table(columns);
  for (std::size_t j = 0; j < choices.size(); ++j) {
    const auto& chosen = choices[j].chosen;
    if (!chosen) continue;
    for (const DriveCheck& check : chosen->checks) {
      std::vector<Table::Cell> row{robot.moving_joint(j).name,
                                   catalogue.motors[chosen->motor].name,
                                   chosen->ratio,
                                   word(name_of(check.limit)),
                                   number_cell(check.demand.value),
                                   check.demand.limit,
                                   word(unit_of(check.limit, robot.moving_joint(j).is_revolute())),
                                   number_cell(check.demand.margin),
                                   number_cell(check.time)};
      if (names.size() > 1) row.push_back(check.time ? names[check.motion] : "all");
      table.add_row(std::move(row));
    }
  }
  return table;
}

Table refused_table(const Robot& robot, const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  Table table({{"joint"},
               {"refused motor"},
               {"gear ratio"},
               {catalogue.measure},
               {"limit"},
               {"demand"},
               {"allowed"},
               {"unit"},
               {"margin"},
               {"at (s)"},
               {"also broken"}});
  for (std::size_t j = 0; j < choices.size(); ++j)
    for (const TriedDrive& drive : choices[j].refused) {
      const DriveCheck& worst = drive.worst();
      std::string others;
      for (const DriveCheck& check : drive.checks)
        if (check.demand.broken && &check != &worst)
          others += (others.empty() ? "" : ", ") + word(name_of(check.limit));
      table.add_row({robot.moving_joint(j).name, catalogue.motors[drive.motor].name, drive.ratio,
                     catalogue.motors[drive.motor].size, word(name_of(worst.limit)),
                     number_cell(worst.demand.value), worst.demand.limit,
                     word(unit_of(worst.limit, robot.moving_joint(j).is_revolute())),
                     number_cell(worst.demand.margin), number_cell(worst.time), others});
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
      for (const DriveCheck& check : drive.checks)
        table.add_row({joint.name, word(choice), motor.name, drive.ratio, motor.size, catalogue.measure,
                       number_cell(drive.inertia_ratio), word(name_of(check.limit)),
                       number_cell(check.demand.value), check.demand.limit,
                       word(unit_of(check.limit, joint.is_revolute())), number_cell(check.demand.margin),
                       number_cell(check.time), check.time ? Table::Cell(names[check.motion]) : Table::Cell(),
                       word(check.demand.broken ? "broken" : "met")});
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
