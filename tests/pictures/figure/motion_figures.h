#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "pictures/figure/motion_figure.h"
#include "robot/files/read.h"

namespace invdyn::test {

/// A figure of columns, and the notes on it.
struct Made {
  Figure figure;
  std::vector<std::string> notes;

  std::vector<std::string> labels() const {
    std::vector<std::string> result;
    for (const Panel& panel : figure.panels) result.push_back(panel.y.label);
    return result;
  }
  std::vector<std::string> curves(std::size_t panel) const {
    std::vector<std::string> result;
    for (const Curve& curve : figure.panels.at(panel).curves) result.push_back(curve.name);
    return result;
  }
};

inline Made made(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings = {}) {
  Made result;
  result.figure =
      motion_figure(tables, settings, [&](const std::string& text) { result.notes.push_back(text); });
  return result;
}

inline Robot scara() {
  return read_robot("scara", [](const std::string&) {});
}

/// A table with these columns, a row each second.
inline CsvTable table_of(const std::map<std::string, std::vector<double>>& columns,
                         std::string file = "motion.csv") {
  CsvTable result;
  result.file = std::move(file);
  result.time.emplace();
  for (const auto& [name, values] : columns) result.columns.push_back({name, values});
  result.rows = result.columns.front().values.size();
  for (std::size_t row = 0; row < result.rows; ++row) result.time->push_back(static_cast<double>(row));
  return result;
}

/// None, if there is no level at y.
inline const Level* level_at(const Panel& panel, double y) {
  for (const Level& level : panel.levels)
    if (std::abs(level.y - y) < 1e-9) return &level;
  return nullptr;
}

}  // namespace invdyn::test
