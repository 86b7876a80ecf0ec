#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// Places of ROS packages, the first one first.
struct PackagePlaces {
  std::vector<std::string> given = {};  ///< folders that hold packages, or are packages
  std::string ros_package_path = {};    ///< the environment variable of ROS 1
  std::string ament_prefix_path = {};   ///< the environment variable of ROS 2
};

/// Finds packages where ROS does. Folders of ROS_PACKAGE_PATH are packages, or are searched for packages like
/// rospack does: a folder with package.xml or manifest.xml is one; those below it, hidden ones and those with
/// CATKIN_IGNORE or rospack_nosubdirs are not searched. The search ends after `max_folders`.
class PackageIndex {
 public:
  static constexpr std::size_t max_folders = 20'000;

  PackageIndex(PackagePlaces places = {}) : places_(std::move(places)) {}

  const std::vector<std::string>& given() const { return places_.given; }
  /// The folders of the package of this name by the environment, whether or not they exist.
  std::vector<std::string> folders_of(const std::string& name);
  /// The places, for messages: `--package-path (a, b), ROS_PACKAGE_PATH (not set) and AMENT_PREFIX_PATH
  /// (/opt)`.
  std::string places_in_words() const;
  /// Whether ROS_PACKAGE_PATH has more folders than were searched.
  bool is_cut() const { return visited_ > max_folders; }

 private:
  void search(const std::string& folder, int depth);

  PackagePlaces places_;
  std::optional<std::map<std::string, std::string>> ros_;  // by name; known after the first search
  std::size_t visited_ = 0;
};

}  // namespace invdyn
