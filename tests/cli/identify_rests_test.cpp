// `identify` on logs as users have them: rests between the motions, noise on positions or velocities, and
// joints that dry friction holds at any torque.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_program.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::map<std::string, double> truth{
    {"damping_shoulder", 2}, {"coulomb_shoulder", 6}, {"damping_elbow", 1}, {"coulomb_elbow", 3}};

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) * std::cos(6.283185307 * random.uniform(0, 1));
}

// The two-link arm with friction goes from place to place by polynomials of order five, and rests there. Its
// torques are those of the program; at rest each joint is held by any part of its dry friction.
class LogWithRests {
 public:
  explicit LogWithRests(Random& random) {
    constexpr double seconds = 20;
    std::vector<double> from{random.uniform(-1, 1), random.uniform(-1, 1)}, to = from, held{0, 0};
    double begin = -1, moves = 1, rests = random.uniform(0.3, 2) + 1;
    for (double t = 0; t < seconds; t += step) {
      if (t >= begin + moves + rests) {
        begin = t, moves = random.uniform(0.8, 2.5), rests = random.uniform(0.3, 2);
        from = to;
        for (std::size_t j = 0; j < 2; ++j)
          to[j] = from[j] + random.uniform(0.3, 1.2) * (random.chance(0.5) ? 1 : -1),
          held[j] = random.uniform(-1, 1);
      }
      const double s = std::min((t - begin) / moves, 1.0);
      Row row{t, {}, {}, {}, held};
      for (std::size_t j = 0; j < 2; ++j) {
        const double way = to[j] - from[j];
        row.q.push_back(from[j] + way * s * s * s * (10 + s * (-15 + 6 * s)));
        row.dq.push_back(way / moves * 30 * s * s * (1 - s) * (1 - s));
        row.ddq.push_back(way / (moves * moves) * 60 * s * (1 - s) * (1 - 2 * s));
      }
      rows_.push_back(row);
    }
  }

  std::string motion() const {
    std::ostringstream text;
    text.precision(15);
    text << "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow";
    for (const Row& row : rows_)
      text << '\n'
           << row.t << ',' << row.q[0] << ',' << row.q[1] << ',' << row.dq[0] << ',' << row.dq[1] << ','
           << row.ddq[0] << ',' << row.ddq[1];
    return text.str() + '\n';
  }

  // Positions have noise of 1e-4 rad, velocities of 0.01 rad/s, torques of 0.2 N m.
  std::string measured(Random& random, const std::string& torques, bool has_velocities) const {
    std::istringstream lines(torques);
    std::string line;
    std::getline(lines, line);
    std::ostringstream text;
    text << "t,shoulder,elbow" << (has_velocities ? ",dq_shoulder,dq_elbow" : "")
         << ",tau_shoulder,tau_elbow";
    for (const Row& row : rows_) {
      double t, tau[2];
      char comma;
      lines >> t >> comma >> tau[0] >> comma >> tau[1];
      text << '\n' << row.t;
      for (const double q : row.q) text << ',' << q + 1e-4 * normal(random);
      for (std::size_t j = 0; has_velocities && j < 2; ++j) text << ',' << row.dq[j] + 0.01 * normal(random);
      for (std::size_t j = 0; j < 2; ++j)
        text << ',' << tau[j] + (row.dq[j] == 0 ? row.held[j] * (j == 0 ? 6 : 3) : 0) + 0.2 * normal(random);
    }
    return text.str() + '\n';
  }

 private:
  static constexpr double step = 0.01;
  struct Row {
    double t;
    std::vector<double> q, dq, ddq, held;
  };
  std::vector<Row> rows_;
};

class IdentifyRests : public testing::Test {
 protected:
  IdentifyRests() {
    nlohmann::json robot = nlohmann::json::parse(here_.run("invdyn robots two-link").out);
    robot["joints"][0]["friction"] = {{"damping", 2}, {"coulomb", 6}};
    robot["joints"][1]["friction"] = {{"damping", 1}, {"coulomb", 3}};
    here_.write("truth.json", robot.dump());
  }
  void write_log(unsigned long seed, bool has_velocities) {
    Random random(seed);
    const LogWithRests log(random);
    here_.write("motion.csv", log.motion());
    const std::string torques = here_.run("invdyn torque truth.json motion.csv -q --columns tau").out;
    here_.write("log.csv", log.measured(random, torques, has_velocities));
  }
  Workplace here_;
};

// INVDYN_STUDY=25 takes a hundred logs.
TEST_F(IdentifyRests, HasTheTruthInItsIntervals) {
  const char* factor = std::getenv("INVDYN_STUDY");
  const int logs = 4 * (factor ? std::atoi(factor) : 1);
  std::map<std::string, int> held, narrow;
  for (int i = 0; i < logs; ++i) {
    write_log(static_cast<unsigned long>(i), i % 2 == 1);
    const Outcome outcome = here_.run("invdyn identify two-link log.csv -q --format csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      const std::string name = line.substr(0, line.find(','));
      if (!truth.contains(name)) continue;
      double in_file, fitted, half_width;
      char comma;
      std::istringstream(line.substr(name.size() + 1)) >> in_file >> comma >> fitted >> comma >> half_width;
      held[name] += std::abs(fitted - truth.at(name)) <= half_width;
      narrow[name] += half_width <= 0.3 * truth.at(name);
    }
  }
  for (const auto& [name, value] : truth) {
    EXPECT_GE(held[name], 0.9 * logs - 1) << name;
    EXPECT_GE(narrow[name], 0.95 * logs) << name;
    if (factor) std::printf("%s: %d of %d held, %d narrow\n", name.c_str(), held[name], logs, narrow[name]);
  }
}

TEST_F(IdentifyRests, SaysWhatItDoesToALog) {
  write_log(1, true);
  const std::string said = here_.run("invdyn identify two-link log.csv").err;
  EXPECT_THAT(
      said,
      HasSubstr("invdyn uses and cleans only the positions, as with the options --differentiate central "
                "and --clean"));
  EXPECT_THAT(said, HasSubstr("rows in which a joint is at rest or reverses are left out: "));
  EXPECT_THAT(here_.run("invdyn identify two-link log.csv --min-speed 0").err, Not(HasSubstr("left out: 9")));
  const std::string left = here_.run("invdyn identify two-link log.csv --no-clean").err;
  EXPECT_THAT(left, Not(HasSubstr("invdyn uses and cleans only the positions")));
  EXPECT_THAT(left, HasSubstr("noise on dq causes about"));
  EXPECT_THAT(here_.run("invdyn validate two-link log.csv").err,
              HasSubstr("invdyn uses and cleans only the positions"));
  EXPECT_EQ(here_.run("invdyn identify two-link log.csv --clean --no-clean").code, 2);
  EXPECT_EQ(here_.run("invdyn identify two-link log.csv --min-speed -1").code, 2);
}

// The line that is suggested corrects the log.
TEST_F(IdentifyRests, RefusesLogsThatNoFitCanMend) {
  write_log(2, false);
  here_.run("awk -F, -v OFS=, 'NR > 1 { $4 = -$4; $5 = -$5 } { print }' log.csv > flipped.csv");
  const std::string fit = "invdyn identify two-link flipped.csv -o fitted.json";
  const Outcome refused = here_.run(fit);
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("flipped.csv: all joints: the sign of the measured torque is flipped."));
  EXPECT_THAT(refused.err, HasSubstr("; --torque-constant=-1 --measured-at joint"));
  EXPECT_EQ(here_.run("test -e fitted.json").code, 1);
  EXPECT_EQ(here_.run(fit + " --torque-constant=-1 --measured-at joint").code, 0);
}

// Links cannot all be ten times lighter than in the file.
TEST_F(IdentifyRests, RefusesLinksFromAnotherUnit) {
  write_log(2, false);
  here_.run("awk -F, -v OFS=, 'NR > 1 { $4 /= 7; $5 /= 15 } { print }' log.csv > currents.csv");
  const Outcome refused = here_.run("invdyn identify two-link currents.csv --fit all -o fitted.json");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err,
              HasSubstr("of the data sheet, or these estimates from the robot's file: --torque-constant="));
  EXPECT_EQ(here_.run("test -e fitted.json").code, 1);
  for (const char* path : {"log.csv", "./log.csv"})
    EXPECT_EQ(here_.run("invdyn identify two-link log.csv --holdout " + std::string(path)).code, 2);
  for (const char* limit : {"-5", "0", "0,0"})
    EXPECT_EQ(here_.run("invdyn identify two-link log.csv --max-torque " + std::string(limit)).code, 2);
  const Outcome held_out = here_.run("invdyn identify two-link log.csv --holdout currents.csv");
  EXPECT_EQ(held_out.code, 1);
  EXPECT_THAT(held_out.err, HasSubstr("currents.csv: all joints: the measured torque is a current"));
}

}  // namespace
}  // namespace invdyn::test
