#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "ground/document/read_text_file.h"
#include "robot/files/read.h"

namespace invdyn {

/// robots/robot.schema.json as a checker that uses only the file reader of the library under test.
class RobotSchema {
 public:
  RobotSchema() {
    const nlohmann::json document =
        nlohmann::json::parse(read_text_file(INVDYN_SOURCE_DIR "/robots/robot.schema.json"));
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema_);
  }

  bool accepts(const nlohmann::json& document) const {
    valijson::Validator validator;
    return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
  }

  /// The findings of the schema, one line each; empty for a valid document.
  std::string complaints(const nlohmann::json& document) const {
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), &results)) return "";
    std::string text = "refused by the schema:\n";
    for (const auto& error : results) {
      for (const std::string& step : error.context) text += step;
      text += ": " + error.description + '\n';
    }
    return text;
  }

 private:
  valijson::Schema schema_;
};

}  // namespace invdyn
