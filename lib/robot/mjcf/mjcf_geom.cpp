#include "mjcf_geom.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"

namespace invdyn {
namespace {

const std::vector<std::string> words_of_kinds{"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                              "cylinder", "box",    "mesh",   "sdf"};

bool is_solid(GeomKind kind) {
  return kind != GeomKind::plane && kind != GeomKind::hfield && kind != GeomKind::sdf;
}

// Sizes are radii and half lengths [MuJoCo, XML reference, geom/size].
double volume_of(GeomKind kind, const Eigen::Vector3d& size) {
  switch (kind) {
    case GeomKind::sphere:
      return 4 * std::numbers::pi * size[0] * size[0] * size[0] / 3;
    case GeomKind::capsule:
      return std::numbers::pi * (size[0] * size[0] * 2 * size[1] + 4 * size[0] * size[0] * size[0] / 3);
    case GeomKind::cylinder:
      return std::numbers::pi * size[0] * size[0] * 2 * size[1];
    case GeomKind::ellipsoid:
      return 4 * std::numbers::pi * size.prod() / 3;
    case GeomKind::box:
      return 8 * size.prod();
    default:
      return 0;
  }
}

// Of a box with these half edges, or an ellipsoid with these half axes.
Eigen::Vector3d moments_of_three(double factor, const Eigen::Vector3d& size) {
  const Eigen::Vector3d square = size.cwiseProduct(size);
  return factor * Eigen::Vector3d(square[1] + square[2], square[0] + square[2], square[0] + square[1]);
}

// A cylinder and two half balls, whose centres of mass are 3/8 of the radius from their flat sides.
Eigen::Vector3d moments_of_capsule(double mass, double radius, double height) {
  const double balls = mass * 4 * radius / (4 * radius + 3 * height), cylinder = mass - balls;
  const double of_balls = 2 * balls * radius * radius / 5;
  const double across = cylinder * (3 * radius * radius + height * height) / 12 + of_balls +
                        balls * height * (3 * radius + 2 * height) / 8;
  return {across, across, cylinder * radius * radius / 2 + of_balls};
}

Eigen::Vector3d moments_of(GeomKind kind, double mass, const Eigen::Vector3d& size) {
  const double r = size[0], height = 2 * size[1];
  switch (kind) {
    case GeomKind::sphere:
      return Eigen::Vector3d::Constant(2 * mass * r * r / 5);
    case GeomKind::capsule:
      return moments_of_capsule(mass, r, height);
    case GeomKind::cylinder: {
      const double across = mass * (3 * r * r + height * height) / 12;
      return {across, across, mass * r * r / 2};
    }
    case GeomKind::ellipsoid:
      return moments_of_three(mass / 5, size);
    case GeomKind::box:
      return moments_of_three(mass / 3, size);
    default:
      return Eigen::Vector3d::Zero();
  }
}

GeomKind kind_of_geom(const MjcfElement& geom) {
  return static_cast<GeomKind>(
      geom.choice("type", words_of_kinds, static_cast<std::size_t>(GeomKind::sphere)));
}

// Its z is the way from the second point to the first.
void stretch(GeomOutline& outline, const MjcfElement& geom) {
  const bool has_width = outline.kind == GeomKind::ellipsoid || outline.kind == GeomKind::box;
  if (outline.kind != GeomKind::capsule && outline.kind != GeomKind::cylinder && !has_width)
    geom.fail("fromto", "a capsule, cylinder, ellipsoid or box");
  const Eigen::VectorXd ends = geom.numbers_or("fromto", "m", Eigen::VectorXd::Zero(6));
  const Eigen::Vector3d way = ends.head<3>() - ends.tail<3>();
  const double half = way.norm() / 2;
  if (!(half >= 1e-14)) geom.fail("fromto", "two different points");
  if (has_width)
    outline.size = Eigen::Vector3d(outline.size[0], outline.size[0], half);
  else
    outline.size[1] = half;
  outline.centre = (ends.head<3>() + ends.tail<3>()) / 2;
  outline.axes = rotation_from_z(way);
}

class GeomReader {
 public:
  GeomReader(const MjcfElement& geom, const MjcfSettings& settings, MjcfMeshes& meshes)
      : geom_(geom),
        settings_(settings),
        meshes_(meshes),
        kind_(kind_of_geom(geom)),
        is_shell_(geom.flag("shellinertia", false)) {}

  GeomMass read() {
    GeomMass result;
    const bool has_mass = geom_.has("mass");
    const double own_mass = geom_.number_or("mass", "kg", 0);
    const double density = geom_.number_or("density", "kg/m^3", 1000);
    const bool is_massless = !is_solid(kind_) || (has_mass ? own_mass : density) == 0;
    // Then its place matters only to a body that gets its mass from boundmass.
    if (is_massless && settings_.min_mass == 0 && settings_.min_inertia == 0) return result;
    if (is_shell_ && kind_ != GeomKind::mesh && !is_massless)
      geom_.fail("shellinertia", "\"false\", because MuJoCo 2.2.2 supports shells only for meshes");
    place(result);
    if (is_massless) return result;
    const double volume = solid_ ? solid_->volume : volume_of(kind_, size_);
    if (has_mass && !(volume > mujoco_min)) return result;
    result.mass = has_mass ? own_mass : density * volume;
    result.moments = solid_ ? moments_of_three(result.mass / 3, solid_->half_sizes)
                            : moments_of(kind_, result.mass, size_);
    if (solid_) meshes_.note_versions(geom_, *solid_, has_mass ? std::nullopt : std::optional(density));
    if (result.mass < 0) geom_.fail(has_mass ? "mass" : "density", "0 or more");
    return result;
  }

 private:
  void place(GeomMass& result) {
    const GeomOutline outline = outline_of_geom(geom_, settings_);
    size_ = outline.size;
    result.centre = outline.centre;
    result.axes = outline.axes;
    if (geom_.has("mesh"))
      take_mesh(result);
    else if (kind_ == GeomKind::mesh)
      throw Error(geom_.own().place(), "the attribute \"mesh\" is missing: expected the name of a mesh");
    else if (is_solid(kind_))
      check_size();
  }

  void check_size() const {
    const int needed = kind_ == GeomKind::sphere                                   ? 1
                       : kind_ == GeomKind::capsule || kind_ == GeomKind::cylinder ? 2
                                                                                   : 3;
    for (int i = 0; i < needed; ++i)
      if (!(size_[i] > 0))
        geom_.fail("size", std::to_string(needed) + (needed == 1 ? " number" : " numbers") + " above 0 (m)");
  }

  // A primitive with a mesh gets the mesh's size.
  void take_mesh(GeomMass& result) {
    const MeshSolids& mesh = meshes_.of(geom_);
    const MeshSolid& solid = is_shell_ ? mesh.shell : mesh.solid;
    Eigen::Vector3d centre = solid.centre;
    if (kind_ == GeomKind::mesh)
      solid_ = &solid;
    else if (settings_.fit_by_bounding_box)
      centre = fit_to_bounds(mesh.vertices);
    else
      fit_to_box(solid.half_sizes);
    if (kind_ != GeomKind::mesh) size_ *= geom_.number_or("fitscale", "", 1);
    result.centre += rotation_matrix(result.axes) * centre;
    result.axes = (result.axes * solid.axes).normalized();
  }

  void fit_to_box(const Eigen::Vector3d& half_sizes) {
    const double width = (half_sizes[0] + half_sizes[1]) / 2;
    switch (kind_) {
      case GeomKind::sphere:
        size_[0] = half_sizes.sum() / 3;
        break;
      case GeomKind::capsule:
        size_.head<2>() << width, std::max(0.0, half_sizes[2] - width / 2);
        break;
      case GeomKind::cylinder:
        size_.head<2>() << width, half_sizes[2];
        break;
      default:
        size_ = half_sizes;
    }
  }

  // Its centre is in the mesh's axes of inertia, and so is the result.
  Eigen::Vector3d fit_to_bounds(const std::vector<float>& vertices) {
    const Eigen::Map<const Eigen::Matrix<float, 3, Eigen::Dynamic>> all(
        vertices.data(), 3, static_cast<Eigen::Index>(vertices.size() / 3));
    const Eigen::Matrix<double, 3, Eigen::Dynamic> points = all.cast<double>();
    const Eigen::Vector3d upper = points.rowwise().maxCoeff(), lower = points.rowwise().minCoeff();
    const Eigen::Vector3d centre = (lower + upper) / 2;
    const Eigen::Matrix<double, 3, Eigen::Dynamic> from_centre = points.colwise() - centre;
    const double width = from_centre.topRows<2>().colwise().norm().maxCoeff();
    switch (kind_) {
      case GeomKind::sphere:
        size_[0] = from_centre.colwise().norm().maxCoeff();
        break;
      case GeomKind::cylinder:
        size_.head<2>() << width, from_centre.row(2).cwiseAbs().maxCoeff();
        break;
      case GeomKind::capsule:
        size_.head<2>() << width, 0;
        for (Eigen::Index i = 0; i < from_centre.cols(); ++i) {
          const double side = from_centre.col(i).head<2>().norm();
          const double cap = std::sqrt(std::max(0.0, width * width - side * side));
          size_[1] = std::max(size_[1], std::abs(from_centre(2, i)) - cap);
        }
        break;
      default:
        size_ = upper - centre;
    }
    return centre;
  }

  const MjcfElement& geom_;
  const MjcfSettings& settings_;
  MjcfMeshes& meshes_;
  const GeomKind kind_;
  const bool is_shell_;
  Eigen::Vector3d size_ = Eigen::Vector3d::Zero();
  const MeshSolid* solid_ = nullptr;  // of a geom that is a mesh
};

}  // namespace

GeomOutline outline_of_geom(const MjcfElement& geom, const MjcfSettings& settings) {
  GeomOutline outline{kind_of_geom(geom), geom.layered("size", "m", Eigen::Vector3d::Zero()),
                      Eigen::Vector3d::Zero(), Eigen::Quaterniond::Identity()};
  if (geom.has("fromto")) {
    stretch(outline, geom);
  } else {
    outline.centre = geom.numbers_or("pos", "m", outline.centre);
    outline.axes = mjcf_orientation(geom, settings);
  }
  return outline;
}

bool collides(const MjcfElement& geom) {
  return geom.number_or("contype", "bits", 1) != 0 || geom.number_or("conaffinity", "bits", 1) != 0;
}

GeomMass mass_of_geom(const MjcfElement& geom, const MjcfSettings& settings, MjcfMeshes& meshes) {
  return GeomReader(geom, settings, meshes).read();
}

}  // namespace invdyn
