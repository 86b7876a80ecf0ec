#pragma once

#include <filesystem>

namespace invdyn {

/// What the path leads to through symbolic links, which need not exist yet; empty for a circle of links.
std::filesystem::path behind_links(std::filesystem::path path);

}  // namespace invdyn
