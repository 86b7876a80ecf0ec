#include "links.h"

#include <system_error>

namespace invdyn {

std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int max_links = 40;  // as in the Linux kernel
  std::error_code fault;
  for (int links = 0; links < max_links; ++links) {
    if (!std::filesystem::is_symlink(path, fault)) return path;
    path = path.parent_path() / std::filesystem::read_symlink(path, fault);
  }
  return "";
}

}  // namespace invdyn
