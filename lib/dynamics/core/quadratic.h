#pragma once

namespace invdyn {

/// constant + linear * s + square * s^2: how a torque changes when the motion goes s times as fast.
struct Quadratic {
  double square = 0, linear = 0, constant = 0;

  double at(double s) const { return (square * s + linear) * s + constant; }
  friend Quadratic operator+(const Quadratic& a, const Quadratic& b) {
    return {a.square + b.square, a.linear + b.linear, a.constant + b.constant};
  }
  friend Quadratic operator-(const Quadratic& a, const Quadratic& b) { return a + -1 * b; }
  friend Quadratic operator*(double factor, const Quadratic& a) {
    return {factor * a.square, factor * a.linear, factor * a.constant};
  }
};

}  // namespace invdyn
