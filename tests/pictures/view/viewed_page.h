#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pictures/view/view_page.h"
#include "support/temporary_folder.h"

namespace invdyn::test {

/// A robot that moves sinusoidally, with its page as a file. A base that floats turns as it goes along x.
class ViewedPage {
 public:
  struct Settings {
    std::size_t rows = 101;
    double dt = 0.01;
    std::string title = "a title", file = "motion.csv";
    bool with_motion = true, terms = false;
    bool torques_alone = false;  ///< the motion is a file of torques, without the first joint
    std::vector<Finding> findings = {};
    std::vector<ExternalWrench> wrenches = {};
    RobotShapes shapes = {};
    std::vector<PageContent::Carried> payloads = {};
  };
  ViewedPage(const Robot& robot, const Settings& settings);

  const std::string& path() const { return path_; }
  /// Of all joints in a row.
  std::vector<double> positions(std::size_t row) const;
  /// The pose of the base in a row.
  Eigen::Isometry3d base(std::size_t row) const;
  const PageContent& content() const { return *content_; }

 private:
  double position(std::size_t row, std::size_t joint) const;

  Settings settings_;
  Robot robot_;
  TemporaryFolder folder_;
  std::optional<PageContent> content_;
  std::string path_;
};

/// A file's motion, computed as `invdyn view` does.
ViewedMotion viewed(const Robot& robot, TrajectorySettings trajectory, bool terms = false,
                    std::size_t max_numbers = 1'000'000);

}  // namespace invdyn::test
