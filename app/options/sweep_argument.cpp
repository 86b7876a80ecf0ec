#include "sweep_argument.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "arguments.h"
#include "command_line/offers.h"
#include "fields_argument.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "link_argument.h"
#include "payload_argument.h"
#include "pose_argument.h"
#include "robot/model/names.h"

namespace invdyn {
namespace {

constexpr const char* sweep_option = "--sweep";
const std::vector<std::string> sweep_keys{"payload", "speed", "ratio", "link", "com", "joint"};
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
  if (!(steps < max_points)) fail("at most " + six_digits(max_points) + " points");
  std::vector<double> values;
  for (double i = 0; i <= steps; ++i) values.push_back(without_rounding(from + i * step));
  if (to - (from + steps * step) > 1e-6 * step)
    note(std::string(sweep_option) + ' ' + key + '=' + text + ": the last value is " +
         shortest(values.back()) + ", because the next step is beyond " + shortest(to));
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
          : sole_last_link(sweep_option, "gives no link for the payload", "link=NAME", robot);
  const std::string finger = fields.contains("link") ? "" : text_of_finger(robot, request.place.link);
  if (!finger.empty()) note(std::string(sweep_option) + ": the payload is on " + finger);
  if (fields.contains("com"))
    request.place.point = vector_argument(std::string(sweep_option) + " com", fields.at("com"));
  else
    note(std::string(sweep_option) + ": " + text_of_place("the payload is", robot, request.place.link));
}

void take_speed(const Fields& fields, const Warn& note, SweepRequest& request) {
  request.speeds = range_argument("speed", fields.at("speed"), note);
  if (!(request.speeds.front() > 0))
    throw UsageError(sweep_option, "speed is \"" + fields.at("speed") + "\": expected factors above 0");
}

void take_ratio(const Fields& fields, const Robot& robot, const Warn& note, SweepRequest& request) {
  request.ratios = range_argument("ratio", fields.at("ratio"), note);
  if (!(request.ratios.front() > 0))
    throw UsageError(sweep_option, "ratio is \"" + fields.at("ratio") + "\": expected gear ratios above 0");
  const std::vector<std::string> joints = moving_joint_names(robot);
  if (fields.contains("joint"))
    request.geared = choice_argument(std::string(sweep_option) + " joint", fields.at("joint"), joints);
  else if (joints.size() > 1)
    throw UsageError(sweep_option,
                     "gives no joint for the gear ratio: expected joint=NAME, one of " + joined(joints));
}

}  // namespace

SweepRequest sweep_argument(const std::vector<std::string>& texts, const Robot& robot, const Warn& note) {
  SweepRequest request;
  for (const std::string& text : texts) {
    const Fields fields =
        fields_argument(sweep_option, text, sweep_keys, "payload=0:5:0.5", {"link", "joint"});
    std::vector<std::string> swept;
    for (const char* quantity : {"payload", "speed", "ratio"})
      if (fields.contains(quantity)) swept.emplace_back(quantity);
    if (swept.size() != 1)
      throw UsageError(sweep_option,
                       invdyn::in_quotes(text) + " has " +
                           (swept.empty() ? "no quantity" : "several quantities") +
                           ": expected payload=FROM:TO:STEP, speed=FROM:TO:STEP or "
                           "ratio=FROM:TO:STEP. For several quantities, give --sweep several times");
    const std::string& quantity = swept.front();
    const std::vector<double>& taken = quantity == "payload" ? request.payloads
                                       : quantity == "speed" ? request.speeds
                                                             : request.ratios;
    if (!taken.empty())
      throw UsageError(sweep_option, "sweeps " + quantity + " twice: expected each quantity once");
    if (quantity != "payload" && (fields.contains("link") || fields.contains("com")))
      throw UsageError(
          sweep_option,
          "has link or com, which are used only with payload=FROM:TO:STEP: leave out link and com, or give "
          "link and com in a --sweep of the payload");
    if (quantity != "ratio" && fields.contains("joint"))
      throw UsageError(
          sweep_option,
          "has joint=NAME, which is used only with ratio=FROM:TO:STEP: leave out joint=NAME, or give "
          "joint=NAME in a --sweep of the gear ratio");
    if (quantity == "payload") take_payload(fields, robot, note, request);
    if (quantity == "speed") take_speed(fields, note, request);
    if (quantity == "ratio") take_ratio(fields, robot, note, request);
  }
  double points = 1;
  for (const auto* values : {&request.payloads, &request.speeds, &request.ratios})
    points *= static_cast<double>(std::max<std::size_t>(values->size(), 1));
  if (points > max_points)
    throw UsageError(sweep_option,
                     "asks for more than " + six_digits(max_points) + " points: expected larger steps");
  return request;
}

CLI::Option* offer_sweep(CLI::Option* option) {
  return offer_fields(
      option, sweep_keys,
      {{.text = "link=", .names = RobotNames::links}, {.text = "joint=", .names = RobotNames::joints}});
}

}  // namespace invdyn
