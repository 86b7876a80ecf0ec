#include "wrench_argument.h"

#include <algorithm>
#include <utility>

#include "arguments.h"
#include "command_line/offers.h"
#include "fields_argument.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "link_argument.h"
#include "pose_argument.h"
#include "robot/files/read.h"
#include "robot/model/bodies.h"
#include "trajectory/load_files/wrench_file.h"

namespace invdyn {
namespace {

using Frame = ExternalWrench::Frame;

std::vector<std::string> wrench_keys() {
  std::vector<std::string> keys{"link", "frame", "point", "point-frame", "file", "columns"};
  keys.insert(keys.end(), wrench_components.begin(), wrench_components.end());
  return keys;
}

// `fz=10` for 0,0,10: those of the numbers that are not zero, from component `first` on.
std::string fields_of(const std::vector<std::string>& numbers, std::size_t first) {
  std::string fields;
  for (std::size_t i = 0; i < numbers.size() && first + i < std::size(wrench_components); ++i)
    if (numbers[i].find_first_of("123456789") != std::string::npos)
      fields += (fields.empty() ? "" : " ") + std::string(wrench_components[first + i]) + '=' + numbers[i];
  return fields;
}

bool is_vector(const std::string& text) {
  return text.find_first_not_of("0123456789.,+-eE ") == text.npos && text.find(',') != text.npos;
}

// `0,0,10`, or `force=0,0,10`, is meant as `fz=10`.
void refuse_vector(const std::string& option, const std::string& text) {
  if (is_vector(text))
    throw UsageError(option, "is " + in_quotes(text) + ": expected " + option + ' ' +
                                 shell_word(fields_of(words_argument(text), 0)));
  constexpr std::pair<std::string_view, std::size_t> vectors[] = {
      {"force=", 0}, {"moment=", 3}, {"torque=", 3}};
  for (const auto& [key, first] : vectors) {
    const std::size_t at = text.find(key);
    if (at == text.npos || (at > 0 && text[at - 1] != ' ')) continue;
    const std::size_t begin = at + key.size(), end = std::min(text.find(' ', begin), text.size());
    const std::string fields = fields_of(words_argument(text.substr(begin, end - begin)), first);
    if (!fields.empty())
      throw UsageError(option, "has an unknown field " + in_quotes(key.substr(0, key.size() - 1)) +
                                   ": expected " + option + ' ' +
                                   shell_word(text.substr(0, at) + fields + text.substr(end)));
  }
}

Fields wrench_fields(const std::string& option, const std::string& text) {
  refuse_vector(option, text);
  return fields_argument(option, text, wrench_keys(), "fz=-10", {"link", "file"});
}

const std::vector<std::string> frame_names{"world", "link"};

std::size_t link_of(const std::string& option, const Fields& fields, const Robot& robot) {
  const auto field = fields.find("link");
  if (field == fields.end()) return sole_last_link(option, "gives no link", "link=NAME", robot);
  return link_argument(option + " link", field->second, robot);
}

Frame frame_of(const std::string& option, const Fields& fields, const std::string& key, Frame otherwise) {
  const auto field = fields.find(key);
  if (field == fields.end()) return otherwise;
  constexpr Frame frames[] = {Frame::world, Frame::link};
  return frames[choice_argument(option + " " + key, field->second, frame_names)];
}

// Without a point, the wrench acts at the link's origin, whatever the frame: a load that hangs there.
void take_point(const std::string& option, const Fields& fields, ExternalWrench& wrench) {
  const auto field = fields.find("point");
  if (field == fields.end()) {
    if (fields.contains("point-frame"))
      throw UsageError(option + " point-frame", "is given without a point: expected point=X,Y,Z too");
    return;
  }
  wrench.point = vector_argument(option + " point", field->second);
  wrench.point_frame = frame_of(option, fields, "point-frame", wrench.frame);
}

void take_values(const std::string& option, const Fields& fields, ExternalWrench& wrench) {
  bool acts = false;
  for (std::size_t i = 0; i < wrench_components.size(); ++i) {
    const std::string component(wrench_components[i]);
    const auto field = fields.find(component);
    if (field == fields.end()) continue;
    acts = true;
    const auto axis = static_cast<Eigen::Index>(i % 3);
    (i < 3 ? wrench.force : wrench.moment)[axis] =
        number_argument(option + " " + component, field->second, i < 3 ? "N" : "N m");
  }
  if (!acts)
    throw UsageError(option, "has neither force nor moment: expected at least one of " +
                                 joined({wrench_components.begin(), wrench_components.end()}) +
                                 ", or file=FILE.csv");
}

// The name of an existing file may contain =. Text without = is a file's name if it looks like one.
bool is_file_alone(const std::string& text) {
  return is_file(text) ||
         (!is_vector(text) && text.find('=') == text.npos && text.find_first_of("./") != text.npos);
}

// Where a wrench of a file acts: as its columns state, else as the fields do.
void place_wrench(const std::string& option, const std::string& file, const Fields& fields,
                  const WrenchColumns& columns, ExternalWrench& wrench) {
  const auto name = [](Frame frame) { return frame_names[frame == Frame::world ? 0 : 1]; };
  wrench.frame = frame_of(option, fields, "frame", columns.frame.value_or(wrench.frame));
  if (columns.frame && wrench.frame != *columns.frame)
    throw UsageError(option + " frame", "is " + name(wrench.frame) + ", but the columns of " + file +
                                            " are in the frame " + name(*columns.frame) +
                                            ": give frame=" + name(*columns.frame) + ", or leave out frame");
  if (columns.point == WrenchColumns::Point::not_stated) return take_point(option, fields, wrench);
  const bool is_at_link = columns.point == WrenchColumns::Point::origin_of_link;
  if (fields.contains("point"))
    throw UsageError(
        option + " point",
        is_at_link ? "is given, but the wrench in " + file + " acts at the link's origin: leave out point"
                   : "is given, but " + file +
                         " also has points: leave out point, or leave out the points in the file");
  wrench.point_frame = is_at_link ? Frame::link : wrench.frame;
  if (frame_of(option, fields, "point-frame", wrench.point_frame) != wrench.point_frame)
    throw UsageError(option + " point-frame",
                     "differs from the frame of the force, " + name(wrench.frame) +
                         ", but the points and forces of a file must have the same frame: write the points "
                         "of " +
                         file + " in the frame " + name(wrench.frame) + ". Then leave out point-frame");
}

void append_history(const std::string& option, const std::string& file, const Fields& fields,
                    const Robot& robot, const Warn& warn, std::vector<TimedWrench>& wrenches) {
  for (const std::string_view component : wrench_components)
    if (fields.contains(std::string(component)))
      throw UsageError(option, "has both file and " + std::string(component) + ": give only one of them");
  std::vector<std::string> links;
  for (const Link& link : robot.links()) links.push_back(link.name);
  const auto group = fields.find("columns");
  for (const WrenchColumns& columns :
       read_wrench_file(file, links, group == fields.end() ? "" : group->second, warn)) {
    TimedWrench timed{{}, columns.history};
    if (columns.link.empty()) {
      timed.wrench.link = link_of(option, fields, robot);
    } else {
      if (fields.contains("link"))
        throw UsageError(option, "has link=NAME, but the columns of " + file +
                                     " also name links: leave out link=NAME, or leave out the links in the "
                                     "columns' names");
      timed.wrench.link =
          static_cast<std::size_t>(std::find(links.begin(), links.end(), columns.link) - links.begin());
    }
    place_wrench(option, file, fields, columns, timed.wrench);
    wrenches.push_back(std::move(timed));
  }
}

}  // namespace

std::vector<TimedWrench> wrench_argument(const std::string& option, const std::string& text,
                                         const Robot& robot, const Warn& warn) {
  const Fields fields = is_file_alone(text) ? Fields{{"file", text}} : wrench_fields(option, text);
  std::vector<TimedWrench> wrenches;
  if (const auto file = fields.find("file"); file != fields.end()) {
    append_history(option, file->second, fields, robot, warn, wrenches);
  } else {
    if (fields.contains("columns"))
      throw UsageError(option + " columns",
                       "chooses columns of a file, but no file is given: expected file=FILE too");
    ExternalWrench wrench;
    wrench.frame = frame_of(option, fields, "frame", wrench.frame);
    take_point(option, fields, wrench);
    wrench.link = link_of(option, fields, robot);
    take_values(option, fields, wrench);
    wrenches.push_back({wrench});
  }
  const std::vector<LinkPlacement> seats = link_seats(robot.with_independent_mimics());
  std::erase_if(wrenches, [&](const TimedWrench& each) {
    if (seats[each.wrench.link].body || robot.base_floats()) return false;
    warn(option + ": no joint moves the link " + invdyn::in_quotes(robot.links()[each.wrench.link].name) +
         ": the wrench changes no torque");
    return true;
  });
  return wrenches;
}

std::optional<std::string> note_on_place(const std::string& option, const std::string& text,
                                         const Robot& robot) {
  if (!wrench_file_in(text).empty()) return std::nullopt;
  const Fields fields = wrench_fields(option, text);
  if (fields.contains("link")) return std::nullopt;
  const std::size_t link = link_of(option, fields, robot);
  const bool is_at_origin =
      !fields.contains("point") && (fields.contains("fx") || fields.contains("fy") || fields.contains("fz"));
  return option + ": the wrench acts " +
         (is_at_origin ? "at " + text_of_origin(robot, link) +
                             ". To choose another place, give link=NAME and point=X,Y,Z"
                       : "on link " + in_quotes(robot.links()[link].name) +
                             ". To choose another link, give link=NAME");
}

CLI::Option* offer_wrench(CLI::Option* option) {
  return offer_fields(option, wrench_keys(),
                      {{.text = "link=", .names = RobotNames::links},
                       {.text = "frame=", .words = frame_names},
                       {.text = "point-frame=", .words = frame_names},
                       {.text = "file=", .is_file = true}});
}

std::string wrench_file_in(const std::string& text) {
  if (is_file_alone(text)) return text;
  const Fields fields = wrench_fields("--wrench", text);
  const auto file = fields.find("file");
  return file == fields.end() ? "" : file->second;
}

}  // namespace invdyn
