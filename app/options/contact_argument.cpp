#include "contact_argument.h"

#include <algorithm>
#include <utility>

#include "arguments.h"
#include "command_line/offers.h"
#include "fields_argument.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "link_argument.h"
#include "pose_argument.h"
#include "robot/geometry/touch_points.h"

namespace invdyn {
namespace {

constexpr const char* option = "--contact";
constexpr std::size_t max_points = 1000;
const std::vector<std::string> contact_keys{"link", "points", "mu", "normal", "when", "height", "speed"};

std::vector<TouchPoint> points_in(const std::string& text) {
  std::vector<TouchPoint> points;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    if (end > begin)
      points.push_back({position_argument("--contact points", text.substr(begin, end - begin)), 0});
    begin = end + 1;
  }
  if (points.empty())
    throw UsageError("--contact points", "is empty: expected X,Y,Z;X,Y,Z in m, in the link's axes");
  return points;
}

double not_negative(const std::string& key, const std::string& text, const char* unit) {
  const double value = number_argument("--contact " + key, text, unit);
  if (value >= 0) return value;
  throw UsageError("--contact " + key, "is " + text + ": expected 0 or more");
}

Eigen::Vector3d direction_in(const std::string& text) {
  const Eigen::Vector3d direction =
      vector_argument("--contact normal", text, "a direction X,Y,Z out of the ground, such as 0,0,1")
          .stableNormalized();
  if (direction.norm() > 0.5) return direction;
  throw UsageError("--contact normal", "is " + text + ": expected a direction, such as 0,0,1");
}

// `auto`, `always`, COLUMN or COLUMN>VALUE. The columns are those that the file has to have.
void take_when(const std::string& text, Contact& contact, std::vector<std::string>& columns) {
  if (text == "auto") return;
  if (text == "always") {
    contact.when = Contact::When::always;
    return;
  }
  contact.when = Contact::When::column;
  const std::size_t sign = text.rfind('>');
  const std::string column(trimmed(std::string_view(text).substr(0, sign)));
  if (column.empty())
    throw UsageError("--contact when", "is " + in_quotes(text) +
                                           ": expected auto, always, a column of the trajectory (such as "
                                           "left_contact) or a condition (such as left_force>20)");
  if (sign != text.npos)
    contact.above =
        number_argument("--contact when", std::string(trimmed(std::string_view(text).substr(sign + 1))));
  const auto at = std::find(columns.begin(), columns.end(), column);
  contact.flag = static_cast<std::size_t>(at - columns.begin());
  if (at == columns.end()) columns.push_back(column);
}

void take_nearness(const Fields& fields, Contact& contact) {
  for (const auto& [key, unit, value] :
       {std::tuple{"height", "m", &contact.height}, std::tuple{"speed", "m/s", &contact.speed}}) {
    const auto field = fields.find(key);
    if (field == fields.end()) continue;
    if (contact.when != Contact::When::near_ground)
      throw UsageError("--contact " + std::string(key),
                       "is used only with when=auto, to find the points near the ground: give "
                       "when=auto, or leave out " +
                           std::string(key));
    *value = key == std::string_view("height") ? number_argument("--contact height", field->second, unit)
                                               : not_negative(key, field->second, unit);
  }
}

Contact contact_in(const std::string& text, const Robot& robot, const Ground& ground,
                   std::vector<std::string>& columns) {
  const Fields fields = text.find('=') == text.npos
                            ? Fields{{"link", text}}
                            : fields_argument(option, text, contact_keys, "link=l_foot", {"link", "when"});
  const auto value = [&](const char* key) {
    const auto field = fields.find(key);
    return field == fields.end() ? nullptr : &field->second;
  };
  Contact contact;
  if (!value("link")) throw UsageError(option, "has no link: expected link=NAME");
  contact.link = link_argument(option, *value("link"), robot);
  contact.name = robot.links()[contact.link].name;
  contact.normal = ground.normal;
  if (const std::string* points = value("points")) contact.points = points_in(*points);
  if (const std::string* mu = value("mu")) contact.friction = not_negative("mu", *mu, "");
  if (const std::string* normal = value("normal")) contact.normal = direction_in(*normal);
  if (const std::string* when = value("when")) take_when(*when, contact, columns);
  take_nearness(fields, contact);
  return contact;
}

void expect_floating(const RobotArgument& argument, const Robot& robot) {
  if (argument.is_base_free())
    throw UsageError(
        option,
        "pushes on the robot, but --base free allows no outside force: give --base floating, and the base's "
        "motion in the trajectory");
  if (!robot.base_floats())
    throw UsageError(option, "is for a robot with a floating base, but the base of " + robot.name() +
                                 " is fixed: expected --base floating");
}

}  // namespace

Ground ground_argument(const std::string& text, const Eigen::Vector3d& gravity) {
  Ground ground;
  if (!gravity.isZero(0)) ground.normal = -gravity.normalized();
  if (text.empty()) return ground;
  const Eigen::VectorXd numbers =
      numbers_argument("--ground", text, "numbers separated by commas, such as 0,0,0.1");
  if (numbers.size() != 1 && numbers.size() != 3 && numbers.size() != 6)
    throw UsageError("--ground",
                     "has " + counted(static_cast<std::size_t>(numbers.size()), "number") +
                         ": expected 1 number (the height in m), 3 numbers (a point in m) or 6 numbers (a "
                         "point in m and the direction up), such as 0,0,0.1,0,0,1");
  if (numbers.size() == 1) {
    ground.point = numbers[0] * ground.normal;
    return ground;
  }
  ground.point = numbers.head(3);
  if (numbers.size() == 3) return ground;
  ground.normal = numbers.tail(3).stableNormalized();
  if (!(ground.normal.norm() > 0.5))
    throw UsageError("--ground", "has 0,0,0 as the direction up: expected a direction, such as 0,0,1");
  return ground;
}

void collect_contacts(const DynamicsArguments& arguments, const RobotArgument& robot_argument,
                      const Robot& robot, DynamicsArguments::Loads& loads, TrajectorySettings& trajectory) {
  Surroundings& surroundings = loads.surroundings;
  surroundings.ground = ground_argument(arguments.ground, loads.settings.gravity.value_or(robot.gravity()));
  if (arguments.contacts.empty()) return;
  expect_few(option, arguments.contacts.size());
  expect_floating(robot_argument, robot);
  for (const std::string& text : arguments.contacts) {
    Contact contact = contact_in(text, robot, surroundings.ground, trajectory.csv.flags);
    for (const Contact& other : surroundings.contacts)
      if (other.link == contact.link)
        throw UsageError(option, "is given twice for the link " + contact.name +
                                     ": give all points of this link in one --contact");
    surroundings.contacts.push_back(std::move(contact));
  }
  if (!trajectory.csv.flags.empty() && trajectory.preparation.resample)
    throw UsageError(option,
                     "when=" + trajectory.csv.flags.front() +
                         " is a column of the file, but --resample makes new rows, which have no value in "
                         "this column: give when=auto, or leave out --resample");
  for (Contact& contact : surroundings.contacts) {
    if (contact.points.empty())
      contact.points = touch_points(robot_argument.file(), robot, contact.link, surroundings.ground.normal,
                                    {.expanded = robot_argument.reading().expanded});
    if (contact.points.size() > max_points)
      throw UsageError(option, contact.name + " has " + std::to_string(contact.points.size()) +
                                   " points: expected at most " + std::to_string(max_points));
  }
}

CLI::Option* offer_contact(CLI::Option* contact) {
  return offer_fields(
      contact, contact_keys,
      {{.text = "link=", .names = RobotNames::links}, {.text = "when=", .words = {"auto", "always"}}});
}

}  // namespace invdyn
