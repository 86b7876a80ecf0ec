#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace invdyn {

/// A readable JSON text: values that fit into a line share it, and keys of numbers and texts share lines.
/// Numbers are the shortest text that reads back as the same double. Ends with a newline.
std::string laid_out(const nlohmann::ordered_json& document);

}  // namespace invdyn
