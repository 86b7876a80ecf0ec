#include "../../ground/base/error.h"
#include "../../ground/document/xml_document.h"
#include "../files/urdf_origin.h"
#include "shape_list.h"

namespace invdyn {
namespace {

std::optional<Colour> colour_in(const XmlNode& material) {
  const std::optional<XmlNode> colour = material.child("color");
  if (!colour || !colour->has("rgba")) return std::nullopt;
  const Eigen::Vector4d rgba = colour->numbers_or("rgba", "red green blue opacity", Eigen::VectorXd::Ones(4));
  const Eigen::Vector4f within = rgba.cast<float>().cwiseMax(0).cwiseMin(1);
  return Colour{within[0], within[1], within[2], within[3]};
}

class UrdfShapes {
 public:
  UrdfShapes(const std::string& file, ShapeList& shapes)
      : file_(file), shapes_(shapes), is_visual_(shapes.part() == ShapePart::visual) {}

  void read(const XmlNode& robot) {
    for (const XmlNode& material : robot.children("material"))
      if (const auto colour = colour_in(material)) colours_[material.value("name")] = *colour;
    for (const XmlNode& link : robot.children("link")) {
      if (!shapes_.begin_link(link.value("name"))) continue;
      for (const XmlNode& part : link.children(is_visual_ ? "visual" : "collision")) {
        try {
          read_part(part);
        } catch (const Error& error) {
          shapes_.leave_out(error);
        }
      }
    }
  }

 private:
  // Its own colour; else that of the robot's material, or of a link before, with this name.
  std::optional<Colour> colour_of(const XmlNode& visual) {
    const std::optional<XmlNode> material = visual.child("material");
    if (!material) return std::nullopt;
    if (material->child("texture"))
      shapes_.leave_out(material->place(), "a texture", "textures are not shown");
    const std::string name = material->value("name");
    if (const auto own = colour_in(*material)) {
      if (!name.empty()) colours_.emplace(name, *own);
      return own;
    }
    const auto found = colours_.find(name);
    return found == colours_.end() ? std::nullopt : std::optional(found->second);
  }

  void read_part(const XmlNode& part) {
    const Eigen::Affine3d T(urdf_origin(part).matrix());
    const XmlNode geometry = part.at("geometry");
    const std::optional<Colour> colour = is_visual_ ? colour_of(part) : std::nullopt;
    const std::string place = geometry.place();
    if (const auto box = geometry.child("box")) {
      const Eigen::Vector3d size = box->numbers_or("size", "m", Eigen::VectorXd::Zero(3));
      return shapes_.add(Shape::Kind::box, T, {size.x(), size.y(), size.z()}, colour, place);
    }
    if (const auto sphere = geometry.child("sphere"))
      return shapes_.add(Shape::Kind::sphere, T, {sphere->number("radius", "m")}, colour, place);
    for (const auto& [tag, kind] : {std::pair{"cylinder", Shape::Kind::cylinder},
                                    {"capsule", Shape::Kind::capsule},
                                    {"cone", Shape::Kind::cone}})
      if (const auto round = geometry.child(tag))
        return shapes_.add(kind, T, {round->number("radius", "m"), round->number("length", "m")}, colour,
                           place);
    if (const auto mesh = geometry.child("mesh")) {
      const Eigen::Vector3d scale = mesh->numbers_or("scale", "", Eigen::VectorXd::Ones(3));
      return shapes_.add_mesh(mesh->text("filename"), file_, T * Eigen::Scaling(scale), colour, place);
    }
    shapes_.leave_out(place, "a shape", "expected a box, cylinder, sphere, capsule, cone or mesh");
  }

  const std::string& file_;
  ShapeList& shapes_;
  const bool is_visual_;
  std::map<std::string, Colour> colours_;
};

}  // namespace

void add_urdf_shapes(const std::string& text, const std::string& file, ShapeList& shapes) {
  const XmlDocument document(text, file);
  UrdfShapes(file, shapes).read(document.root());
}

}  // namespace invdyn
