#include "benchmark/trajectory.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "lanes/scalar/sin_cos.h"

namespace invdyn::bench {
namespace {

// A number in [0, 1) that depends only on the row [Steele, Lea & Flood, OOPSLA 2014: the mixing of
// SplitMix64].
double scattered(std::uint64_t row) {
  std::uint64_t z = (row + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void append(std::string& text, double value) {
  std::array<char, 32> digits;
  text.append(
      digits.data(),
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 17).ptr);
}

// The base sways by less than a right angle about every axis.
void append_base(std::string& text, double t) {
  const auto sine = [t](double speed) { return sin_cos(speed * t).sin; };
  const double x = 0.4 * sine(2.1), y = 0.3 * sine(1.7), z = 0.5 * sine(1.3);
  const double norm = std::sqrt(1 + x * x + y * y + z * z);
  for (const double value :
       {sine(0.8), 0.1 * sine(3.7), 0.8 + 0.05 * sine(5.3), 1 / norm, x / norm, y / norm, z / norm}) {
    text += ',';
    append(text, value);
  }
}

}  // namespace

std::string trajectory_header(const std::vector<std::string>& joints, bool base_floats) {
  std::string text = "t";
  if (base_floats) text += ",base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz";
  for (const std::string& joint : joints) text += ",q_" + joint;
  return text + '\n';
}

void append_trajectory_row(std::string& text, std::size_t row, std::size_t joints, bool base_floats) {
  const double t = 1e-3 * static_cast<double>(row) + 1e-5 * scattered(row);
  append(text, t);
  if (base_floats) append_base(text, t);
  for (std::size_t j = 0; j < joints; ++j) {
    const double phase = static_cast<double>(j), slow = 0.9 + 0.17 * phase, fast = 3.1 + 0.07 * phase;
    text += ',';
    append(text, 0.7 * sin_cos(slow * t + phase).sin + 0.2 * sin_cos(fast * t - phase).sin);
  }
  text += '\n';
}

}  // namespace invdyn::bench
