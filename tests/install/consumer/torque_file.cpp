// The main job in ten lines: from a robot file and a trajectory file to a torque file, and to arrays. The
// pendulum, 1 kg at 1 m, is held straight down, then horizontally: 0 and m g l = 9.80665 N m.

#include <invdyn/invdyn.h>

#include <cmath>
#include <fstream>
#include <iostream>

struct Messages : invdyn::Report {
  void warning(const std::string& text) override { std::cerr << "warning: " << text << '\n'; }
};

int main() try {
  std::ofstream("held.csv") << "t,pivot\n0,0\n1,1.5707963267948966\n";

  Messages messages;
  const invdyn::Robot robot = invdyn::read_robot("pendulum", messages.warn());
  const invdyn::TorqueJob job{robot, {.path = "held.csv", .is_static = true}};
  invdyn::write_torques(job, "torques.csv", messages);
  const invdyn::TorqueRows rows = invdyn::compute_torques(job, messages);
  std::cout << rows.joints[0] << ": " << rows.tau.col(0).abs().maxCoeff() << " N m\n";

  std::string header, held_down, held_out;
  std::ifstream file("torques.csv");
  std::getline(std::getline(std::getline(file, header), held_down), held_out);
  const bool is_right = header == "t,tau_pivot" && held_down == "0,0" && rows.t.size() == 2 &&
                        rows.tau(0, 0) == 0 && std::abs(rows.tau(1, 0) - 9.80665) <= 1e-12 &&
                        std::abs(std::stod(held_out.substr(2)) - 9.80665) <= 1e-12;
  return is_right ? 0 : 1;
} catch (const invdyn::Error& error) {
  std::cerr << "error: " << error.what() << '\n';
  return 1;
}
