#include "viewed_page.h"

#include <cmath>
#include <sstream>

namespace invdyn::test {

ViewedMotion viewed(const Robot& robot, TrajectorySettings trajectory, bool terms, std::size_t max_numbers) {
  Report silent;
  trajectory.csv.measured = ReadMeasured::if_there;
  const DynamicsSettings dynamics;
  const Surroundings surroundings;
  const Ratings ratings = ratings_of(robot, {}, dynamics);
  return viewed_motion(trajectory,
                       {.robot = robot,
                        .dynamics = dynamics,
                        .surroundings = surroundings,
                        .ratings = ratings,
                        .terms = terms,
                        .max_numbers = max_numbers},
                       silent);
}

ViewedPage::ViewedPage(const Robot& robot, const Settings& settings) : settings_(settings), robot_(robot) {
  content_.emplace(PageContent{.title = settings.title,
                               .program = "invdyn of a test",
                               .robot = robot_,
                               .ratings = ratings_of(robot_, {}, {}),
                               .payloads = settings.payloads,
                               .findings = settings.findings,
                               .shapes = settings.shapes});
  for (const ExternalWrench& wrench : settings.wrenches) content_->wrenches.push_back({wrench});
  if (settings.with_motion) {
    std::ostringstream csv;
    csv.precision(17);
    for (std::size_t row = 0; row < settings.rows; ++row) {
      csv << settings.dt * static_cast<double>(row);
      if (robot_.base_floats()) {
        const Eigen::Vector3d at = base(row).translation();
        const Eigen::Quaterniond turned(base(row).linear());
        for (const double value : {at.x(), at.y(), at.z(), turned.w(), turned.x(), turned.y(), turned.z()})
          csv << ',' << value;
      }
      for (const double q : positions(row)) csv << ',' << q;
      csv << '\n';
    }
    TrajectorySettings trajectory;
    trajectory.path = folder_.write("motion.csv", csv.str());
    trajectory.csv.has_header = false;  // names of joints may be hostile
    trajectory.csv.quaternion = QuaternionOrder::wxyz;
    content_->motions.push_back(viewed(robot_, trajectory, settings.terms));
    content_->motions.back().name = settings.file;
    if (settings.torques_alone) {
      std::vector<ViewedMotion::Column>& columns = content_->motions.back().columns;
      std::erase_if(columns, [](const ViewedMotion::Column& each) {
        return each.quantity != "tau" || each.joint == 0;
      });
      for (ViewedMotion::Column& column : columns) column.quantity = "tau_from_file";
    }
  }
  path_ = folder_.write("page.html", view_page(*content_));
}

double ViewedPage::position(std::size_t row, std::size_t joint) const {
  const double phase = 0.05 * static_cast<double>(row) + static_cast<double>(joint);
  return (robot_.moving_joint(joint).is_revolute() ? 1.2 : 0.2) * std::sin(phase);
}

Eigen::Isometry3d ViewedPage::base(std::size_t row) const {
  if (!robot_.base_floats()) return robot_.T_world_base();
  const double way = 0.05 * static_cast<double>(row);
  return Eigen::Translation3d(5 + way, 3, 0.9) *
         Eigen::AngleAxisd(way, Eigen::Vector3d(1, 2, 3).normalized());
}

std::vector<double> ViewedPage::positions(std::size_t row) const {
  std::vector<double> q;
  for (std::size_t j = 0; j < robot_.dof(); ++j) q.push_back(position(row, j));
  return q;
}

}  // namespace invdyn::test
