#include "path_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "../../ground/base/wording.h"
#include "../../ground/output_files/html_text.h"
#include "../sizing/speed_torque_picture.h"

namespace invdyn {
namespace {

// Eight that differ for most people with a colour deficiency [Okabe & Ito 2008], without black; further
// limits share the last one.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#e69f00", "#56b4e9", "#8c6d1f", "#666666"};
constexpr const char* no_limit = "#bbbbbb";

constexpr double width = 760, height = 300, left = 60, right = 20, top = 28, bottom = 46;

class SpeedPicture {
 public:
  SpeedPicture(const PathFit& fit) : fit_(fit), length_(fit.moments.back().length) {
    for (const PathMoment& moment : fit.moments) speed_ = std::max(speed_, 1.08 * moment.speed);
  }

  std::string svg(const std::vector<std::string>& colour_of) {
    axes();
    const std::vector<PathMoment>& moments = fit_.moments;
    for (std::size_t i = 0; i + 1 < moments.size();) {
      const auto limit = moments[i].limit;
      std::string path = "M" + place(moments[i]);
      do {
        ++i;
        path += "L" + place(moments[i]);
      } while (i + 1 < moments.size() && moments[i].limit == limit);
      svg_ += "<path style=\"stroke:" + (limit ? colour_of[*limit] : no_limit) + ";stroke-width:2\" d=\"" +
              path + "\"/>\n";
    }
    return "<svg viewBox=\"0 0 760 300\" role=\"img\" aria-label=\"speed along the path\">\n" + svg_ +
           "</svg>\n";
  }

 private:
  double x(double share) const { return left + (width - left - right) * share; }
  double y(double speed) const { return height - bottom - (height - top - bottom) * speed / speed_; }
  std::string place(const PathMoment& moment) const {
    return four_digits(std::round(10 * x(moment.length / length_)) / 10) + " " +
           four_digits(std::round(10 * y(moment.speed)) / 10);
  }
  void text(double x, double y, const char* anchor, const std::string& text) {
    svg_ += "<text x=\"" + four_digits(x) + "\" y=\"" + four_digits(y) + "\" text-anchor=\"" + anchor +
            "\">" + text + "</text>\n";
  }
  void line(double x0, double y0, double x1, double y1) {
    svg_ += "<path class=\"grid\" d=\"M" + four_digits(x0) + " " + four_digits(y0) + "L" + four_digits(x1) +
            " " + four_digits(y1) + "\"/>\n";
  }
  void axes() {
    for (int percent = 0; percent <= 100; percent += 20) {
      line(x(percent / 100.0), y(0), x(percent / 100.0), top);
      text(x(percent / 100.0), y(0) + 17, "middle", std::to_string(percent));
    }
    const double step = tick_step(speed_ / 5);
    for (double tick = 0; tick <= speed_; tick += step) {
      line(x(0), y(tick), x(1), y(tick));
      text(x(0) - 6, y(tick) + 4, "end", four_digits(tick));
    }
    text(x(0.5), height - 8, "middle", "part of the path (%)");
    text(14, 14, "start", "speed along the path (1/s)");
  }

  const PathFit& fit_;
  double length_, speed_ = 0;
  std::string svg_;
};

}  // namespace

std::string path_picture(const Ratings& ratings, const PathFit& fit) {
  std::vector<std::size_t> order(fit.shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return fit.shares[a].share > fit.shares[b].share; });
  std::vector<std::string> colour_of(fit.shares.size());
  std::string legend = "<p>";
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const LimitShare& share = fit.shares[order[rank]];
    colour_of[order[rank]] = colours[std::min(rank, colours.size() - 1)];
    if (share.share > 0)
      legend += "<span style=\"color:" + colour_of[order[rank]] + "\">&#9632;</span> " +
                html_escaped(ratings[share.limit.joint].name + ", " + std::string(name_of(share.limit))) +
                "; ";
  }
  // The last moment has no limit.
  const bool is_free = std::any_of(fit.moments.begin(), fit.moments.end() - 1,
                                   [](const PathMoment& moment) { return !moment.limit; });
  if (is_free) legend += "<span style=\"color:" + std::string(no_limit) + "\">&#9632;</span> no limit";
  return SpeedPicture(fit).svg(colour_of) + legend + "</p>\n";
}

}  // namespace invdyn
