#include "support/families.h"

#include <cmath>

#include "support/chains.h"

namespace invdyn::test {
namespace {

using Describe = RobotDescription (*)(Random& random, std::size_t joints, double massless);

template <int prismatic_percent>
RobotDescription serial(Random& random, std::size_t joints, double massless) {
  return random_description(
      random,
      {.joints = joints, .prismatic = prismatic_percent / 100.0, .branching = 0, .massless = massless});
}

RobotDescription square(Random& random, std::size_t joints, double massless) {
  return square_chain(random, joints, 0.3, massless);
}

RobotDescription branched(Random& random, std::size_t joints, double massless) {
  return random_description(random, {.joints = joints, .branching = 0.5, .massless = massless});
}

// Multiplies the mass of each link by a random factor between 1e-6 and 1e6.
template <Describe describe>
RobotDescription extreme(Random& random, std::size_t joints, double massless) {
  RobotDescription description = describe(random, joints, massless);
  for (auto& entry : description.joints) {
    const double factor = std::pow(10, random.uniform(-6, 6));
    entry.link.mass_properties.mass *= factor;
    entry.link.mass_properties.inertia *= factor;
  }
  return description;
}

struct Family {
  std::string name;
  Describe describe;
};

}  // namespace

std::vector<Sample> samples(const SampleChoice& choice) {
  const std::vector<Family> families{{"serial, revolute", serial<0>},
                                     {"serial, mixed", serial<40>},
                                     {"square axes", square},
                                     {"half-way masses", half_way_chain},
                                     {"branched", branched},
                                     {"extreme masses", extreme<serial<40>>},
                                     {"extreme half-way masses", extreme<half_way_chain>},
                                     {"extreme masses, branched", extreme<branched>}};
  std::vector<Sample> result;
  unsigned long seed = 0;
  for (const Family& family : families)
    for (const std::size_t joints : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 12u, 25u, 40u}) {
      if (joints > choice.max_joints) continue;
      ++seed;
      if (joints > INVDYN_MAX_JOINTS) continue;
      Random random(seed);
      const RobotDescription description = family.describe(random, joints, choice.massless);
      const Robot robot = robot_of(description);
      const State state = random_state(random, robot);
      result.push_back(
          {family.name + ", " + std::to_string(joints) + " joints", seed, description, robot, state});
    }
  return result;
}

}  // namespace invdyn::test
