#include "figure.h"

#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "tics.h"

namespace invdyn {

void expect_drawable(const Figure& figure) {
  if (figure.panels.empty()) throw Error("figure", "has no panel: expected at least one");
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves)
      if (curve.x.size() != curve.y.size())
        throw Error("figure", "the curve " + in_quotes(curve.name) + " has " +
                                  counted(curve.x.size(), "value") + " of x, but " +
                                  std::to_string(curve.y.size()) +
                                  " of y: expected as many values of x as of y");
    const auto check_size = [](double value, const Axis& axis) {
      if (std::isfinite(value) && std::abs(value) > largest_drawn)
        throw Error("figure", "the axis " + in_quotes(axis.label) + " cannot show " + shortest(value) +
                                  ", because this value is too large: expected magnitudes up to " +
                                  shortest(largest_drawn));
    };
    for (const Curve& curve : panel.curves) {
      for (const double x : curve.x) check_size(x, panel.x);
      for (const double y : curve.y) check_size(y, panel.y);
    }
    for (const Level& level : panel.levels) check_size(level.y, panel.y);
    for (const Axis* axis : {&panel.x, &panel.y}) {
      const auto fail = [&](const std::string& what) {
        throw Error("figure", "the axis " + in_quotes(axis->label) + " " + what);
      };
      if (axis->minimum && axis->maximum && !(*axis->minimum < *axis->maximum))
        fail("goes from " + shortest(*axis->minimum) + " to " + shortest(*axis->maximum) +
             ": expected the smaller end first");
      if (axis->logarithmic && (axis->minimum.value_or(1) <= 0 || axis->maximum.value_or(1) <= 0))
        fail("is logarithmic and has an end at or below zero: expected both ends above zero");
    }
  }
}

}  // namespace invdyn
