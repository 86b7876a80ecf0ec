#include <algorithm>
#include <sstream>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/xml_document.h"
#include "../../ground/text/number.h"
#include "../files/urdf_origin.h"
#include "edited_text.h"

namespace invdyn {
namespace {

using Quantity = RobotChange::Quantity;

class UrdfEditor {
 public:
  UrdfEditor(const std::string& text, const std::string& file)
      : text_(text), file_(file), document_(text, file) {}

  EditedText edited(const std::vector<StatedChange>& changes) {
    for (const StatedChange& each : changes) make(each);
    std::stable_sort(splices_.begin(), splices_.end(),
                     [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
    EditedText result{"", done_};
    std::size_t at = 0;
    for (const Splice& each : splices_) {
      result.text += text_.substr(at, each.begin - at) + each.text;
      at = each.end;
    }
    result.text += text_.substr(at);
    return result;
  }

 private:
  struct Splice {
    std::size_t begin, end;  // of the text that is replaced
    std::string text;
  };

  void make(const StatedChange& stated) {
    const RobotChange& change = stated.change;
    done_.emplace_back();
    switch (change.quantity) {
      case Quantity::mass:
        return set_numbers(inertial_of(change.subject).at("mass"), {"value"}, stated);
      case Quantity::com:
        return set_numbers(inertial_of(change.subject).at("origin"), {"xyz"}, stated);
      case Quantity::inertia:
        if (change.tensor) return set_tensor(inertial_of(change.subject), stated);
        return set_numbers(inertial_of(change.subject).at("inertia"),
                           {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, stated);
      case Quantity::products:
        return set_numbers(inertial_of(change.subject).at("inertia"), {"ixy", "ixz", "iyz"}, stated);
      case Quantity::origin:
        return set_numbers(named("joint", change.subject).at("origin"), {"xyz"}, stated);
      case Quantity::position_limits:
        return set_numbers(named("joint", change.subject).at("limit"), {"lower", "upper"}, stated);
      case Quantity::velocity_limit:
        return set_numbers(named("joint", change.subject).at("limit"), {"velocity"}, stated);
      case Quantity::rotor_inertia:
        return set_in_transmissions({"drake:rotor_inertia"}, stated);
      case Quantity::gear_ratio:
        return set_in_transmissions({"mechanicalReduction", "mechanical_reduction", "drake:gear_ratio"},
                                    stated);
      case Quantity::gravity:
        break;
    }
    throw Error(file_, "has no place for the change of gravity: expected another format");
  }

  XmlNode named(const char* tag, const std::string& name) const {
    for (const XmlNode& node : document_.root().children(tag))
      if (node.value("name") == name) return node;
    throw Error(file_,
                std::string("has no ") + tag + ' ' + in_quotes(name) + ": expected the robot's own file");
  }
  XmlNode inertial_of(const std::string& link) const { return named("link", link).at("inertial"); }

  // The numbers of these attributes, as far as they are there.
  void set_numbers(const XmlNode& node, std::initializer_list<const char*> attributes,
                   const StatedChange& stated) {
    std::string said;
    for (const char* attribute : attributes) {
      if (!node.has(attribute)) continue;
      const std::string before = node.value(attribute);
      std::string after;
      std::istringstream words(before);
      for (std::string word; words >> word;) {
        const std::optional<double> number = parse_finite(word);
        if (!number) node.fail(attribute, "finite numbers");
        const double value = *number == 0 ? *number : stated.change.changed(*number);
        after += (after.empty() ? "" : " ") + (value == *number ? word : shortest(value));
      }
      if (after != before) put(node, attribute, before, after, said);
    }
    comment(node, said, stated.reason);
  }

  void set_tensor(const XmlNode& inertial, const StatedChange& stated) {
    const Eigen::Matrix3d R = urdf_origin(inertial).linear(), I = R.transpose() * *stated.change.tensor * R;
    const XmlNode node = inertial.at("inertia");
    const struct {
      const char* attribute;
      double value;
    } elements[] = {{"ixx", I(0, 0)}, {"ixy", I(0, 1)}, {"ixz", I(0, 2)},
                    {"iyy", I(1, 1)}, {"iyz", I(1, 2)}, {"izz", I(2, 2)}};
    std::string said;
    for (const auto& [attribute, value] : elements) {
      const std::string before = node.has(attribute) ? node.value(attribute) : "0";
      if (std::abs(value - node.number_or(attribute, "kg m^2", 0)) <= 1e-12 * I.cwiseAbs().maxCoeff())
        continue;
      put(node, attribute, before, shortest(value), said);
    }
    comment(node, said, stated.reason);
  }

  void put(const XmlNode& node, const char* attribute, const std::string& before, const std::string& after,
           std::string& said) {
    if (node.has(attribute)) {
      const XmlNode::Range range = node.value_range(attribute);
      splices_.push_back({range.begin, range.end, after});
    } else {
      splices_.push_back(
          {node.name_end(), node.name_end(), std::string(" ") + attribute + "=\"" + after + '"'});
    }
    said += (said.empty() ? "" : ", ") + std::string(attribute) + ' ' + before + " -> " + after;
  }

  // Before the element, with its indentation. Two hyphens would end a comment.
  void comment(const XmlNode& node, const std::string& said, const std::string& reason) {
    if (said.empty()) return;
    std::string text = "repaired: " + said + " (" + reason + ")";
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at))
      text.insert(at + 1, " ");
    const std::size_t line = text_.rfind('\n', node.begin()) + 1;  // 0 without one
    const std::string indent = text_.substr(line, node.begin() - line);
    const bool begins_line = indent.find_first_not_of(" \t") == std::string::npos;
    splices_.push_back(
        {node.begin(), node.begin(), "<!-- " + text + " -->" + (begins_line ? '\n' + indent : "")});
    done_.back() += (done_.back().empty() ? "" : "; ") + said;
  }

  void set_content(const XmlNode& node, const StatedChange& stated) {
    if (node.has("value")) return set_numbers(node, {"value"}, stated);
    const std::string before = node.content();
    const std::optional<double> number = parse_finite(before);
    if (!number) return;
    const std::string after = shortest(stated.change.changed(*number));
    const XmlNode::Range range = node.content_range();
    splices_.push_back({range.begin, range.end, after});
    comment(node, before + " -> " + after, stated.reason);
  }

  // In every transmission of this joint: the reader accepts a number that is stated more than once.
  void set_in_transmissions(std::initializer_list<const char*> tags, const StatedChange& stated) {
    std::vector<XmlNode> transmissions = document_.root().children("transmission");
    for (const XmlNode& control : document_.root().children("ros2_control"))
      for (const XmlNode& inside : control.children("transmission")) transmissions.push_back(inside);
    for (const XmlNode& transmission : transmissions) {
      const std::vector<XmlNode> joints = transmission.children("joint");
      if (joints.size() != 1 || joints[0].value("name") != stated.change.subject) continue;
      std::vector<XmlNode> parents = transmission.children("actuator");
      parents.push_back(joints[0]);
      parents.push_back(transmission);
      for (const XmlNode& parent : parents)
        for (const char* tag : tags)
          if (const std::optional<XmlNode> node = parent.child(tag)) set_content(*node, stated);
    }
    if (done_.back().empty())
      throw Error(file_, "has no number to change of the drive of joint " + in_quotes(stated.change.subject) +
                             ": expected one in a transmission");
  }

  const std::string& text_;
  const std::string& file_;
  XmlDocument document_;
  std::vector<Splice> splices_;
  std::vector<std::string> done_;
};

}  // namespace

EditedText edited_urdf(const std::string& text, const std::string& file,
                       const std::vector<StatedChange>& changes) {
  return UrdfEditor(text, file).edited(changes);
}

std::map<std::string, Eigen::Matrix3d> axes_in_urdf(const std::string& text, const std::string& file) {
  const XmlDocument document(text, file);
  std::map<std::string, Eigen::Matrix3d> axes;
  for (const XmlNode& link : document.root().children("link"))
    if (const std::optional<XmlNode> inertial = link.child("inertial"))
      axes[link.value("name")] = urdf_origin(*inertial).linear();
  return axes;
}

}  // namespace invdyn
