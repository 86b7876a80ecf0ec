// As Choreonoid's StdSceneReader reads them: cylinder, cone and capsule lie along y.

#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../files/body_values.h"
#include "../files/sub_body.h"
#include "shape_list.h"

namespace invdyn {
namespace {

// Aliases can expand a small file to endless elements; no robot has so many.
constexpr int max_element_depth = 100;
constexpr std::size_t max_shape_elements = 100'000;

std::optional<Colour> colour_in(YamlMapping& shape) {
  const auto appearance = shape.find("appearance");
  if (!appearance || !appearance->is_mapping()) return std::nullopt;
  YamlMapping look(*appearance);
  const auto found = look.find("material");
  if (!found || !found->is_mapping()) return std::nullopt;
  YamlMapping material(*found);
  auto diffuse = material.find("diffuse");
  if (!diffuse) diffuse = material.find("diffuseColor");
  if (!diffuse) return std::nullopt;
  const Eigen::Vector3f rgb = diffuse->vector3("").cast<float>().cwiseMax(0).cwiseMin(1);
  const auto transparency = material.find("transparency");
  const double hidden = transparency ? std::clamp(transparency->number(""), 0.0, 1.0) : 0;
  return Colour{rgb[0], rgb[1], rgb[2], static_cast<float>(1 - hidden)};
}

class BodyShapes {
 public:
  BodyShapes(const std::string& file, ShapeList& shapes, SubBodyFiles& files, const std::string& prefix,
             const std::string& suffix)
      : file_(file), shapes_(shapes), files_(files), prefix_(prefix), suffix_(suffix) {}

  void read(const std::string& text) {
    YamlMapping top(YamlNode(parse_yaml(text, file_), file_, 1, "the file"));
    if (const auto unit = top.find("angleUnit")) angles_.degrees = unit->choice({"degree", "radian"}) == 0;
    const YamlNode links = top.at("links");
    if (links.is_list()) {
      for (const YamlNode& link : links.elements()) read_link(link, "");
    } else {
      const YamlMapping by_type(links);
      for (const YamlMapping::Entry& entry : by_type.entries()) read_link(entry.value, entry.key);
    }
  }

 private:
  struct Frame {
    Eigen::Affine3d T = Eigen::Affine3d::Identity();
    int depth = 0;
  };

  static std::string type_of(YamlMapping& mapping, const std::string& key) {
    const auto own = mapping.find("type");
    return own ? own->text() : key;
  }

  static std::string text_or_nothing(YamlMapping& mapping, const char* key) {
    const auto node = mapping.find(key);
    return node ? node->text() : "";
  }

  void read_link(const YamlNode& node, const std::string& key) {
    YamlMapping mapping(node);
    const std::string type = type_of(mapping, key);
    if (type == "SubBody") return read_sub_body(mapping);
    if (!type.empty() && type != "Link") return;
    if (const auto import = mapping.find("import"); import && !import->is_list())
      mapping.add(YamlMapping(*import));
    if (!shapes_.begin_link(prefix_ + mapping.at("name").text() + suffix_)) return;
    if (const auto elements = mapping.find("elements")) read_elements(*elements, {});
  }

  void read_sub_body(YamlMapping& mapping) {
    const SubBodyFiles::File file = files_.open(mapping.at("uri"));
    BodyShapes(file.name, shapes_, files_, prefix_ + text_or_nothing(mapping, "prefix"),
               text_or_nothing(mapping, "suffix") + suffix_)
        .read(file.text);
    files_.close();
  }

  void read_elements(const YamlNode& elements, const Frame& frame) {
    if (frame.depth > max_element_depth)
      throw Error(elements.place(), "elements are nested more than " + std::to_string(max_element_depth) +
                                        " levels deep: expected fewer");
    if (elements.is_list()) {
      for (const YamlNode& element : elements.elements()) read_element(element, "", frame);
      return;
    }
    if (!elements.is_mapping()) return;
    YamlMapping mapping(elements);
    if (mapping.find("type")) return read_element(elements, "", frame);
    for (const YamlMapping::Entry& entry : mapping.entries()) read_element(entry.value, entry.key, frame);
  }

  // A fault leaves out this element and those in it.
  void read_element(const YamlNode& node, const std::string& key, Frame frame) {
    if (++elements_ > max_shape_elements)
      throw Error(node.place(),
                  "more than " + std::to_string(max_shape_elements) + " elements: expected fewer");
    try {
      if (!node.is_mapping()) return;
      YamlMapping mapping(node);
      const std::string type = type_of(mapping, key);
      if (type == "Skip" || type == (shapes_.part() == ShapePart::visual ? "Collision" : "Visual")) return;
      frame.T = frame.T * body_pose(mapping, angles_);
      if (const auto scale = mapping.find("scale")) frame.T = frame.T * Eigen::Scaling(scale_of(*scale));
      if (type == "Shape") return read_shape(mapping, frame.T);
      if (type == "Resource") return read_resource(mapping, frame.T, std::nullopt);
      ++frame.depth;
      for (const char* inner : {"shape", "resource"})
        if (const auto part = mapping.find(inner))
          read_element(*part, inner == std::string("shape") ? "Shape" : "Resource", frame);
      if (const auto elements = mapping.find("elements")) read_elements(*elements, frame);
    } catch (const Error& error) {
      shapes_.leave_out(error);
    }
  }

  static Eigen::Vector3d scale_of(const YamlNode& node) {
    return node.is_list() ? node.vector3("") : Eigen::Vector3d::Constant(node.number(""));
  }

  void read_resource(YamlMapping& mapping, const Eigen::Affine3d& T, const std::optional<Colour>& colour) {
    const YamlNode uri = mapping.at("uri");
    shapes_.add_mesh(uri.text(), file_, T, colour, uri.place());
    if (shapes_.part() == ShapePart::collision) return;
    for (const char* key : {"node", "exclude"})
      if (const auto part = mapping.find(key))
        shapes_.leave_out(part->place(), in_quotes(key) + " of a resource",
                          "not used: the whole file is shown");
  }

  void read_shape(YamlMapping& shape, const Eigen::Affine3d& T) {
    const auto node = shape.find("geometry");
    if (!node) return;
    YamlMapping geometry(*node);
    const std::string type = geometry.at("type").text(), place = geometry.node().place();
    const std::optional<Colour> colour = colour_in(shape);
    const auto number = [&](const char* key, double otherwise) {
      const auto value = geometry.find(key);
      return value ? value->number("m") : otherwise;
    };
    if (type == "Box") {
      const auto size = geometry.find("size");
      const Eigen::Vector3d edges = size ? size->vector3("m") : Eigen::Vector3d::Ones();
      return shapes_.add(Shape::Kind::box, T, {edges.x(), edges.y(), edges.z()}, colour, place);
    }
    if (type == "Sphere") return shapes_.add(Shape::Kind::sphere, T, {number("radius", 1)}, colour, place);
    for (const auto& [name, kind] : {std::pair{"Cylinder", Shape::Kind::cylinder},
                                     {"Cone", Shape::Kind::cone},
                                     {"Capsule", Shape::Kind::capsule}})
      if (type == name)
        return shapes_.add(kind, T * Eigen::AngleAxisd(-std::numbers::pi / 2, Eigen::Vector3d::UnitX()),
                           {number("radius", 1), number("height", 1)}, colour, place);
    if (type == "Resource") return read_resource(geometry, T, colour);
    shapes_.leave_out(place, "geometry of type " + type,
                      "not shown: expected Box, Sphere, Cylinder, Cone, Capsule or Resource");
  }

  const std::string& file_;
  ShapeList& shapes_;
  SubBodyFiles& files_;
  const std::string prefix_, suffix_;
  BodyAngles angles_;
  std::size_t elements_ = 0;
};

}  // namespace

void add_body_shapes(const std::string& text, const std::string& file, ShapeList& shapes) {
  SubBodyFiles files(file);
  BodyShapes(file, shapes, files, "", "").read(text);
}

}  // namespace invdyn
