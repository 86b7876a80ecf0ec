#include "mesh_path.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

namespace invdyn {
namespace {

namespace fs = std::filesystem;

// Spaces and other characters are %20 and so on in a file://.
std::string without_percent(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::optional<std::string> after(const std::string& text, const std::string& beginning) {
  return text.starts_with(beginning) ? std::optional(text.substr(beginning.size())) : std::nullopt;
}

bool is_regular(const fs::path& path) {
  std::error_code fault;
  return fs::is_regular_file(path, fault);
}

bool is_folder(const fs::path& path) {
  std::error_code fault;
  return fs::is_directory(path, fault);
}

// The folder of the robot's file, and all above it.
std::vector<fs::path> folders_above(const std::string& referring_file) {
  std::error_code fault;
  std::vector<fs::path> folders;
  fs::path folder = fs::absolute(referring_file, fault).lexically_normal().parent_path();
  for (; !fault; folder = folder.parent_path()) {
    folders.push_back(folder);
    if (folder == folder.root_path()) break;
  }
  return folders;
}

// Folders that may be the package of this name, in the order in which they count.
std::vector<fs::path> package_folders(const std::string& name, const std::vector<fs::path>& above,
                                      PackageIndex& packages) {
  std::vector<fs::path> folders;
  // One that holds packages, or is this one.
  const auto add = [&](const fs::path& folder) {
    folders.push_back(folder / name);
    const fs::path own = folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
    if (own == name) folders.push_back(folder);
  };
  for (const std::string& folder : packages.given()) add(folder);
  for (const std::string& folder : packages.folders_of(name)) folders.emplace_back(folder);
  for (const fs::path& folder : above) add(folder);
  return folders;
}

// Some robots are written with three slashes, `package:///name/rest`.
MeshPath package_file(std::string in, const std::string& referring_file, PackageIndex& packages) {
  in.erase(0, in.find_first_not_of('/'));
  const std::size_t slash = in.find('/');
  const std::string name = in.substr(0, slash), rest = slash == std::string::npos ? "" : in.substr(slash + 1);
  const std::vector<fs::path> above = folders_above(referring_file);
  const std::vector<fs::path> folders = package_folders(name, above, packages);
  for (const fs::path& folder : folders)
    if (is_regular(folder / rest)) return {(folder / rest).string()};
  // A copy of the package in a folder with another name.
  for (const fs::path& folder : above)
    if (folder != folder.root_path() && is_regular(folder / "package.xml") && is_regular(folder / rest))
      return {(folder / rest).string()};
  for (const std::string& folder : packages.given())
    if (is_regular(fs::path(folder) / rest)) return {(fs::path(folder) / rest).string()};
  if (const auto found = std::find_if(folders.begin(), folders.end(), is_folder); found != folders.end())
    return {"",
            "package " + name + " in " + found->string() +
                " does not have this file: expected the file in this package, or --package-path with another "
                "folder that contains " +
                name};
  return {
      "",
      "package " + name + " was not found in " + packages.places_in_words() +
          ", and not in a folder above the robot's file: expected --package-path with the folder that contains " +
          name +
          (packages.is_cut() ? "; only the first " + std::to_string(PackageIndex::max_folders) +
                                   " folders of ROS_PACKAGE_PATH were searched"
                             : "")};
}

}  // namespace

MeshPath mesh_path(const std::string& uri, const std::string& referring_file, PackageIndex& packages) {
  if (uri.find('\0') != std::string::npos) return {"", "its name has a zero byte: expected a path"};
  for (const char* beginning : {"package://", "model://"})
    if (const auto in = after(uri, beginning)) return package_file(*in, referring_file, packages);
  std::string name = uri;
  if (const auto path = after(uri, "file://"))
    name = without_percent(*path);
  else if (uri.find("://") != std::string::npos)
    return {"", "not read: expected a file, package:// or model://"};
  else if (uri.find("${") != std::string::npos)
    return {
        "",
        "its path has a variable of Choreonoid, and invdyn does not know its value: expected a path without "
        "variables"};
  const fs::path path = (fs::path(referring_file).parent_path() / name).lexically_normal();
  if (is_regular(path)) return {path.string()};
  std::error_code fault;
  return {"", fs::exists(path, fault) ? "is not a regular file: expected a regular file"
                                      : "no such file: expected it in the folder of the robot's file"};
}

}  // namespace invdyn
