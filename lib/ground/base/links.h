#pragma once

#include <filesystem>

namespace invdyn {

/// The target of a path through symbolic links. The target need not exist; empty for a circle of links.
std::filesystem::path behind_links(std::filesystem::path path);

}  // namespace invdyn
