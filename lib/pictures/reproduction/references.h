#pragma once

#include <string>

namespace invdyn {

/// The full citation of a source or textbook, by its key. The key must exist.
const std::string& reference(const std::string& key);

}  // namespace invdyn
