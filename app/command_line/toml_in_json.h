#pragma once

#include <string>

namespace invdyn {

/// For a file of settings: throws Error if it is TOML, as former versions took it. The error shows its first
/// setting in JSON.
void refuse_toml(const std::string& text, const std::string& file);

}  // namespace invdyn
