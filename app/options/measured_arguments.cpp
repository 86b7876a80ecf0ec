#include "measured_arguments.h"

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"

namespace invdyn {

void MeasuredArguments::add_to(CLI::App& command, bool are_rare) {
  const auto marked = [&](CLI::Option* option) { return are_rare ? rare(option) : option; };
  marked(command.add_option(
             "--torque-constant", torque_constants,
             "Torque per current, N m/A. The columns tau_JOINT are then motor currents, in A. Give one "
             "value for each joint that moves, in the robot's order, or one value for all joints. The "
             "value is negative if a positive current turns the joint backwards"))
      ->type_name("K1,K2,...")
      ->group(group::input);
  offer_words(
      marked(command.add_option(
          "--measured-at", at,
          "Side of the measured torques: joint or motor. The columns tau_JOINT were measured on the "
          "joint's side or on the motor's side of the gearbox. Torques at the motor's shaft are converted to "
          "joint torques. The gear ratio, efficiency, rotor inertia and motor friction are those of the "
          "robot's file. Default: joint. If --torque-constant is given, the default is motor")),
      {"joint", "motor"})
      ->type_name("SIDE")
      ->group(group::input);
}

MeasuredSettings MeasuredArguments::settings() const {
  using At = MeasuredSettings::At;
  constexpr At sides[] = {At::joint, At::motor};
  MeasuredSettings settings;
  settings.at = torque_constants.empty() ? At::joint : At::motor;
  if (!at.empty()) settings.at = sides[choice_argument("--measured-at", at, {"joint", "motor"})];
  if (torque_constants.empty()) return settings;
  for (const double value : numbers_argument("--torque-constant", torque_constants)) {
    if (value == 0)
      throw UsageError(
          "--torque-constant",
          "has 0, so a measured torque would always be 0: expected numbers other than 0 (N m/A)");
    settings.torque_constants.push_back(value);
  }
  return settings;
}

}  // namespace invdyn
