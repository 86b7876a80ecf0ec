#include "corrected_inertia.h"

#include "magnitudes.h"
#include "principal_moments.h"
#include "pseudo_inertia.h"

namespace invdyn {
namespace {

bool is_possible(const Eigen::Matrix3d& inertia) {
  return !has_negative_moment(inertia) && keep_triangle_inequality(principal_moments(inertia));
}

}  // namespace

std::vector<CorrectedInertia> correct_inertia(RobotDescription& description) {
  expect_sensible_magnitudes(description);
  std::vector<CorrectedInertia> corrected;
  const auto correct = [&](std::size_t joint, const std::string& link, Eigen::Matrix3d& inertia) {
    if (is_possible(inertia)) return;
    const Eigen::Matrix3d nearest = nearest_possible_inertia(inertia);
    corrected.push_back({.link = link,
                         .place = description.place(joint, RobotDescription::Part::inertia),
                         .before = principal_moments(inertia),
                         .after = principal_moments(nearest),
                         .change = (nearest - inertia).norm() / inertia.norm()});
    inertia = nearest;
  };
  correct(RobotDescription::base, description.base_link, description.base_mass_properties.inertia);
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    Link& link = description.joints[i].link;
    correct(i, link.name, link.mass_properties.inertia);
  }
  return corrected;
}

}  // namespace invdyn
