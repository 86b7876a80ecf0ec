#include "floating_base.h"

#include "../../ground/base/wording.h"
#include "moved_mass.h"

namespace invdyn {

bool floats_without_mass(const Robot& robot) {
  if (!robot.base_floats() || moves_no_mass(robot)) return false;
  constexpr double nothing = 1e-12;  // of the mass: MuJoCo needs some mass of each body
  const std::vector<bool> moves = links_that_move(robot.with_floating_base(false));
  double of_joints = 0, of_base = 0;
  for (std::size_t link = 0; link < moves.size(); ++link)
    (moves[link] ? of_joints : of_base) += robot.links()[link].mass_properties.mass;
  return of_base <= nothing * of_joints;
}

std::string massless_base_text(const Robot& robot) {
  return "the base floats, but its link " + in_quotes(robot.links()[0].name) +
         " and all links fixed to this link have no mass. The force on the base does not include the weight "
         "of these links: expected mass, centre of mass and moments of the base's link in the file";
}

Robot with_compensated_base(const Robot& robot, double share) {
  std::vector<double> of_links;
  for (const Link& link : robot.links()) of_links.push_back(link.gravity_compensation);
  of_links[0] = share;
  return robot.with_gravity_compensations(of_links);
}

}  // namespace invdyn
