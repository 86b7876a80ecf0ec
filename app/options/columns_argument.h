#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace invdyn {

/// The quantities that --columns names: indices into `known`, each once, in the order of the text. The text
/// is a list of names and of patterns of a shell, such as `motor_*`. A pattern may also be for the columns of
/// a quantity, `tau_*`. Throws UsageError.
std::vector<std::size_t> columns_argument(const std::string& text, const std::vector<std::string>& known);

}  // namespace invdyn
