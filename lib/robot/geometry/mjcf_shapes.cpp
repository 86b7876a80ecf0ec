#include <filesystem>
#include <map>

#include "../../ground/base/error.h"
#include "../mjcf/mjcf_body.h"
#include "shape_list.h"

namespace invdyn {
namespace {

// MuJoCo's viewer shows these too; the others are collision bodies.
constexpr int last_shown_group = 2;

Colour colour_of(const Eigen::VectorXd& rgba) {
  const Eigen::Vector4f within = rgba.cast<float>().cwiseMax(0).cwiseMin(1);
  return {within[0], within[1], within[2], within[3]};
}

class MjcfShapes {
 public:
  MjcfShapes(const std::string& text, const std::string& file, ShapeList& shapes)
      : files_(text, file, true),  // the robot's reader has decided on the included files
        settings_(read_mjcf_settings(files_)),
        defaults_(files_),
        meshes_(files_, defaults_, settings_),
        shapes_(shapes) {
    for (const XmlNode& asset : files_.elements(files_.root(), "asset"))
      for (const XmlNode& node : files_.elements(asset, "material"))
        materials_.emplace(node.value("name"), defaults_.element(node, MjcfDefaults::main));
  }

  void read() {
    if (settings_.global_coordinates)
      throw Error(files_.file(),
                  "places geoms in the world (coordinate=\"global\"): expected local coordinates");
    for (const MjcfBody& body : read_mjcf_bodies(files_, defaults_)) {
      if (!shapes_.begin_link(body.name)) continue;
      for (const MjcfElement& geom : body.geoms) {
        try {
          if (counts(geom)) add(geom);
        } catch (const Error& error) {
          shapes_.leave_out(error);
        }
      }
    }
  }

 private:
  bool counts(const MjcfElement& geom) const {
    if (shapes_.part() == ShapePart::collision) return collides(geom);
    return geom.number_or("group", "a number from 0 to 5", 0) <= last_shown_group;
  }

  std::optional<Colour> colour_in(const MjcfElement& geom) const {
    const Eigen::VectorXd none = Eigen::VectorXd::Ones(4);
    if (geom.has("rgba")) return colour_of(geom.numbers_or("rgba", "red green blue opacity", none));
    const auto material = materials_.find(geom.text_or("material", ""));
    if (material == materials_.end()) return std::nullopt;
    return colour_of(material->second.numbers_or("rgba", "red green blue opacity", none));
  }

  void add(const MjcfElement& geom) {
    const GeomOutline outline = outline_of_geom(geom, settings_);
    const Eigen::Affine3d T = Eigen::Translation3d(outline.centre) * outline.axes;
    const Eigen::Vector3d& size = outline.size;
    const std::optional<Colour> colour = colour_in(geom);
    const std::string place = geom.own().place();
    if (geom.has("mesh")) return add_mesh(geom, T, colour, place);
    switch (outline.kind) {
      case GeomKind::sphere:
        return shapes_.add(Shape::Kind::sphere, T, {size[0]}, colour, place);
      case GeomKind::capsule:
        return shapes_.add(Shape::Kind::capsule, T, {size[0], 2 * size[1]}, colour, place);
      case GeomKind::cylinder:
        return shapes_.add(Shape::Kind::cylinder, T, {size[0], 2 * size[1]}, colour, place);
      case GeomKind::box:
        return shapes_.add(Shape::Kind::box, T, {2 * size[0], 2 * size[1], 2 * size[2]}, colour, place);
      default:
        shapes_.leave_out(place, "a shape", "expected a sphere, capsule, cylinder, box or mesh");
    }
  }

  void add_mesh(const MjcfElement& geom, const Eigen::Affine3d& T, const std::optional<Colour>& colour,
                const std::string& place) {
    if (shapes_.part() == ShapePart::collision)
      return shapes_.add(Shape::Kind::mesh, T, {1, 1, 1}, {}, place);
    const MjcfElement* mesh = meshes_.find(geom.text_or("mesh", ""));
    const std::string path = mesh ? meshes_.path_of(*mesh) : "";
    if (path.empty()) return shapes_.leave_out(place, "a mesh", "its geometry is not in a file");
    Eigen::Affine3d T_geom_mesh(
        Eigen::Scaling(Eigen::Vector3d(mesh->numbers_or("scale", "", Eigen::VectorXd::Ones(3)))));
    const Eigen::Vector4d wxyz = mesh->numbers_or("refquat", "w x y z", Eigen::Vector4d(1, 0, 0, 0));
    T_geom_mesh =
        T_geom_mesh * Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized().conjugate() *
        Eigen::Translation3d(-Eigen::Vector3d(mesh->numbers_or("refpos", "m", Eigen::VectorXd::Zero(3))));
    shapes_.add_mesh(std::filesystem::absolute(path).string(), files_.file(), T * T_geom_mesh, colour, place);
  }

  MjcfFiles files_;
  const MjcfSettings settings_;
  const MjcfDefaults defaults_;
  const MjcfMeshes meshes_;
  ShapeList& shapes_;
  std::map<std::string, MjcfElement> materials_;
};

}  // namespace

void add_mjcf_shapes(const std::string& text, const std::string& file, ShapeList& shapes) {
  MjcfShapes(text, file, shapes).read();
}

}  // namespace invdyn
