#include "body_mass.h"

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../model/bodies.h"

namespace invdyn {
namespace {

// Aliases can expand a small file to endless elements; no robot has so many.
constexpr int max_depth = 100;
constexpr int max_elements = 100'000;

// A body of these keys; missing ones are taken from `otherwise`.
MassProperties body_of(YamlMapping& mapping, const MassProperties& otherwise) {
  MassProperties body = otherwise;
  if (const auto mass = mapping.find("mass")) body.mass = mass->number("kg");
  if (const auto com = mapping.find("centerOfMass")) body.com = com->vector3("m");
  if (const auto inertia = mapping.find("inertia")) body.inertia = body_inertia(*inertia);
  return body;
}

}  // namespace

void BodyMass::read_rigid_body(YamlMapping& mapping, const Frame& frame) {
  if (frame.scaled)
    throw Error(mapping.node().place(),
                "a RigidBody is inside a scale: expected no scale, because the inertia of a scaled body is "
                "not known");
  const MassProperties body = body_of(mapping, {});
  if (!mapping.find("mass"))
    for (const char* key : {"centerOfMass", "inertia"})
      if (const auto node = mapping.find(key))
        throw Error(node->place(), node->what() + " is given without a mass: expected the key mass too");
  if (body.mass < 0) mapping.at("mass").fail("0 or more (kg)");
  bodies_.push_back(moved(body, frame.T_link_here));
}

void BodyMass::read_elements(const YamlNode& elements, const Frame& frame) {
  if (frame.depth > max_depth)
    throw Error(elements.place(), "elements are nested more than " + std::to_string(max_depth) +
                                      " levels deep: expected fewer");
  const auto read = [&](const YamlNode& node, const std::string& key) {
    YamlMapping mapping(node);
    std::string type = key;
    if (const auto own = mapping.find("type")) {
      if (!key.empty() && own->text() != key) own->fail(key + ", the same as the key of the element");
      type = own->text();
    }
    read_element(mapping, type.empty() ? mapping.at("type").text() : type, frame);
  };
  if (elements.is_list()) {
    for (const YamlNode& element : elements.elements()) read(element, "");
    return;
  }
  YamlMapping mapping(elements);
  if (mapping.find("type")) return read(elements, "");
  done_(mapping);
  for (const YamlMapping::Entry& entry : mapping.entries()) read(entry.value, entry.key);
}

// Choreonoid also reads rigid bodies from YAML resources.
void BodyMass::warn_of_bodies_in(YamlMapping& resource) {
  const auto uri = resource.find("uri");
  if (!uri || !uri->is_word() || warned_of_resource_) return;
  const std::string file = uri->text();
  if (!file.ends_with(".yaml") && !file.ends_with(".yml") && !file.ends_with(".body")) return;
  warn_(uri->place() + ": " + in_quotes(file) +
        " is a resource and is not read. If it contains rigid bodies, write their mass, centerOfMass "
        "and inertia into this file");
  warned_of_resource_ = true;
}

// A sensor may hold bodies.
void BodyMass::read_device(YamlMapping& mapping, const std::string& type, Frame& frame) {
  if (type == "Resource") return warn_of_bodies_in(mapping);
  if (const auto resource = mapping.find("resource"); resource && resource->is_mapping()) {
    YamlMapping inner(*resource);
    warn_of_bodies_in(inner);
  }
  frame.T_link_here = frame.T_link_here * body_pose(mapping, angles_);
  if (mapping.find("scale")) frame.scaled = true;
}

void BodyMass::read_element(YamlMapping& mapping, const std::string& type, Frame frame) {
  if (++elements_ > max_elements)
    throw Error(mapping.node().place(),
                "more than " + std::to_string(max_elements) + " elements: expected fewer");
  const int line = mapping.node().line();
  mapping.call("a " + type);
  if (type == "RigidBody" || type == "Transform" || type == "Group") {
    if (type != "Group") frame.T_link_here = frame.T_link_here * body_pose(mapping, angles_);
    if (mapping.find("scale")) frame.scaled = true;
    if (type == "RigidBody") read_rigid_body(mapping, frame);
    mapping.find("name");
  } else {
    unused_.add(line, type, ": shapes, lights, sensors and other devices do not affect the dynamics");
    if (type == "Shape" || type == "Skip") return;
    read_device(mapping, type, frame);
    if (type == "Resource") return;
  }
  ++frame.depth;
  if (const auto inner = mapping.find("elements")) read_elements(*inner, frame);
  done_(mapping);
}

MassProperties BodyMass::of_link(YamlMapping& mapping, BodyLink& link) {
  bodies_.clear();
  if (const auto elements = mapping.find("elements"))
    read_elements(*elements, {Eigen::Isometry3d::Identity(), false, 0});
  const bool has_mass = mapping.find("mass").has_value(), has_com = mapping.find("centerOfMass").has_value(),
             has_inertia = mapping.find("inertia").has_value();
  link.has_mass_keys = has_mass || has_com || has_inertia || !bodies_.empty();
  if (!link.has_mass_keys) return {};
  MassProperties otherwise;
  if (bodies_.empty()) {
    otherwise = body_without_keys();
    link.assumed = has_mass && has_inertia ? ""
                   : has_mass              ? "inertia"
                   : has_inertia           ? "mass"
                                           : "mass and inertia";
  }
  MassProperties sum = body_of(mapping, otherwise);
  if (sum.mass == 0 && !has_inertia) sum.inertia.setZero();
  for (const MassProperties& body : bodies_)
    sum = sum.mass == 0 && sum.inertia.isZero(0) ? body : composed(sum, body);
  if (sum.mass != 0) return sum;
  if (!sum.inertia.isZero(0))
    unused_.add((has_inertia ? *mapping.find("inertia") : link.node).line(), "inertia",
                ": the link has no mass, so the format ignores its inertia");
  return {};
}

}  // namespace invdyn
