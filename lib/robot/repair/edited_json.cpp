#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/json_layout.h"
#include "../../ground/document/json_node.h"
#include "../../ground/text/number.h"
#include "../model/rotation.h"
#include "edited_text.h"

namespace invdyn {
namespace {

using nlohmann::ordered_json;
using Quantity = RobotChange::Quantity;

// The rotation of an object of a file that has been read: it is well-formed.
Eigen::Matrix3d rotation_in(const ordered_json& object, bool degrees) {
  const auto vector = [](const ordered_json& list) {
    return Eigen::Vector3d(list[0].get<double>(), list[1].get<double>(), list[2].get<double>());
  };
  if (object.contains("rpy")) return rotation_rpy(vector(object["rpy"]) * (degrees ? EIGEN_PI / 180 : 1));
  if (object.contains("quaternion")) {
    const ordered_json& q = object["quaternion"];
    return Eigen::Quaterniond(q["w"].get<double>(), q["x"].get<double>(), q["y"].get<double>(),
                              q["z"].get<double>())
        .normalized()
        .toRotationMatrix();
  }
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  if (object.contains("rotation"))
    for (Eigen::Index i = 0; i < 3; ++i) R.row(i) = vector(object["rotation"][static_cast<std::size_t>(i)]);
  return R;
}

class JsonEditor {
 public:
  JsonEditor(const std::string& text, const std::string& file)
      : file_(file), document_(ordered_json::parse(text)) {}

  EditedText edited(const std::vector<StatedChange>& changes) {
    std::vector<std::string> done;
    for (const StatedChange& each : changes) {
      said_.clear();
      make(each.change);
      if (said_.empty())
        throw Error(file_,
                    "has no number to change of " + each.change.subject + ": expected the robot's own file");
      state(each);
      done.push_back(said_);
    }
    return {laid_out(document_), done};
  }

  std::map<std::string, Eigen::Matrix3d> axes() {
    const bool degrees = document_.value("angles", "") == "degrees";
    std::map<std::string, Eigen::Matrix3d> axes;
    const auto add = [&](const std::string& name, const ordered_json& link) {
      if (link.contains("inertia")) axes[name] = rotation_in(link["inertia"], degrees);
    };
    if (document_.contains("base")) add(document_["base"].value("name", "base"), document_["base"]);
    for (const ordered_json& joint : document_["joints"]) add(joint["link"]["name"], joint["link"]);
    return axes;
  }

 private:
  ordered_json& link(const std::string& name) {
    for (ordered_json& joint : document_["joints"])
      if (joint["link"]["name"] == name) return joint["link"];
    return document_["base"];
  }
  ordered_json& joint(const std::string& name) {
    for (ordered_json& joint : document_["joints"])
      if (joint["name"] == name) return joint;
    throw Error(file_, "has no joint " + in_quotes(name) + ": expected the robot's own file");
  }

  void make(const RobotChange& change) {
    const std::string& subject = change.subject;
    switch (change.quantity) {
      case Quantity::mass:
        return set(link(subject), {"mass"}, change);
      case Quantity::com:
        return set(link(subject), {"com"}, change);
      case Quantity::inertia:
        if (change.tensor) return set_tensor(link(subject)["inertia"], *change.tensor);
        return set(link(subject)["inertia"], {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}, change);
      case Quantity::products:
        return set(link(subject)["inertia"], {"ixy", "ixz", "iyz"}, change);
      case Quantity::origin:
        for (const char* convention : {"dh", "mdh"})
          if (joint(subject).contains(convention))
            return joint(subject)["type"] == "prismatic"  // its offset is a length
                       ? set(joint(subject)[convention], {"a", "d", "offset"}, change)
                       : set(joint(subject)[convention], {"a", "d"}, change);
        return set(joint(subject)["origin"], {"xyz"}, change);
      case Quantity::position_limits:
        return set(joint(subject)["limits"], {"position"}, change);
      case Quantity::velocity_limit:
        return set(joint(subject)["limits"], {"velocity"}, change);
      case Quantity::rotor_inertia:
        return set(joint(subject)["motor"], {"rotor_inertia"}, change);
      case Quantity::gear_ratio:
        return set(joint(subject)["motor"], {"gear_ratio"}, change);
      case Quantity::gravity:
        return set(document_, {"gravity"}, change);
    }
  }

  void say(const std::string& what, const std::string& before, const std::string& after) {
    said_ += (said_.empty() ? "" : ", ") + what + ' ' + before + " -> " + after;
  }

  // A number, or a list of numbers and null.
  void set(ordered_json& object, std::initializer_list<const char*> keys, const RobotChange& change) {
    for (const char* key : keys) {
      if (!object.contains(key)) continue;
      ordered_json& value = object[key];
      const std::string before = value.dump();
      const auto change_number = [&](ordered_json& number) {
        if (number.is_number() && number.get<double>() != 0) number = change.changed(number.get<double>());
      };
      if (value.is_array())
        for (ordered_json& each : value) change_number(each);
      else
        change_number(value);
      if (value.dump() != before) say(key, before, value.dump());
    }
  }

  void set_tensor(ordered_json& object, const Eigen::Matrix3d& tensor) {
    const Eigen::Matrix3d R = rotation_in(object, document_.value("angles", "") == "degrees"),
                          I = R.transpose() * tensor * R;
    const struct {
      const char* key;
      double value;
    } elements[] = {{"ixx", I(0, 0)}, {"iyy", I(1, 1)}, {"izz", I(2, 2)},
                    {"ixy", I(0, 1)}, {"ixz", I(0, 2)}, {"iyz", I(1, 2)}};
    for (const auto& [key, value] : elements) {
      const double before = object.value(key, 0.0);
      if (std::abs(value - before) <= 1e-12 * I.cwiseAbs().maxCoeff()) continue;
      object[key] = value;
      say(key, shortest(before), shortest(value));
    }
  }

  // Gravity has no entry among the origins: they are of links and joints.
  void state(const StatedChange& stated) {
    const std::string from = "invdyn robot repair: " + said_ + " (" + stated.reason + ")";
    if (stated.change.subject.empty()) {
      const std::string source = document_.value("source", "");
      document_["source"] = source + (source.empty() ? "" : " ") + "Changed by " + from + ".";
      return;
    }
    const char* const numbers[] = {"mass",           "com",
                                   "inertia",        "products of inertia",
                                   "origin",         "position limits",
                                   "velocity limit", "rotor inertia",
                                   "gear ratio",     "gravity"};
    document_["origins"].push_back({{stated.change.is_of_link() ? "link" : "joint", stated.change.subject},
                                    {"numbers", numbers[static_cast<std::size_t>(stated.change.quantity)]},
                                    {"from", from}});
  }

  const std::string& file_;
  ordered_json document_;
  std::string said_;
};

}  // namespace

EditedText edited_json(const std::string& text, const std::string& file,
                       const std::vector<StatedChange>& changes) {
  return JsonEditor(text, file).edited(changes);
}

std::map<std::string, Eigen::Matrix3d> axes_in_json(const std::string& text, const std::string& file) {
  return JsonEditor(text, file).axes();
}

}  // namespace invdyn
