// Motors that move several joints: from their logs to drives that turn so, and what each command makes of
// these.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// The elbow's motor is in the base and turns with both joints; by_joint: its friction is of the elbow alone.
void write_arms(const Workplace& here) {
  const auto arm = [](const std::string& shoulder, const std::string& elbow) {
    const auto link = [](const char* name) {
      return R"("link": {"name": ")" + std::string(name) +
             R"(", "mass": 2, "com": [0.2, 0.05, 0], "inertia": {"ixx": 0.01, "iyy": 0.03, "izz": 0.03}})";
    };
    return R"({"name": "arm", "convention": "tree", "gravity": [0, -9.81, 0], "joints": [
      {"name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, 0, 1], )" +
           link("upper") + shoulder + R"(},
      {"name": "elbow", "type": "revolute", "parent": "upper", "axis": [0, 0, 1], "origin": {"xyz": [0.4, 0, 0]}, )" +
           link("fore") + elbow + "}]}";
  };
  const std::string first = R"(, "friction": {"damping": 0.5, "coulomb": 2})",
                    second = R"(, "friction": {"damping": 1, "coulomb": 3}, "motor": {"rotor_inertia": 0.2)";
  here.write("bare.json", arm("", ""));
  here.write("by-joint.json", arm(first, second + "}"));
  here.write("coupled.json", arm(first, second + R"(, "turns_with": {"shoulder": 1}})"));
  std::string rows = "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow\n";
  for (int k = 0; k < 1500; ++k) {
    const double t = 0.01 * k;
    std::string q, dq, ddq;
    for (const double w : {1.1, 1.7}) {
      const double p = 1.3 * w * w;
      q += ',' + std::to_string(0.6 * std::sin(w * t) + 0.3 * std::sin(p * t));
      dq += ',' + std::to_string(0.6 * w * std::cos(w * t) + 0.3 * p * std::cos(p * t));
      ddq += ',' + std::to_string(-0.6 * w * w * std::sin(w * t) - 0.3 * p * p * std::sin(p * t));
    }
    rows += std::to_string(t) + q + dq + ddq + '\n';
  }
  here.write("motion.csv", rows);
  here.write("belt.csv", "motor,shoulder,elbow\nm1,1,0\nm2,1,1\n");
}

// The log of the motors m1 = shoulder, m2 = shoulder + elbow, so that tau_m1 = tau_shoulder - tau_elbow.
void write_log(const Workplace& here, const std::string& robot) {
  const Table joints =
      table_of(here.run("invdyn torque " + robot + " motion.csv --columns q,dq,ddq,tau -q").out);
  std::string log = "t,m1,m2,dq_m1,dq_m2,ddq_m1,ddq_m2,tau_m1,tau_m2\n";
  for (const std::vector<double>& row : joints.rows) {
    log += std::to_string(row[0]);
    for (std::size_t k = 1; k < 7; k += 2)
      log += ',' + std::to_string(row[k]) + ',' + std::to_string(row[k] + row[k + 1]);
    log += ',' + std::to_string(row[7] - row[8]) + ',' + std::to_string(row[8]) + '\n';
  }
  here.write("motors.csv", log);
}

TEST(Coupling, IsWrittenWhereFrictionIsOfTheMotors) {
  const Workplace here;
  write_arms(here);
  write_log(here, "coupled.json");
  const Outcome coupled = here.run(
      "invdyn identify bare.json motors.csv --coupling belt.csv --fit friction,rotor -o coupled-fit.json");
  EXPECT_EQ(coupled.code, 0) << coupled.err;
  EXPECT_THAT(coupled.err, HasSubstr("\"elbow\" depend on the speeds of the motors"));
  const auto fitted = nlohmann::json::parse(here.read("coupled-fit.json"))["joints"][1];
  EXPECT_EQ(fitted["motor"]["turns_with"], nlohmann::json({{"shoulder", 1.0}}));
  EXPECT_NEAR(fitted["motor"]["rotor_inertia"].get<double>(), 0.2, 1e-3);
  EXPECT_NEAR(fitted["friction"]["damping"].get<double>(), 1, 1e-3);
  EXPECT_NEAR(fitted["friction"]["coulomb"][0].get<double>(), 3, 1e-3);

  write_log(here, "by-joint.json");
  const Outcome plain = here.run(
      "invdyn identify bare.json motors.csv --coupling belt.csv --fit friction,rotor -o plain-fit.json");
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(here.read("plain-fit.json"), Not(HasSubstr("turns_with")));
}

TEST(Coupling, IsKnownToAllCommands) {
  const Workplace here;
  write_arms(here);
  EXPECT_THAT(here.run("invdyn robot inspect coupled.json").out, HasSubstr("turns with"));
  EXPECT_THAT(here.run("invdyn robot diff by-joint.json coupled.json").out, HasSubstr("turns with shoulder"));
  here.run("invdyn robot convert coupled.json copy.json");
  EXPECT_THAT(here.run("invdyn robot diff copy.json coupled.json").out, HasSubstr(": the same robot"));
  for (const char* format : {"urdf", "mjcf"})
    EXPECT_THAT(here.run(std::string("invdyn robot convert coupled.json copy.") + format).err,
                HasSubstr("the drive of this joint also turns when other joints move (turns_with)"));
  EXPECT_EQ(here.run("invdyn size coupled.json motion.csv -q").code, 0);
  here.write("motors.csv", "joint,peak_torque\nelbow,9\n");
  EXPECT_THAT(here.run("invdyn size coupled.json motion.csv --motors motors.csv").err,
              HasSubstr("motors can be sized only if each drive turns with one joint"));
  here.run("invdyn torque coupled.json motion.csv --columns q,dq,ddq,tau -q -o log.csv");
  EXPECT_THAT(here.run("invdyn validate coupled.json log.csv --measured-at motor").err,
              HasSubstr("some motors of arm turn with more than one joint"));
  EXPECT_THAT(here.run("invdyn torque coupled.json motion.csv --lock elbow=0").err,
              HasSubstr("lock both joints, or neither of them"));
}

// Inverse dynamics of the plant's motion gives the torques that moved it, but where a drive rests.
TEST(Coupling, HasTheSameTorquesInSimulations) {
  const Workplace here;
  write_arms(here);
  ASSERT_EQ(here.run("invdyn simulate coupled.json motion.csv -o run.csv -q").code, 0);
  const Table run = table_of(here.read("run.csv")),
              back = table_of(here.run("invdyn torque coupled.json run.csv").out);
  ASSERT_EQ(back.rows.size(), run.rows.size());
  std::size_t turning = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double shoulder = run.rows[k][3], elbow = run.rows[k][4];
    if (std::abs(shoulder) < 0.01 || std::abs(shoulder + elbow) < 0.01) continue;
    ++turning;
    for (const std::size_t j : {0U, 1U}) EXPECT_NEAR(back.rows[k][1 + j], run.rows[k][11 + j], 1e-9) << k;
  }
  EXPECT_GT(turning, run.rows.size() * 9 / 10);
}

}  // namespace
}  // namespace invdyn::test
