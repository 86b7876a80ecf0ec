#include "package_index.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/document/xml_document.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr int max_depth = 64;  // links may lead in circles

// The entries of a list such as PATH; empty ones are left out.
std::vector<std::string> entries_of(const std::string& list) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    if (end > begin) entries.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

bool is_there(const fs::path& path) {
  std::error_code fault;
  return fs::exists(path, fault);
}

// A package.xml states the name. A manifest.xml, the older form, leaves it to the folder.
std::string name_of_package(const fs::path& folder) {
  const fs::path manifest = folder / "package.xml";
  const std::string otherwise = fs::absolute(folder).lexically_normal().filename().string();
  if (!is_there(manifest)) return otherwise;
  try {
    const XmlDocument document(read_text_file(manifest.string()), manifest.string());
    const std::optional<XmlNode> name = document.root().child("name");
    return name ? name->content() : otherwise;
  } catch (const Error&) {
    return otherwise;
  }
}

// In the order of their names, so that the same package is found on every file system.
std::set<fs::path> folders_in(const fs::path& folder) {
  std::set<fs::path> folders;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    std::error_code none;
    if (!entry->path().filename().string().starts_with('.') && entry->is_directory(none))
      folders.insert(entry->path());
  }
  return folders;
}

}  // namespace

void PackageIndex::search(const std::string& folder, int depth) {
  if (is_cut() || ++visited_ > max_folders) return;
  const fs::path path(folder);
  if (is_there(path / "CATKIN_IGNORE")) return;
  if (is_there(path / "package.xml") || is_there(path / "manifest.xml")) {
    ros_->emplace(name_of_package(path), folder);  // the first one counts
    return;
  }
  if (depth == max_depth || is_there(path / "rospack_nosubdirs")) return;
  for (const fs::path& below : folders_in(path)) search(below.string(), depth + 1);
}

std::vector<std::string> PackageIndex::folders_of(const std::string& name) {
  if (!ros_) {
    ros_.emplace();
    for (const std::string& root : entries_of(places_.ros_package_path)) search(root, 0);
  }
  std::vector<std::string> folders;
  if (const auto found = ros_->find(name); found != ros_->end()) folders.push_back(found->second);
  for (const std::string& prefix : entries_of(places_.ament_prefix_path))
    folders.push_back((fs::path(prefix) / "share" / name).string());
  return folders;
}

std::string PackageIndex::places_in_words() const {
  const auto in_words = [](const std::string& name, const std::string& list) {
    return name + (list.empty() ? " (not set)" : " (" + list + ")");
  };
  return in_words("--package-path", joined(places_.given)) + ", " +
         in_words("ROS_PACKAGE_PATH", places_.ros_package_path) + " and " +
         in_words("AMENT_PREFIX_PATH", places_.ament_prefix_path);
}

}  // namespace invdyn
