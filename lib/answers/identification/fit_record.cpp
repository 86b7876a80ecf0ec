#include "fit_record.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/json_layout.h"
#include "../../ground/matrix/decompositions.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using nlohmann::ordered_json;

bool is_of_links(const FitColumn& value) {
  return value.part == FitPart::links || value.part == FitPart::rotor || value.part == FitPart::offset;
}

bool has(const Model& model, FitPart part) {
  return std::find(model.parts.begin(), model.parts.end(), part) != model.parts.end();
}

// Whether the robot has the number that a fit wrote, but for rounding.
bool is_value_of(const FitColumn& column, double value, const Eigen::VectorXd& parameters) {
  constexpr double rounding = 1e-6;
  double size = std::abs(value);
  for (const auto& [parameter, factor] : column.combination) size += std::abs(factor * parameters[parameter]);
  return std::abs(column.value - value) <= rounding * size;
}

// A lower triangle of numbers, a row for each parameter.
std::optional<MatrixXd> covariance_of(const ordered_json& rows, std::size_t size) {
  MatrixXd covariance(static_cast<Index>(size), static_cast<Index>(size));
  if (!rows.is_array() || rows.size() != size) return std::nullopt;
  for (std::size_t i = 0; i < size; ++i) {
    if (!rows[i].is_array() || rows[i].size() != i + 1) return std::nullopt;
    for (std::size_t k = 0; k <= i; ++k) {
      if (!rows[i][k].is_number()) return std::nullopt;
      const auto row = static_cast<Index>(i), column = static_cast<Index>(k);
      covariance(row, column) = covariance(column, row) = rows[i][k].get<double>();
    }
  }
  // No combination has a variance below 0, but for rounding.
  constexpr double rounding = 1e-9;
  if (!covariance.allFinite() || !(covariance.diagonal().array() >= 0).all()) return std::nullopt;
  const Eigen::VectorXd scale = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  if (symmetric_eigenvalues(scale.asDiagonal() * covariance * scale.asDiagonal())[0] <
      -rounding * static_cast<double>(size))
    return std::nullopt;
  return covariance;
}

}  // namespace

bool has_fit_record(const std::string& text) {
  if (text.find("\"fit\"") == std::string::npos) return false;
  const ordered_json document = ordered_json::parse(text, nullptr, false);
  return document.is_object() && document.contains("fit");
}

std::string with_record_of(const std::string& file, const std::string& json) {
  if (!has_fit_record(file)) return json;
  ordered_json document = ordered_json::parse(json);
  document["fit"] = ordered_json::parse(file)["fit"];
  return laid_out(document);
}

std::string with_fit_record(const std::string& json, const Identification& result, const std::string& file) {
  const Model& model = result.best().model;
  const bool keeps_links = std::none_of(model.parts.begin(), model.parts.end(), [](FitPart part) {
    return part == FitPart::links || part == FitPart::payload || part == FitPart::rotor ||
           part == FitPart::offset;
  });
  ordered_json document = ordered_json::parse(json);
  document.erase("fit");
  if (keeps_links) return with_record_of(file, laid_out(document));
  if (has(model, FitPart::links)) {
    ordered_json names = ordered_json::array(), values = names, rows = names;
    std::vector<Index> kept;
    for (std::size_t k = 0; k < model.values.size(); ++k) {
      if (!is_of_links(model.values[k])) continue;
      kept.push_back(static_cast<Index>(k));
      names.push_back(model.values[k].name);
      values.push_back(model.values[k].value + result.written[kept.back()]);
      ordered_json row = ordered_json::array();
      for (const Index other : kept) row.push_back(result.uncertainty.covariance(kept.back(), other));
      rows.push_back(row);
    }
    document["fit"] = {{"rotor", has(result.asked, FitPart::rotor)},
                       {"offset", has(result.asked, FitPart::offset)},
                       {"parameters", names},
                       {"values", values},
                       {"covariance", rows}};
  }
  return laid_out(document);
}

std::optional<LinkErrors> recorded_errors(const std::string& text, const std::string& file,
                                          const Robot& robot, const Regressor& regressor) {
  const ordered_json document = ordered_json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("fit")) return std::nullopt;
  const ordered_json& fit = document["fit"];
  const auto fail = [&](const std::string& what) {
    return Error(file + ": /fit", what + ": run identify again, or delete this entry");
  };
  const auto list = [&](const char* name) {
    return fit.is_object() ? fit.value(name, ordered_json()) : ordered_json();
  };
  const ordered_json names = list("parameters"), values = list("values");
  const std::optional<MatrixXd> covariance = covariance_of(list("covariance"), names.size());
  if (!names.is_array() || names.empty() || !values.is_array() || values.size() != names.size() ||
      !std::all_of(values.begin(), values.end(), [](const auto& each) { return each.is_number(); }) ||
      !covariance)
    throw fail("has no complete record of a fit (parameters, values and their covariance)");
  FitChoice choice{.links = true};
  choice.rotor = fit.value("rotor", ordered_json()) == true;
  choice.offset = fit.value("offset", ordered_json()) == true;
  const std::vector<FitColumn> columns = fit_columns(robot, regressor, choice).columns;
  LinkErrors errors{{}, *covariance};
  for (const ordered_json& name : names) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const FitColumn& each) { return name == each.name; });
    if (column == columns.end())
      throw fail("has " + name.dump() +
                 ", which is not a base parameter of this robot: the joints were changed after the "
                 "fit, or `lock`, `gravity` or `base-rpy` differ from the settings of the fit");
    errors.columns.push_back(*column);
  }
  for (std::size_t k = 0; k < names.size(); ++k)
    if (const FitColumn& column = errors.columns[k];
        !is_value_of(column, values[k].get<double>(), regressor.values()))
      throw fail("was written for a robot with " + column.text + " = " + six_digits(values[k].get<double>()) +
                 ' ' + column.unit + ", but this robot has " + six_digits(column.value) +
                 ": the robot's numbers were changed after the fit");
  return errors;
}

}  // namespace invdyn
