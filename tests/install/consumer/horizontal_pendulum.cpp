// The shipped pendulum, 1 kg at 1 m, held horizontally: m g l = 9.80665 N m; released, it falls with g / l.

#include <invdyn/dynamics/core/inverse_dynamics.h>
#include <invdyn/dynamics/simulation/plant.h>
#include <invdyn/robot/files/read.h>

#include <cmath>
#include <cstdio>
#include <numbers>

int main() {
  const invdyn::Robot robot = invdyn::read_robot("pendulum", [](const std::string&) {});
  const invdyn::InverseDynamics dynamics(robot);
  invdyn::InverseDynamics::Workspace<double> workspace(dynamics);
  const double q = std::numbers::pi / 2, dq = 0, ddq = 0;
  double tau = 0;
  dynamics.torques(invdyn::JointMotion<double>{{&q, 1}, {&dq, 1}, {&ddq, 1}}, workspace, {&tau, 1});
  std::printf("%.17g N m\n", tau);

  invdyn::Plant plant(robot, {});
  const double nothing = 0;
  plant.place(0, {&q, 1}, {&dq, 1});
  plant.hold({&nothing, 1});
  std::printf("%.17g rad/s^2\n", plant.ddq()[0]);
  return std::abs(tau - 9.80665) <= 1e-12 && std::abs(plant.ddq()[0] + 9.80665) <= 1e-12 ? 0 : 1;
}
