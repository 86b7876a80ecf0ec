// C. S. G. Lee, M. J. Chung, T. N. Mudge and J. L. Turney (1982), section 5: a PUMA under computed torque
// control follows a motion. Its position errors stay below one bit of a 12-bit converter, 4.26e-4 rad. The
// paper gives the gains, the sampling time and both ends of the motion. It does not give the arm's
// parameters, the duration, the profile and the integration of the plant.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

#include "../../dynamics/simulation/perturbation.h"
#include "../../dynamics/simulation/simulation.h"
#include "../../ground/base/error.h"
#include "../../ground/text/number.h"
#include "../../trajectory/generate/point_to_point.h"
#include "count_tables.h"
#include "reproduction.h"
#include "runs.h"

namespace invdyn {
namespace {

constexpr double one_bit = 4.26e-4;  // rad, of section 5
// 12 bits over 100 degrees are 4.261e-4 rad.
constexpr double converter_count = 100 * std::numbers::pi / 180 / 4096;

// The paper's angles, (90, 0, 90, 0, 0, 0) to (45, 30, 0, 45, 60, 90) degrees, in the shipped robot's frames:
// 180 degrees less on joints 1, 2, 3 and 6, and full turns more where the limits require it.
Eigen::VectorXd q_initial() {
  return radians({-90, 180, -90, 0, 0, -180});
}
Eigen::VectorXd q_final() {
  return radians({-135, 210, -180, 45, 60, -90});
}

struct Profiled {
  Profile profile;
  std::string name;
};
const std::array profiles{Profiled{Profile::quintic, "quintic"}, Profiled{Profile::cubic, "cubic"},
                          Profiled{Profile::trapezoid, "trapezoid"}};

// The paper's gravity: after (3.10), and at (3.21).
const DynamicsSettings frictionless{.friction = false, .gravity = Eigen::Vector3d(0, 0, -9.8)};

// All conditions of a run. Defaults: rotors in plant and model, no friction, exact measurements.
struct Case {
  Profile profile = Profile::quintic;
  double duration = 3;   // s
  double period = 0.01;  // s
  DynamicsSettings plant = frictionless, model = frictionless;
  Eigen::VectorXd from = q_initial(), to = q_final();
  EncoderSettings encoder = {};
  Perturbation perturbation = {};
  double tolerance = IntegrationSettings{}.tolerance;
};

// The largest absolute value.
double largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

struct Run {
  std::vector<double> t;
  std::array<std::vector<double>, 6> error;  // rad, by joint

  struct Peak {
    double error;
    std::size_t joint;
    double t;
  };
  Peak peak() const {
    Peak peak{0, 0, 0};
    for (std::size_t joint = 0; joint < error.size(); ++joint)
      for (std::size_t k = 0; k < t.size(); ++k)
        if (std::abs(error[joint][k]) > peak.error) peak = {std::abs(error[joint][k]), joint, t[k]};
    return peak;
  }
};

Run simulated(const Robot& robot, const Case& c) {
  SampledMotion desired(robot.dof());
  desired.take(
      whole(PointToPoint(c.profile, c.from, c.to, c.duration, TimeGrid::with_step(c.period)), robot.dof()));
  const Controller controller(robot, perturbed(robot, c.perturbation), c.model,
                              {.law = ControlLaw::computed_torque,
                               .kp = Eigen::VectorXd::Constant(6, 100),
                               .kv = Eigen::VectorXd::Constant(6, 20)});
  SimulationSettings settings{.period = TimeGrid::with_step(c.period), .encoder = c.encoder};
  settings.integration.tolerance = c.tolerance;
  Run run;
  Simulation(robot, c.plant, controller, settings).run(desired, [&](const ControlSample& sample) {
    run.t.push_back(sample.t);
    for (std::size_t joint = 0; joint < 6; ++joint)
      run.error[joint].push_back(sample.error[static_cast<Eigen::Index>(joint)]);
  });
  return run;
}

Case without_rotors() {
  Case c;
  c.plant.rotor = c.model.rotor = false;
  return c;
}
Case with_encoder(bool differences) {
  Case c;
  c.encoder = {.resolution = Eigen::VectorXd::Constant(6, converter_count), .differences = differences};
  return c;
}
Case with_wrong_masses(std::uint64_t seed) {
  Case c;
  c.perturbation = {.mass = 0.05, .seed = seed};
  return c;
}
Case with_unknown_rotors() {
  Case c;
  c.model.rotor = false;
  return c;
}
Case with_unknown_friction() {
  Case c;
  c.plant.friction = true;
  return c;
}

struct Variant {
  std::string name;
  Case with;
};
// Runs of one condition. The worst one counts.
struct Condition {
  std::string name;
  std::vector<Variant> variants;
};
std::vector<Condition> conditions() {
  const auto single = [](const std::string& name, const Case& with) {
    return Condition{name, {{name, with}}};
  };
  Condition wrong_masses{"masses wrong by up to 5 %, worst of five sets", {}};
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    wrong_masses.variants.push_back(
        {"masses wrong by up to 5 %, seed " + std::to_string(seed), with_wrong_masses(seed)});
  return {single("rotor inertia in plant and model", {}),
          single("no rotor inertia", without_rotors()),
          single("12-bit encoders, velocity differenced", with_encoder(true)),
          wrong_masses,
          single("rotor inertia unknown to the model", with_unknown_rotors()),
          single("friction unknown to the model", with_unknown_friction())};
}

// The durations at which a claim holds, in words: "at 1.5 s, from 2.5 s on". `all` is ascending.
std::string in_words(const std::vector<double>& holding, std::span<const double> all) {
  std::size_t tail = 0;  // number of these at the end of `all`, without a gap
  while (tail < holding.size() && holding[holding.size() - 1 - tail] == all[all.size() - 1 - tail]) ++tail;
  std::string text;
  for (std::size_t i = 0; i + tail < holding.size(); ++i) text += "at " + shortest(holding[i]) + " s, ";
  return text + (tail > 0 ? "from " + shortest(holding[holding.size() - tail]) + " s on"
                          : "not at " + shortest(all.back()) + " s");
}

void show_errors(Chapter& chapter, const Robot& robot) {
  const Run rotors = simulated(robot, {}), bare = simulated(robot, without_rotors());
  const std::vector<Level> bits{{1000 * one_bit, "±0.426 mrad"}, {-1000 * one_bit, ""}};
  const auto in_mrad = [](std::vector<double> error) {
    for (double& value : error) value *= 1000;
    return error;
  };
  constexpr std::array places{
      "waist", "shoulder", "elbow", "first of the wrist", "second of the wrist", "third of the wrist"};
  const auto peak_in_words = [](const std::vector<double>& error) {
    const double peak = largest(error);
    return in_digits(1000 * peak) + " mrad" +
           (peak < one_bit ? ", below one bit of the converter." : ", above one bit of the converter.");
  };
  for (std::size_t joint = 0; joint < 6; ++joint) {
    const std::string number = std::to_string(joint + 3), joint_number = std::to_string(joint + 1);
    chapter.figure(
        "Fig. " + number, "fig-0" + number + "-joint" + joint_number,
        {.panels =
             {{.x = {.label = "time (s)"},
               .y = {.label = "position error of joint " + joint_number + " (mrad)"},
               .curves = {{.name = "with rotor inertia", .x = rotors.t, .y = in_mrad(rotors.error[joint])},
                          {.name = "without rotor inertia", .x = bare.t, .y = in_mrad(bare.error[joint])}},
               .levels = bits}}},
        "Position error of joint " + joint_number + " (" + places[joint] +
            "). With rotor inertia, the error is at most " + peak_in_words(rotors.error[joint]) +
            " Without rotor inertia, it is at most " + peak_in_words(bare.error[joint]) +
            (joint == 5 ? " The paper gives this figure the number 3 too." : ""));
  }
  const double peak = rotors.peak().error;
  chapter.page().claim(
      {"In the drawn motion (quintic, 3 s, with rotor inertia), all position errors stay below one step of the "
       "encoder (one bit)",
       verdict_of(peak < one_bit), "at most " + in_digits(1000 * peak) + " mrad",
       "below " + in_digits(1000 * one_bit) + " mrad"});
  std::vector<Table::Column> columns{{"t", true}};
  for (const char* which : {"rotor", "no_rotor"})
    for (std::size_t joint = 0; joint < 6; ++joint)
      columns.push_back({std::string(which) + "_error_" + robot.moving_joint(joint).name, true});
  Table all(columns);
  for (std::size_t k = 0; k < rotors.t.size(); ++k) {
    std::vector<Table::Cell> row{rotors.t[k]};
    for (const Run* run : {&rotors, &bare})
      for (const auto& error : run->error) row.emplace_back(error[k]);
    all.add_row(row);
  }
  chapter.file("CSV", "position-errors.csv", all.text(TableFormat::csv));
}

void show_map(Chapter& chapter, const Robot& robot) {
  constexpr std::array durations{0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0};
  Figure figure{.columns = 2};
  Table map({{"condition"},
             {"profile"},
             {"duration (s)"},
             {"peak error (rad)"},
             {"joint"},
             {"at (s)"},
             {"below 4.26e-4"}});
  std::size_t all_holding = 0, all_cases = 0;
  Table shortest_holding({{"condition"}, {"quintic"}, {"cubic"}, {"trapezoid"}});
  for (const Condition& condition : conditions()) {
    Panel panel{.title = condition.name,
                .x = {.label = "duration (s)", .logarithmic = true},
                .y = {.label = "peak error (mrad)", .logarithmic = true, .minimum = 0.02, .maximum = 3000},
                .levels = {{1000 * one_bit, "0.426 mrad"}}};
    std::vector<Table::Cell> from{condition.name};
    for (const Profiled& profile : profiles) {
      Curve curve{.name = profile.name, .mark = Mark::line_and_points};
      std::vector<double> holding;
      for (const double duration : durations) {
        Run::Peak worst{0, 0, 0};
        for (Variant variant : condition.variants) {
          variant.with.profile = profile.profile;
          variant.with.duration = duration;
          const Run::Peak peak = simulated(robot, variant.with).peak();
          if (peak.error > worst.error) worst = peak;
          map.add_row({variant.name, profile.name, duration, peak.error,
                       static_cast<std::int64_t>(peak.joint + 1), peak.t,
                       std::string(peak.error < one_bit ? "yes" : "no")});
        }
        curve.x.push_back(duration);
        curve.y.push_back(1000 * worst.error);
        ++all_cases;
        if (worst.error < one_bit) {
          ++all_holding;
          holding.push_back(duration);
        }
      }
      from.emplace_back(in_words(holding, durations));
      panel.curves.push_back(std::move(curve));
    }
    shortest_holding.add_row(from);
    figure.panels.push_back(std::move(panel));
  }
  chapter.page().claim(
      {"With other durations, profiles and conditions, all position errors stay below one bit of the "
       "12-bit converter",
       verdict_of(all_holding, all_cases),
       std::to_string(all_holding) + " of " + std::to_string(all_cases) + " cases have only errors below " +
           in_digits(1000 * one_bit) + " mrad",
       "the errors are always below " + in_digits(1000 * one_bit) + " mrad"});
  chapter.file("CSV", "runs.csv", map.text(TableFormat::csv));
  chapter.figure(
      "The claim mapped", "map", figure,
      "Largest position error of all joints over the duration of the motion, for three profiles and six "
      "conditions. The line is one bit of the converter. Below the line, the paper's claim "
      "holds. The trapezoidal speed profile has three parts of equal "
      "time, as in Sasaki's report. For durations T of 0.75, 1.5 and 3 s, T/3 "
      "is a multiple of the sampling time. For these T, the jumps of the acceleration are at control "
      "instants, so the errors of the trapezoidal profile are smaller.");
  chapter.table(
      "Where the claim holds", "claim", shortest_holding,
      "We simulated 13 durations. The table shows for which durations all errors are below 4.26e-4 rad. "
      "`runs.csv` has all runs, with each of the five sets of wrong masses.");
}

void show_assumptions(Chapter& chapter, const Robot& robot) {
  Table table({{"assumption"},
               {"the paper"},
               {"here"},
               {"instead"},
               {"peak error (mrad)"},
               {"joint"},
               {"at (s)"},
               {"below 0.426"}});
  const auto add = [&](const std::string& what, const std::string& paper, const std::string& here,
                       const std::string& instead, const Case& c) {
    const Run::Peak peak = simulated(robot, c).peak();
    table.add_row({what, paper, here, instead, rounded(peak.error * 1e3, 4),
                   static_cast<std::int64_t>(peak.joint + 1), peak.t,
                   std::string(peak.error < one_bit ? "yes" : "no")});
  };
  add("(as drawn)", "", "all entries of this column", "", {});
  for (const double duration : {1.0, 2.0, 5.0}) {
    Case c;
    c.duration = duration;
    add("duration", "not given", "3 s", shortest(duration) + " s", c);
  }
  for (const Profiled& profile : profiles) {
    Case c;
    c.profile = profile.profile;
    if (c.profile != Profile::quintic) add("profile", "not given", "quintic", profile.name, c);
  }
  add("rotor inertia", "not in the paper's equations", "in plant and model", "none", without_rotors());
  add("rotor inertia", "not in the paper's equations", "in plant and model", "in the plant only",
      with_unknown_rotors());
  Case known;
  known.plant.friction = known.model.friction = true;
  add("friction", "none", "none", "in plant and model", known);
  add("friction", "none", "none", "in the plant only", with_unknown_friction());
  add("measurement", "not given", "exact", "positions with 12 bits over 100 degrees, exact velocities",
      with_encoder(false));
  add("measurement", "not given", "exact",
      "positions with 12 bits over 100 degrees, velocities from differences of positions",
      with_encoder(true));
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    add("parameters of the arm", "a PUMA 600, no values", "Puma 560 by Corke, in plant and model",
        "masses of the model wrong by up to 5 %, seed " + std::to_string(seed), with_wrong_masses(seed));
  }
  for (const double period : {0.005, 0.02}) {
    Case c;
    c.period = period;
    add("sampling time", "0.01 s", "0.01 s", shortest(period) + " s", c);
  }
  Case standard;
  standard.plant.gravity = standard.model.gravity = Eigen::Vector3d(0, 0, -standard_gravity);
  add("gravity", "9.8 m/s²", "9.8 m/s²", "9.80665 m/s²", standard);
  Case same_angles;
  same_angles.from = radians({90, 0, 90, 0, 0, 0});
  same_angles.to = radians({45, 30, 0, 45, 60, 90});
  add("frames", "no table of their parameters",
      "Lee's usual frames: angles of joints 1, 2, 3 and 6 are 180 degrees larger than the robot's",
      "frames of the robot's file", same_angles);
  Case coarse;
  coarse.tolerance = 1e-8;
  add("integration of the plant", "not given", "Dormand and Prince, error of a step 1e-12", "1e-8", coarse);
  chapter.table("Assumptions", "assumptions", table,
                "The table lists what the paper does not state, and what we chose. The last columns show "
                "the peak error if the column `instead` replaces the column `here`.");
  chapter.page().paragraph("Further assumptions:");
  chapter.page().list({
      "Torques are computed without delay (the paper needs 3 ms) and held from sample to sample. They have "
      "no limits.",
      "The plant starts at rest on the desired motion. The hand carries no load.",
      "The parameters of the arm are from Corke " + chapter.page().cite("corke") +
          ". Lee's usual frames have alphas and a3 of the opposite sign.",
      "One bit of a 12-bit converter is 4.26e-4 rad for a range of 100 degrees. Encoders count from position "
      "0 of the shipped robot. The first velocity of the encoders is zero. If encoders counted from another "
      "position, the peak error would change by a few percent where velocities are computed from finite "
      "differences of positions. "
      "This is enough to change the verdict at 5 s.",
      "The model computes friction from the measured velocity; for a joint at rest, from the desired "
      "velocity.",
  });
}

}  // namespace

void write_lee1982(Chapter& chapter) {
  Page& page = chapter.page();
  page.paragraph(
      "Source: C. S. G. Lee, M. J. Chung, T. N. Mudge and J. L. Turney, On the Control of Mechanical "
      "Manipulators " +
      page.cite("lee1982") +
      ", section 5. A PUMA moves from (90, 0, 90, 0, 0, 0) to (45, 30, 0, 45, 60, 90) degrees under computed "
      "torque control: (4.1) with the corrected acceleration (4.4), Kp = 100, Kv = 20, Newton-Euler "
      "equations every 0.01 s. The paper claims that all position errors stay below 4.26e-4 rad, one bit of "
      "a 12-bit converter.");
  page.paragraph(
      "Here the articulated-body algorithm computes the accelerations of the plant. The integration adapts its "
      "steps to its error. Torques are held between samples. `invdyn simulate` does the same for any robot "
      "and trajectory. Figs. 1 and 2 are a drawing and a flow chart, without numbers, and are left out.");
  const Robot robot = reproduced_robot("puma560");
  const Block motion =
      whole(PointToPoint(Profile::quintic, q_initial(), q_final(), 3, TimeGrid::with_step(0.01)), 6);
  chapter.motion("quintic-3s", robot, with_torques(robot, frictionless, motion));
  page.section("Position errors");
  page.paragraph(
      "Each of Figs. 3 to 8 shows the position error (desired minus actual position) of one joint, at "
      "every sample of a quintic motion of 3 s: once with the inertia of the motors' rotors "
      "in plant and model, once without. Between the dotted lines, the error is below one bit, ±0.426 mrad.");
  show_errors(chapter, robot);
  page.paragraph(
      "The model is exact here, so all errors come from torques that are held from sample to sample. The "
      "joints of the wrist mostly accelerate their own rotors. Therefore, these joints act like constant "
      "inertias, and their errors have the shape of the motion's profile. In joint 3, and in all joints without "
      "rotors, the arm's inertia dominates. The arm's inertia, its weight and its centrifugal terms change "
      "during a "
      "sample. The paper calls its errors slightly oscillatory and gives no cause; ours are smooth.");
  page.paragraph(
      "`position-errors.csv` has both runs, and `quintic-3s.csv` has the desired motion. `invdyn "
      "simulate puma560 quintic-3s.csv --no-friction --gravity 0,0,-9.8` repeats the first run.");
  page.section("Where the claim holds");
  show_map(chapter, robot);
  page.section("Operations of the controllers");
  std::vector<CountComparison> comparisons;
  for (const PublishedTable& table : published_tables()) {
    if (!table.name.starts_with("Lee")) continue;
    const bool lagrange = table.formulation == "lagrange";
    const std::string number = table.name.substr(table.name.find("Table"));
    const CountComparison& comparison = comparisons.emplace_back(compared(table));
    page.claim(cost_claim("For six joints, the " + std::string(lagrange ? "Lagrange-Euler" : "Newton-Euler") +
                              " controller needs the number of operations given in " + number,
                          our_costs(comparison), published_costs(comparison)));
    chapter.table(
        number, lagrange ? "table-1" : "table-2", table_of(comparison),
        lagrange ? std::string("Operations of the controller by the Lagrange-Euler equations for n "
                               "joints. The numbers are printed in the paper, or counted in the code of "
                               "`--method lagrange`.")
                 : "Operations of the controller by the Newton-Euler equations for n joints. The numbers are "
                   "printed in the paper, or counted in the code of `--method luh` " +
                       page.cite("luh1980") + ".");
  }
  const Costs lagrange = our_costs(comparisons.front()), newton = our_costs(comparisons.back()),
              printed_lagrange = published_costs(comparisons.front()),
              printed_newton = published_costs(comparisons.back());
  const auto ratio = [](long long a, long long b) { return static_cast<double>(a) / static_cast<double>(b); };
  const double multiplications = ratio(lagrange.multiplications, newton.multiplications),
               additions = ratio(lagrange.additions, newton.additions);
  const auto about_hundred = [](double value) { return value >= 50 && value <= 200; };
  page.claim({"For six joints, Lagrange-Euler needs about 100 times as many operations as Newton-Euler",
              verdict_of(static_cast<std::size_t>(about_hundred(multiplications)) +
                             static_cast<std::size_t>(about_hundred(additions)),
                         2),
              in_digits(multiplications) + " times as many multiplications, " + in_digits(additions) +
                  " times as many additions",
              "about 100; the paper's tables give " +
                  in_digits(ratio(printed_lagrange.multiplications, printed_newton.multiplications)) +
                  " and " + in_digits(ratio(printed_lagrange.additions, printed_newton.additions))});
  page.paragraph(
      "A ratio of 50 to 200 counts as about 100. The code of the Lagrange-Euler equations leaves out "
      "products with known zeros, so it needs far fewer operations than Table 1. The paper prints some "
      "counts as products of factors; here these products are multiplied out.");
  page.section("Assumptions about the controller");
  show_assumptions(chapter, robot);
}

}  // namespace invdyn
