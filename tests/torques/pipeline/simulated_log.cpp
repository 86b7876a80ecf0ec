#include "simulated_log.h"

#include <cmath>
#include <numbers>

namespace invdyn::test {
namespace {

using Motion = SimulatedLog::Motion;
using Noise = SimulatedLog::Noise;
constexpr double pi = std::numbers::pi;

double between(double low, double high, std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

struct State {
  double q, dq, ddq;
};

// From 0 to 1 in the time 1, from rest to rest.
State quintic(double s) {
  return {s * s * s * (10 + s * (6 * s - 15)), 30 * s * s * (1 - s) * (1 - s),
          60 * s * (1 - s) * (1 - 2 * s)};
}

// The same with a constant acceleration in this part of the time, and as much to brake.
State trapezoid(double s, double part) {
  const double speed = 1 / (1 - part), acceleration = speed / part, left = 1 - s;
  if (s < part) return {acceleration * s * s / 2, acceleration * s, acceleration};
  if (left < part) return {1 - acceleration * left * left / 2, acceleration * left, -acceleration};
  return {speed * (s - part / 2), speed, 0};
}

struct Column {
  std::vector<double>&q, &dq, &ddq;
  void set(std::size_t k, const State& state) {
    q[k] = state.q;
    dq[k] = state.dq;
    ddq[k] = state.ddq;
  }
};

void add_sines(const std::vector<double>& t, Column joint, std::mt19937_64& random) {
  const double base = between(0.1, 0.4, random), place = between(-1, 1, random);
  for (double& q : joint.q) q = place;
  for (int harmonic = 1; harmonic <= 4; ++harmonic) {
    const double amplitude = between(0, 0.5, random) / harmonic, phase = between(0, 2 * pi, random);
    const double omega = 2 * pi * base * harmonic;
    for (std::size_t k = 0; k < t.size(); ++k) {
      joint.q[k] += amplitude * std::sin(omega * t[k] + phase);
      joint.dq[k] += amplitude * omega * std::cos(omega * t[k] + phase);
      joint.ddq[k] -= amplitude * omega * omega * std::sin(omega * t[k] + phase);
    }
  }
}

// Moves that begin at these times, each to the next; every second one stays where it is, if they rest.
void add_moves(const std::vector<double>& t, const std::vector<double>& begins, Motion motion, Column joint,
               std::mt19937_64& random) {
  double from = between(-1, 1, random);
  std::size_t k = 0;
  for (std::size_t move = 0; move + 1 < begins.size(); ++move) {
    const double length = begins[move + 1] - begins[move], part = between(0.15, 0.45, random);
    const bool rests = motion == Motion::trapezoids_with_rests && move % 2 == 0;
    const double way = rests ? 0 : between(-0.8, 0.8, random) * length;
    for (; k < t.size() && t[k] < begins[move + 1]; ++k) {
      const double s = (t[k] - begins[move]) / length;
      const State state = motion == Motion::smooth_moves ? quintic(s) : trapezoid(s, part);
      joint.set(k, {from + way * state.q, way * state.dq / length, way * state.ddq / (length * length)});
    }
    from += way;
  }
}

std::vector<double> begins_of_moves(Motion motion, double duration, std::mt19937_64& random) {
  std::vector<double> begins{0};
  for (bool rests = motion == Motion::trapezoids_with_rests; begins.back() <= duration;) {
    begins.push_back(begins.back() + (rests ? between(0.3, 1, random) : between(0.6, 2, random)));
    if (motion == Motion::trapezoids_with_rests) rests = !rests;
  }
  return begins;
}

std::vector<double> logged(const std::vector<double>& q, Noise noise, double rate, std::mt19937_64& random) {
  std::normal_distribution<double> normal(0, 1);
  const auto rounded = [](double value, double step) { return step * std::round(value / step); };
  constexpr double correlation_time = 0.005, correlated = 2e-4;
  const double kept = std::exp(-1 / (rate * correlation_time));
  double last = correlated * normal(random);
  std::vector<double> result;
  for (const double value : q) {
    last = kept * last + std::sqrt(1 - kept * kept) * correlated * normal(random);
    result.push_back(noise == Noise::none             ? value
                     : noise == Noise::counts_12_bits ? rounded(value, 2 * pi / 4096)
                     : noise == Noise::counts_16_bits ? rounded(value, 2 * pi / 65536)
                     : noise == Noise::three_digits   ? rounded(value, 1e-3)
                     : noise == Noise::white_0_1_mrad ? value + 1e-4 * normal(random)
                     : noise == Noise::white_1_mrad   ? value + 1e-3 * normal(random)
                                                      : value + last);
  }
  return result;
}

}  // namespace

SimulatedLog simulated_log(std::size_t joints, Motion motion, Noise noise, double rate, double duration,
                           std::mt19937_64& random) {
  constexpr const char* motions[] = {"still", "sines", "smooth moves", "trapezoids", "trapezoids with rests"};
  constexpr const char* noises[] = {"no noise",       "12 bits",      "16 bits",   "three digits",
                                    "0.1 mrad white", "1 mrad white", "correlated"};
  const auto rows = static_cast<std::size_t>(duration * rate) + 1;
  SimulatedLog log{.name = std::string(motions[static_cast<int>(motion)]) + ", " +
                           noises[static_cast<int>(noise)] + ", " + std::to_string(static_cast<int>(rate)) +
                           " Hz",
                   .rate = rate,
                   .t = std::vector<double>(rows),
                   .q = std::vector(joints, std::vector<double>(rows)),
                   .dq = std::vector(joints, std::vector<double>(rows)),
                   .ddq = std::vector(joints, std::vector<double>(rows)),
                   .logged = {}};
  for (std::size_t k = 0; k < rows; ++k) log.t[k] = static_cast<double>(k) / rate;
  const std::vector<double> begins = begins_of_moves(motion, duration, random);
  for (std::size_t j = 0; j < joints; ++j) {
    const Column joint{log.q[j], log.dq[j], log.ddq[j]};
    if (motion == Motion::still)
      log.q[j].assign(rows, between(-1, 1, random));
    else if (motion == Motion::sines)
      add_sines(log.t, joint, random);
    else
      add_moves(log.t, begins, motion, joint, random);
    log.logged.push_back(logged(log.q[j], noise, rate, random));
  }
  return log;
}

}  // namespace invdyn::test
