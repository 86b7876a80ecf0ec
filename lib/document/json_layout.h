#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace invdyn {

/// A JSON text as a person would lay it out: what fits into a line stands in one, keys of numbers and texts
/// side by side. Numbers are the shortest text that reads back as the same double. Ends with a newline.
std::string laid_out(const nlohmann::ordered_json& document);

}  // namespace invdyn
