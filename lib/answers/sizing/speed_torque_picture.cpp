#include "speed_torque_picture.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "../../ground/base/wording.h"
#include "../../ground/output_files/html_text.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {
namespace {

constexpr double width = 560, height = 360, left = 70, right = 20, top = 32, bottom = 50;
constexpr std::size_t max_line_points = 20'000;  // more rows are dots, at most one for each pixel

// Axes through zero in the middle: both signs have the same length.
class Picture {
 public:
  Picture(double speed_range, double torque_range) : speed_(speed_range), torque_(torque_range) {}

  int x(double speed) const {
    return static_cast<int>(std::lround(left + (width - left - right) * (speed / speed_ + 1) / 2));
  }
  int y(double torque) const {
    return static_cast<int>(std::lround(top + (height - top - bottom) * (1 - torque / torque_) / 2));
  }
  std::string at(double speed, double torque) const {
    return std::to_string(x(speed)) + ' ' + std::to_string(y(torque));
  }

  void line(double speed, double torque, double to_speed, double to_torque, const char* style) {
    svg_ += "<path class=\"" + std::string(style) + "\" d=\"M" + at(speed, torque) + 'L' +
            at(to_speed, to_torque) + "\"/>\n";
  }
  void text(int x, int y, const char* anchor, const std::string& text) {
    svg_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" + anchor +
            "\">" + html_escaped(text) + "</text>\n";
  }
  void add(const std::string& svg) { svg_ += svg; }

  void axes(const std::string& speed_name, const std::string& torque_name) {
    // So that a few of them fill half of the range.
    const double speed_step = tick_step(speed_ / 4), torque_step = tick_step(torque_ / 4);
    for (double k = std::ceil(-speed_ / speed_step); k * speed_step <= speed_; ++k) {
      line(k * speed_step, -torque_, k * speed_step, torque_, k == 0 ? "axis" : "grid");
      text(x(k * speed_step), y(-torque_) + 16, "middle", six_digits(k * speed_step));
    }
    for (double k = std::ceil(-torque_ / torque_step); k * torque_step <= torque_; ++k) {
      line(-speed_, k * torque_step, speed_, k * torque_step, k == 0 ? "axis" : "grid");
      text(x(-speed_) - 6, y(k * torque_step) + 4, "end", six_digits(k * torque_step));
    }
    text(x(0), static_cast<int>(height) - 10, "middle", speed_name);
    text(14, 14, "start", torque_name);
  }

  std::string svg(const std::string& label) const {
    return "<svg viewBox=\"0 0 560 360\" role=\"img\" aria-label=\"" + html_escaped(label) + "\">\n" + svg_ +
           "</svg>\n";
  }

 private:
  double speed_, torque_;
  std::string svg_;
};

// A limit of the torque's magnitude over the speed's, in all quadrants.
void draw_limit(Picture& picture, const SpeedTorqueCurve& curve, double end, const char* style) {
  for (const double side : {1.0, -1.0})
    for (const double sign : {1.0, -1.0})
      for (const SpeedTorqueCurve::Piece& piece : curve.pieces()) {
        const double to = std::min(piece.to, end);
        if (piece.from < to)
          picture.line(side * piece.from, sign * curve.at(piece.from), side * to, sign * curve.at(to), style);
      }
}

void draw_speed_limit(Picture& picture, double speed, double torque) {
  for (const double side : {1.0, -1.0}) picture.line(side * speed, -torque, side * speed, torque, "peak");
}

void draw_points(Picture& picture, const std::vector<OperatingPoints::Point>& points) {
  const bool in_lines = points.size() <= max_line_points;
  std::string path;
  std::set<std::pair<int, int>> seen;
  std::pair<int, int> latest{-1, -1};
  for (const auto& point : points) {
    const std::pair here{picture.x(point.speed), picture.y(point.torque)};
    if (in_lines ? here == latest : !seen.insert(here).second) continue;
    const std::string place = std::to_string(here.first) + ' ' + std::to_string(here.second);
    path += in_lines && !path.empty() ? 'L' + place : 'M' + place + "h0";
    latest = here;
  }
  picture.add("<path class=\"rows\" d=\"" + path + "\"/>\n");
}

}  // namespace

double tick_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string speed_torque_picture(const JointRating& rating, const std::vector<OperatingPoints>& motions,
                                 std::size_t joint) {
  const SpeedTorqueLimits limits = speed_torque_limits(rating);
  double speed = limits.top_speed.value_or(0), torque = 0;
  for (const OperatingPoints& motion : motions)
    for (const auto& point : motion.of(joint)) {
      speed = std::max(speed, std::abs(point.speed));
      torque = std::max(torque, std::abs(point.torque));
    }
  for (const SpeedTorqueCurve& curve : limits.peak)
    for (const auto& piece : curve.pieces()) torque = std::max(torque, piece.torque);
  speed = speed > 0 ? speed * 1.08 : 1;
  torque = torque > 0 ? torque * 1.08 : 1;

  const bool is_revolute = rating.motor || rating.is_revolute;
  Picture picture(speed, torque);
  picture.axes("speed (" + std::string(unit_of(Quantity::dq, is_revolute)) + ")",
               "torque (" + std::string(unit_of(Quantity::tau, is_revolute)) + ")");
  const double end = limits.top_speed.value_or(speed);
  for (const SpeedTorqueCurve& curve : limits.peak) draw_limit(picture, curve, end, "peak");
  for (const SpeedTorqueCurve& curve : limits.continuous) draw_limit(picture, curve, end, "continuous");
  if (limits.top_speed) draw_speed_limit(picture, *limits.top_speed, limits.peak_torque.value_or(torque));
  for (const OperatingPoints& motion : motions) draw_points(picture, motion.of(joint));
  return picture.svg("torque over speed of " + rating.name);
}

}  // namespace invdyn
