#include "wrench_argument.h"

#include "arguments.h"
#include "error.h"
#include "fields_argument.h"
#include "link_argument.h"
#include "pose_argument.h"
#include "wording.h"

namespace invdyn {
namespace {

using Frame = ExternalWrench::Frame;

const std::vector<std::string> components{"fx", "fy", "fz", "nx", "ny", "nz"};
const std::vector<std::string> keys{"link", "frame", "point", "point-frame", "fx",
                                    "fy",   "fz",    "nx",    "ny",          "nz"};

std::size_t link_of(const std::string& option, const Fields& fields, const Robot& robot) {
  const auto field = fields.find("link");
  if (field == fields.end()) return sole_last_link(option, "names no link", "link=NAME", robot);
  return link_argument(option + " link", field->second, robot);
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
  wrench.point = vector_argument(option + " point", field->second);
  wrench.point_frame = frame_of(option, fields, "point-frame", wrench.frame);
}

}  // namespace

ExternalWrench parse_wrench(const std::string& option, const std::string& text, const Robot& robot) {
  const Fields fields = fields_argument(option, text, keys, "fz=-10", "link");
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
