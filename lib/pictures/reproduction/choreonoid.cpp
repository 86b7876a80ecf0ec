// The text on inverse dynamics after Kajita and Choreonoid (source 000 of lib/THEORY.md). The sample loop at
// its end computes backward differences of the positions and prints a torque for every joint.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "../../ground/text/number.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/generate/point_to_point.h"
#include "reproduction.h"
#include "runs.h"

namespace invdyn {
namespace {

// Initial values of q_pre and v_pre; the text leaves them uninitialised.
enum class Before { zero, first_position };

// The sample loop: dq = (q - q_pre) / dt, ddq = (dq - v_pre) / dt.
Block sample_loop(Block rows, double dt, Before before) {
  for (Eigen::Index j = 0; j < rows.q.cols(); ++j) {
    double q_pre = before == Before::zero ? 0 : rows.q(0, j), v_pre = 0;
    for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(rows.rows); ++row) {
      rows.dq(row, j) = (rows.q(row, j) - q_pre) / dt;
      rows.ddq(row, j) = (rows.dq(row, j) - v_pre) / dt;
      q_pre = rows.q(row, j);
      v_pre = rows.dq(row, j);
    }
  }
  return rows;
}

// The rows from `first` on, as a log that begins during a motion.
Block from_row(Block rows, Eigen::Index first) {
  rows.drop_rows_before(static_cast<std::size_t>(first));
  rows.first_row = 0;
  return rows;
}

// The same as `invdyn torque --differentiate`.
Block differenced(Block rows, const Differentiation& how) {
  differentiate(how, rows, "the motion");
  return rows;
}

struct Case {
  Robot robot;
  DynamicsSettings settings;

  // 2 s from rest to rest; the arms rise and fold while the waist rotates.
  Block motion(double dt, Profile profile = Profile::quintic) const {
    Eigen::VectorXd from = radians({0, 0, -10, 0, 0, -20}), to = radians({60, -90, -100, 0, -45, -60});
    to[3] = 0.05;  // the gripper, m
    return whole(PointToPoint(profile, from, to, 2, TimeGrid::with_step(dt)), robot.dof());
  }
  Block torques(const Block& rows) const { return with_torques(robot, settings, rows); }
};

// The delay that best maps a curve onto its delayed copy: copy minus curve is -delay times the slope of the
// last step. The first rows are left out, because the loop has not settled there.
double delay(const Eigen::ArrayXXd& copy, const Eigen::ArrayXXd& curve, double dt) {
  double product = 0, square = 0;
  for (Eigen::Index j = 0; j < curve.cols(); ++j) {
    const double size = curve.col(j).abs().maxCoeff();
    for (Eigen::Index row = 2; row < curve.rows(); ++row) {
      const double slope = (curve(row, j) - curve(row - 1, j)) / (dt * size);
      product -= (copy(row, j) - curve(row, j)) / size * slope;
      square += slope * slope;
    }
  }
  return product / square;
}

// The largest torque difference of all revolute joints. The gripper's force has another unit. Rows at both
// ends can be left out.
double largest_error(const Robot& robot, const Block& rows, const Block& exact, Eigen::Index left_out = 0) {
  double largest = 0;
  for (std::size_t joint = 0; joint < robot.dof(); ++joint) {
    if (!robot.moving_joint(joint).is_revolute()) continue;
    const auto j = static_cast<Eigen::Index>(joint);
    const Eigen::ArrayXd error = (rows.tau.col(j) - exact.tau.col(j)).abs();
    largest = std::max(largest, error.segment(left_out, error.size() - 2 * left_out).maxCoeff());
  }
  return largest;
}

void show_lag(Chapter& chapter, const Case& arm) {
  constexpr double dt = 0.02;
  const Block exact = arm.torques(arm.motion(dt));
  const Block looped = arm.torques(sample_loop(exact, dt, Before::first_position));
  chapter.motion("exact-20ms", arm.robot, exact);
  chapter.motion("sample-loop-20ms", arm.robot, looped);
  Figure figure;
  figure.columns = 2;
  for (std::size_t joint = 0; joint < arm.robot.dof(); ++joint) {
    const Joint& moving = arm.robot.moving_joint(joint);
    figure.panels.push_back({.title = moving.name,
                             .x = {.label = "time (s)"},
                             .y = {.label = moving.is_revolute() ? "torque (N m)" : "force (N)"},
                             .curves = {over_time("exact derivatives", exact, exact.tau, joint),
                                        over_time("sample loop", looped, looped.tau, joint)}});
  }
  chapter.figure(
      "The sample loop", "sample-loop", figure,
      "Torques of each joint of the shipped robot `two-arms`, computed in two ways: by the sample loop (a "
      "sample every 20 ms, q_pre = q at the start), and from exact derivatives. The torques of the loop come "
      "late.");

  Table lags({{"dt (s)"},
              {"delay of dq, in steps dt"},
              {"delay of ddq, in steps dt"},
              {"largest error (N m)"},
              {"of the largest torque"},
              {"central differences: largest error (N m)"}});
  Curve backward{.name = "backward differences", .mark = Mark::line_and_points},
      central{.name = "central differences", .mark = Mark::line_and_points};
  std::size_t precise = 0, steps = 0;
  std::string error_at_1ms;
  double smallest_delay = std::numeric_limits<double>::infinity(), largest_delay = 0;
  for (const double step : {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05}) {
    const Block true_rows = arm.torques(arm.motion(step));
    const Block late = arm.torques(sample_loop(true_rows, step, Before::first_position));
    const Block centred = arm.torques(differenced(true_rows, {.scheme = Scheme::central}));
    Block still = true_rows;
    still.tau.setZero();
    const double error = largest_error(arm.robot, late, true_rows),
                 centred_error = largest_error(arm.robot, centred, true_rows, 1),
                 largest = largest_error(arm.robot, true_rows, still);
    const double dq_delay = delay(late.dq, true_rows.dq, step) / step,
                 ddq_delay = delay(late.ddq, true_rows.ddq, step) / step;
    lags.add_row({step, rounded(dq_delay, 4), rounded(ddq_delay, 4), error, error / largest, centred_error});
    ++steps;
    if (error < 0.01 * largest) ++precise;
    if (step == 0.001) error_at_1ms = in_digits(100 * error / largest) + " %";
    smallest_delay = std::min({smallest_delay, dq_delay, ddq_delay});
    largest_delay = std::max({largest_delay, dq_delay, ddq_delay});
    backward.x.push_back(step);
    backward.y.push_back(error);
    central.x.push_back(step);
    central.y.push_back(centred_error);
  }
  chapter.page().claim({"The errors of the loop's torques are below 1 % of the largest torque",
                        verdict_of(precise, steps),
                        "true for " + std::to_string(precise) + " of " + std::to_string(steps) +
                            " sampling times from 0.5 to 50 ms; at 1 ms, the error is " + error_at_1ms,
                        "the text gives no error"});
  chapter.page().claim(
      {"The loop's dq and ddq are the derivatives at the time of their sample",
       verdict_of(largest_delay < 0.1),
       "dq and ddq are late by " + in_digits(smallest_delay) + " to " + in_digits(largest_delay) + " steps",
       "the loop uses dq and ddq with q of the same sample"});
  chapter.table(
      "Lag of the loop", "lag", lags,
      "A backward difference of q is the velocity in the middle of its step. So dq is half a step late, "
      "and ddq is a whole step late. The error of the torques is therefore proportional to dt. Central "
      "differences need the next sample; they have no delay, and their error is proportional to dt^2. The "
      "delays are fitted over all joints. The errors are for the revolute joints. For central differences, "
      "the first and the last row are left out, because their differences are one-sided.");
  chapter.figure(
      "Error over dt", "error-over-dt",
      {.panels = {{.x = {.label = "dt (s)", .logarithmic = true},
                   .y = {.label = "largest error of a torque (N m)", .logarithmic = true},
                   .curves = {backward, central}}}},
      "The errors of the table above, over dt. The curve has slope 1 for backward differences, and slope 2 "
      "for central differences.");
}

void show_start(Chapter& chapter, const Case& arm) {
  constexpr double dt = 0.01;
  constexpr Eigen::Index shown = 8;
  struct Begin {
    std::string name;
    Block exact;
  };
  const Block motion = arm.motion(dt);
  const std::array begins{Begin{"a motion that starts from rest", arm.torques(motion)},
                          Begin{"a log that begins in mid-motion", arm.torques(from_row(motion, 80))}};
  double first_error = 0, later_error = 0;  // of the loop from zero
  std::size_t good_starts = 0;              // with q_pre = q
  std::string started;
  Figure figure;
  figure.columns = 2;
  Table table(
      {{"motion"}, {"sample"}, {"q_pre = v_pre = 0"}, {"q_pre = q, v_pre = 0"}, {"first derivatives held"}});
  for (const Begin& begin : begins) {
    Panel panel{.title = begin.name,
                .x = {.label = "sample"},
                .y = {.label = "largest error of a torque (N m)", .logarithmic = true}};
    const Block held = differenced(begin.exact, {.start = Start::extrapolate});
    const std::array runs{
        std::pair{std::string("q_pre = v_pre = 0"), arm.torques(sample_loop(begin.exact, dt, Before::zero))},
        std::pair{std::string("q_pre = q, v_pre = 0"),
                  arm.torques(sample_loop(begin.exact, dt, Before::first_position))},
        std::pair{std::string("first derivatives held"), arm.torques(held)}};
    std::vector<std::vector<double>> errors;
    for (const auto& [name, run] : runs) {
      Curve curve{.name = name, .mark = Mark::line_and_points};
      for (Eigen::Index row = 0; row < shown; ++row) {
        double error = 0;
        for (std::size_t joint = 0; joint < arm.robot.dof(); ++joint) {
          const auto j = static_cast<Eigen::Index>(joint);
          if (arm.robot.moving_joint(joint).is_revolute())
            error = std::max(error, std::abs(run.tau(row, j) - begin.exact.tau(row, j)));
        }
        curve.x.push_back(static_cast<double>(row + 1));
        curve.y.push_back(error);
      }
      errors.push_back(curve.y);
      panel.curves.push_back(std::move(curve));
    }
    first_error = std::max(first_error, *std::max_element(errors[0].begin(), errors[0].begin() + 2));
    later_error = std::max(later_error, *std::max_element(errors[0].begin() + 2, errors[0].end()));
    const double start = *std::max_element(errors[1].begin(), errors[1].begin() + 2);
    if (start <= *std::max_element(errors[1].begin() + 2, errors[1].end())) ++good_starts;
    started += (started.empty() ? "" : "; ") + in_digits(start) + " N m for " + begin.name;
    for (std::size_t row = 0; row < 4; ++row)
      table.add_row(
          {begin.name, static_cast<std::int64_t>(row + 1), errors[0][row], errors[1][row], errors[2][row]});
    figure.panels.push_back(std::move(panel));
  }
  chapter.page().claim({"The loop needs no initial values of `q_pre` and `v_pre` (here, both are zero)",
                        verdict_of(first_error <= later_error),
                        "the error is up to " + in_digits(first_error) +
                            " N m in the first two samples, and later up to " + in_digits(later_error) +
                            " N m",
                        "the text gives no initial values"});
  chapter.page().claim(
      {"With `q_pre = q` and `v_pre = 0` at the start, the torques of the first two samples are as good as "
       "later torques",
       verdict_of(good_starts, begins.size()), "errors of the first two samples: up to " + started,
       "Choreonoid's controllers start in this way"});
  chapter.page().paragraph(
      "The text gives no initial values of `q_pre` and `v_pre`. If both are zero, the robot seems to jump "
      "from its zero position within one step, and the torques of two samples are wrong. Choreonoid's own "
      "controllers start with q_pre = q (`--start rest`, the default of invdyn). This start is right for a "
      "robot at rest, but wrong for a robot in motion. For a robot in motion, use `--start extrapolate`. "
      "Backward differences give dq from the second sample on, and ddq from the third sample on. With "
      "`--start extrapolate`, the samples before get the same dq and ddq. From the third sample on, the only "
      "error is the delay of dq and ddq.");
  chapter.figure(
      "Start-up", "start-up", figure,
      "Errors of the first samples for the revolute joints, with dt = 10 ms. Left: the motion starts "
      "from rest. Right: the log begins at 0.8 s, in mid-motion. If a point is missing, its error is "
      "zero.");
  chapter.table("Start-up, first samples", "start-up-errors", table,
                "Largest error of a torque (N m) in the first four samples of the figure.");
}

}  // namespace

void write_choreonoid(Chapter& chapter) {
  chapter.page().paragraph(
      "Source: an article on inverse dynamics that follows Kajita and Choreonoid " +
      chapter.page().cite("choreonoid") +
      ". It ends with an example program. For every sample, the program computes dq and ddq by backward "
      "differences, then forward kinematics with accelerations, then inverse dynamics with rotor inertia, "
      "(18)-(20), and prints the torque of every joint. Gravity (9.80665 m/s²) is an external force at each "
      "link's centre of mass. `invdyn torque --method choreonoid --no-friction` does the same.");
  chapter.page().paragraph(
      "The article names no robot and no motion. Here the robot is the shipped `two-arms`, which has "
      "branches and a prismatic gripper. At a branch, the sum in equation (18) is over all children. "
      "The equations of prismatic joints are those of Choreonoid's code: their velocity contains w × arm.");
  const Case arm{reproduced_robot("two-arms"), {.friction = false, .method = "choreonoid"}};
  chapter.page().section("The lag of the loop");
  show_lag(chapter, arm);
  chapter.page().section("The first samples");
  show_start(chapter, arm);

  chapter.page().section("Assumptions about the sample loop");
  constexpr double dt = 0.001;
  const Block motion = arm.motion(dt);
  const Block reference = arm.torques(motion);
  Table table({{"assumption"}, {"the text"}, {"here"}, {"instead"}, {"largest change (N m)"}});
  const auto add = [&](const std::string& what, const std::string& text, const std::string& here,
                       const std::string& instead, const Block& block) {
    table.add_row({what, text, here, instead, largest_error(arm.robot, block, reference)});
  };
  DynamicsSettings no_rotor = arm.settings, friction = arm.settings;
  no_rotor.rotor = false;
  friction.friction = true;
  add("rotor inertia", "I_rotor ddq in (20)", "gear ratio² times rotor inertia", "none",
      with_torques(arm.robot, no_rotor, motion));
  add("friction", "none", "none", "friction of the robot's file", with_torques(arm.robot, friction, motion));
  add("profile of the motion", "q_deque is filled before the loop", "quintic", "trapezoid",
      arm.torques(arm.motion(dt, Profile::trapezoid)));
  add("dt", "m_dt, without a value", "0.5 to 50 ms; in this table 1 ms, with exact derivatives",
      "1 ms, with derivatives of the sample loop (q_pre = q)",
      arm.torques(sample_loop(reference, dt, Before::first_position)));
  add("q_pre, v_pre", "uninitialised", "both starts in the figure; in this table, exact derivatives",
      "1 ms, with derivatives of the sample loop (q_pre = v_pre = 0)",
      arm.torques(sample_loop(reference, dt, Before::zero)));
  chapter.table(
      "Assumptions", "assumptions", table,
      "The table lists what the article does not state, and what we chose. The last column shows how "
      "much the torques of revolute joints change, at most, if the column `instead` replaces the column "
      "`here`. The motion is quintic, lasts 2 s, and starts and ends at rest. The base is fixed.");
}

}  // namespace invdyn
