#include "wrench_argument.h"

#include <algorithm>
#include <map>

#include "arguments.h"
#include "error.h"
#include "nearest_name.h"
#include "robot/bodies.h"
#include "wording.h"

namespace invdyn {
namespace {

using Frame = ExternalWrench::Frame;
using Fields = std::map<std::string, std::string>;

const std::vector<std::string> components{"fx", "fy", "fz", "nx", "ny", "nz"};
const std::vector<std::string> keys{"link", "frame", "point", "point-frame", "fx",
                                    "fy",   "fz",    "nx",    "ny",          "nz"};

std::vector<std::string> split_at_blanks(const std::string& text) {
  constexpr const char* blanks = " \t";
  std::vector<std::string> words;
  for (std::size_t end = 0, begin; (begin = text.find_first_not_of(blanks, end)) != std::string::npos;) {
    end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

Fields fields_of(const std::string& option, const std::string& text) {
  Fields fields;
  std::string latest;
  for (const std::string& word : split_at_blanks(text)) {
    const std::size_t sign = word.find('=');  // the first one: a link's name may hold the sign too
    if (sign == std::string::npos && latest == "link") {  // and blanks
      fields[latest] += ' ' + word;
      continue;
    }
    if (sign == std::string::npos)
      throw UsageError(option, invdyn::quoted(word) +
                                   " has no \"=\": expected fields such as fz=-10, with blanks between them");
    const std::string key = latest = word.substr(0, sign);
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw UsageError(option, "has an unknown field " + invdyn::quoted(key) + ": expected one of " +
                                   joined(keys) + did_you_mean(key, keys));
    if (!fields.emplace(key, word.substr(sign + 1)).second)
      throw UsageError(option, "has the field " + key + " twice: expected it once");
  }
  return fields;
}

// The links that move and carry no other one.
std::vector<std::size_t> last_links(const Robot& robot) {
  std::vector<bool> carries(robot.links().size(), false);
  for (const Joint& joint : robot.joints()) carries[joint.parent] = true;
  const std::vector<LinkSeat> seats = link_seats(robot);
  std::vector<std::size_t> last;
  for (std::size_t i = 0; i < carries.size(); ++i)
    if (!carries[i] && seats[i].body) last.push_back(i);
  return last;
}

std::size_t link_of(const std::string& option, const Fields& fields, const Robot& robot) {
  const auto& links = robot.links();
  const auto field = fields.find("link");
  if (field == fields.end()) {
    const auto last = last_links(robot);
    if (last.size() == 1) return last.front();
    std::vector<std::string> names;
    for (const std::size_t i : last) names.push_back(links[i].name);
    throw UsageError(option, "names no link, and " + robot.name() + " has more than one last link (" +
                                 joined(names) + "): expected link=NAME");
  }
  const std::string& name = field->second;
  std::vector<std::string> names;
  for (std::size_t i = 1; i < links.size(); ++i) {
    if (links[i].name == name) return i;
    names.push_back(links[i].name);
  }
  throw UsageError(option + " link", "is " + invdyn::quoted(name) +
                                         (name == links[0].name ? ", the base, which does not move" : "") +
                                         ": expected one of " + joined(names) + did_you_mean(name, names));
}

Frame frame_of(const std::string& option, const Fields& fields, const std::string& key, Frame otherwise) {
  const auto field = fields.find(key);
  if (field == fields.end()) return otherwise;
  constexpr Frame frames[] = {Frame::world, Frame::link};
  return frames[choice_argument(option + " " + key, field->second, {"world", "link"})];
}

// Without a point, the wrench acts at the link's origin, whatever the frame: a load that hangs there.
void take_point(const std::string& option, const Fields& fields, ExternalWrench& wrench) {
  const auto field = fields.find("point");
  if (field == fields.end()) {
    if (fields.contains("point-frame"))
      throw UsageError(option + " point-frame", "is given without a point: expected point=X,Y,Z too");
    return;
  }
  const Eigen::VectorXd point = numbers_argument(option + " point", field->second);
  if (point.size() != 3)
    throw UsageError(option + " point", "has " + counted(static_cast<std::size_t>(point.size()), "number") +
                                            ": expected three, X,Y,Z in m, such as 0,0,0.1");
  wrench.point = point;
  wrench.point_frame = frame_of(option, fields, "point-frame", wrench.frame);
}

}  // namespace

ExternalWrench parse_wrench(const std::string& option, const std::string& text, const Robot& robot) {
  const Fields fields = fields_of(option, text);
  ExternalWrench wrench;
  wrench.link = link_of(option, fields, robot);
  wrench.frame = frame_of(option, fields, "frame", wrench.frame);
  take_point(option, fields, wrench);
  bool acts = false;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto field = fields.find(components[i]);
    if (field == fields.end()) continue;
    acts = true;
    const auto axis = static_cast<Eigen::Index>(i % 3);
    (i < 3 ? wrench.force : wrench.moment)[axis] =
        number_argument(option + " " + components[i], field->second);
  }
  if (!acts)
    throw UsageError(option, "has neither force nor moment: expected at least one of " + joined(components));
  return wrench;
}

}  // namespace invdyn
