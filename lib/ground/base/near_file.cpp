#include "near_file.h"

#include <filesystem>
#include <vector>

#include "nearest_name.h"

namespace invdyn {

std::string did_you_mean_file(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path wanted = path, folder = wanted.parent_path();
  std::vector<std::string> names;  // without the ending, which would make short ones near to each other
  std::error_code fault;
  for (fs::directory_iterator each(folder.empty() ? "." : folder, fault), end; !fault && each != end;
       each.increment(fault))
    if (each->path().extension() == wanted.extension() && !each->is_directory(fault))
      names.push_back(each->path().stem().string());
  const auto near = nearest_name(wanted.stem().string(), names);
  return near ? "; did you mean \"" + (folder / (*near + wanted.extension().string())).string() + "\"?" : "";
}

}  // namespace invdyn
