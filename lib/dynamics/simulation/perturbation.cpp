#include "perturbation.h"

#include <cassert>
#include <random>

namespace invdyn {

Robot perturbed(const Robot& robot, const Perturbation& perturbation) {
  assert(perturbation.mass >= 0 && perturbation.mass < 1 && perturbation.com >= 0 && perturbation.com < 1 &&
         perturbation.inertia >= 0 && perturbation.inertia < 1);
  // The C++ standard defines the numbers of the engine, but not the results of its distributions.
  std::mt19937_64 engine(perturbation.seed);
  const auto factor = [&](double size) {
    const double u = static_cast<double>(engine() >> 11) * 0x1p-53;
    return 1 + size * (2 * u - 1);
  };
  std::vector<MassProperties> masses;
  for (const Link& link : robot.links()) masses.push_back(link.mass_properties);
  for (std::size_t i = 1; i < masses.size(); ++i) {  // link 0 is the base
    const double mass = factor(perturbation.mass), com = factor(perturbation.com),
                 inertia = factor(perturbation.inertia);
    masses[i].mass *= mass;
    masses[i].com *= com;
    masses[i].inertia *= mass * inertia;
  }
  return robot.with_mass_properties(masses);
}

}  // namespace invdyn
