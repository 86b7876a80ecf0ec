#include "fit_record.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/document/json_layout.h"

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
  if (!(covariance.diagonal().array() >= 0).all()) return std::nullopt;
  return covariance;
}

}  // namespace

std::string with_fit_record(const std::string& json, const Identification& result) {
  ordered_json document = ordered_json::parse(json);
  document.erase("fit");
  const Model& model = result.best().model;
  if (has(model, FitPart::links)) {
    ordered_json names = ordered_json::array(), rows = ordered_json::array();
    std::vector<Index> kept;
    for (std::size_t k = 0; k < model.values.size(); ++k) {
      if (!is_of_links(model.values[k])) continue;
      kept.push_back(static_cast<Index>(k));
      names.push_back(model.values[k].name);
      ordered_json row = ordered_json::array();
      for (const Index other : kept) row.push_back(result.uncertainty.covariance(kept.back(), other));
      rows.push_back(row);
    }
    document["fit"] = {{"rotor", has(result.asked, FitPart::rotor)},
                       {"offset", has(result.asked, FitPart::offset)},
                       {"parameters", names},
                       {"covariance", rows}};
  }
  return laid_out(document);
}

std::optional<LinkErrors> recorded_errors(const std::string& text, const std::string& file,
                                          const Robot& robot, const Regressor& regressor) {
  const ordered_json document = ordered_json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("fit")) return std::nullopt;
  const ordered_json& fit = document["fit"];
  const auto fail = [&] {
    return Error(
        file + ": /fit",
        "is not the covariance of this robot's base parameters: expected what a fit wrote, or no `fit`");
  };
  if (!fit.is_object() || !fit.contains("parameters") || !fit["parameters"].is_array() ||
      !fit.contains("covariance"))
    throw fail();
  FitChoice choice{.links = true};
  choice.rotor = fit.value("rotor", ordered_json()) == true;
  choice.offset = fit.value("offset", ordered_json()) == true;
  const std::vector<FitColumn> columns = fit_columns(robot, regressor, choice).columns;
  LinkErrors errors;
  for (const ordered_json& name : fit["parameters"]) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const FitColumn& each) { return name == each.name; });
    if (column == columns.end()) throw fail();
    errors.columns.push_back(*column);
  }
  const std::optional<MatrixXd> covariance = covariance_of(fit["covariance"], errors.columns.size());
  if (!covariance || errors.columns.empty()) throw fail();
  errors.covariance = *covariance;
  return errors;
}

}  // namespace invdyn
