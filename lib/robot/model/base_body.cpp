#include "base_body.h"

#include "bodies.h"

namespace invdyn {

MassProperties base_body(const Robot& robot) {
  const std::vector<LinkPlacement> seats = link_seats(robot);
  MassProperties sum;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (!seats[i].body) sum = composed(sum, moved(robot.links()[i].mass_properties, seats[i].T_body_link));
  return sum;
}

}  // namespace invdyn
