#include "sweep_argument.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "arguments.h"
#include "base/error.h"
#include "base/wording.h"
#include "fields_argument.h"
#include "link_argument.h"
#include "pose_argument.h"
#include "text/number.h"

namespace invdyn {
namespace {

constexpr const char* sweep_option = "--sweep";
constexpr double max_points = 10'000;

// The intended sum of a few steps: 0.3, although 0.1 + 0.2 is 0.30000000000000004.
double without_rounding(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 12);
  return *parse_finite({text, end.ptr});
}

std::vector<double> range_argument(const std::string& key, const std::string& text, const Warn& note) {
  const auto fail = [&](const std::string& expected) {
    throw UsageError(sweep_option, key + " is \"" + text + "\": expected " + expected);
  };
  double numbers[3];
  std::size_t begin = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t end = i < 2 ? text.find(':', begin) : text.size();
    const auto number =
        end == std::string::npos ? std::nullopt : parse_finite(text.substr(begin, end - begin));
    if (!number) fail("FROM:TO:STEP, three numbers such as 0:5:0.5");
    numbers[i] = *number;
    begin = end + 1;
  }
  const auto [from, to, step] = numbers;
  if (!(step > 0)) fail("a step above 0");
  if (to < from) fail("the smaller number first, FROM:TO:STEP");
  const double steps = std::floor((to - from) / step * (1 + 1e-12) + 1e-9);
  if (!(steps < max_points)) fail("at most 10000 points");
  std::vector<double> values;
  for (double i = 0; i <= steps; ++i) values.push_back(without_rounding(from + i * step));
  if (to - (from + steps * step) > 1e-6 * step)
    note(std::string(sweep_option) + ' ' + key + '=' + text + ": the steps end at " +
         shortest(values.back()) + ", before " + shortest(to));
  return values;
}

void take_payload(const Fields& fields, const Robot& robot, const Warn& note, SweepRequest& request) {
  request.payloads = range_argument("payload", fields.at("payload"), note);
  if (request.payloads.front() < 0)
    throw UsageError(sweep_option,
                     "payload is \"" + fields.at("payload") + "\": expected masses of 0 kg or more");
  request.place.link =
      fields.contains("link")
          ? link_argument(std::string(sweep_option) + " link", fields.at("link"), robot)
          : sole_last_link(sweep_option, "names no link for the payload", "link=NAME", robot);
  if (fields.contains("com"))
    request.place.point = vector_argument(std::string(sweep_option) + " com", fields.at("com"));
}

}  // namespace

SweepRequest sweep_argument(const std::vector<std::string>& texts, const Robot& robot, const Warn& note) {
  SweepRequest request;
  for (const std::string& text : texts) {
    const Fields fields =
        fields_argument(sweep_option, text, {"payload", "speed", "link", "com"}, "payload=0:5:0.5", {"link"});
    const bool of_payload = fields.contains("payload"), of_speed = fields.contains("speed");
    if (of_payload == of_speed)
      throw UsageError(sweep_option,
                       invdyn::in_quotes(text) + " sweeps " + (of_speed ? "two things" : "nothing") +
                           ": expected payload=FROM:TO:STEP or speed=FROM:TO:STEP, and --sweep again "
                           "for the other");
    if (!(of_payload ? request.payloads : request.speeds).empty())
      throw UsageError(sweep_option, std::string("sweeps ") + (of_payload ? "payload" : "speed") +
                                         " twice: expected each once");
    if (of_payload) {
      take_payload(fields, robot, note, request);
      continue;
    }
    if (fields.size() > 1)
      throw UsageError(sweep_option, "link and com belong to a payload: expected payload too");
    request.speeds = range_argument("speed", fields.at("speed"), note);
    if (!(request.speeds.front() > 0))
      throw UsageError(sweep_option, "speed is \"" + fields.at("speed") + "\": expected factors above 0");
  }
  if (static_cast<double>(std::max<std::size_t>(request.payloads.size(), 1)) *
          static_cast<double>(std::max<std::size_t>(request.speeds.size(), 1)) >
      max_points)
    throw UsageError(sweep_option, "asks for more than 10000 points: expected larger steps");
  return request;
}

}  // namespace invdyn
