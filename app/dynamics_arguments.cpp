#include "dynamics_arguments.h"

#include "arguments.h"
#include "error.h"
#include "wording.h"

namespace invdyn {

void DynamicsArguments::add_to(CLI::App& command) {
  command.add_option("--gravity", gravity, "Acceleration of a free fall in world axes, in m/s^2")
      ->type_name("X,Y,Z");
  command.add_flag("--no-friction", no_friction, "Leave viscous and Coulomb friction out");
  command.add_flag("--no-rotor", no_rotor, "Leave the inertia of the motors' rotors out");
}

DynamicsSettings DynamicsArguments::settings() const {
  DynamicsSettings settings;
  settings.friction = !no_friction;
  settings.rotor = !no_rotor;
  if (!gravity.empty()) {
    const Eigen::VectorXd acceleration = numbers_argument("--gravity", gravity);
    if (acceleration.size() != 3)
      throw UsageError("--gravity", "has " +
                                        counted(static_cast<std::size_t>(acceleration.size()), "number") +
                                        ": expected three, X,Y,Z in m/s^2, such as 0,0,-9.81");
    settings.gravity = acceleration;
  }
  return settings;
}

}  // namespace invdyn
