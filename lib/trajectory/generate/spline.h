#pragma once

#include <span>

#include "piecewise_polynomial.h"

namespace invdyn {

/// Curves from rest to rest through positions (rad or m) at times (s, increasing from 0). Both lists have the
/// same length, at least two.

/// The curve with the minimum integral of the squared acceleration: cubics with continuous velocity and
/// acceleration [C. de Boor, A Practical Guide to Splines, 2001, ch. IV and V: complete spline].
PiecewisePolynomial cubic_spline(std::span<const double> times, std::span<const double> positions);

/// The curve with the minimum integral of the squared jerk that begins and ends without acceleration:
/// quintics with continuous derivatives up to the fourth (the same method, of order 6; T. Flash, N. Hogan, J.
/// Neuroscience 5, 1985, for one waypoint).
PiecewisePolynomial quintic_spline(std::span<const double> times, std::span<const double> positions);

}  // namespace invdyn
