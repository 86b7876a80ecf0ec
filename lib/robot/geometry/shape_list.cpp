#include "shape_list.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../meshes/thinned_mesh.h"

namespace invdyn {
namespace {

// Aliases can expand a small file to endless shapes; no robot has so many.
constexpr std::size_t max_shapes = 20'000;
constexpr std::size_t max_notes = 20;
constexpr double same_scale = 1e-6;

// The factors along the axes of a shape that T = rotation * diag(factors) has; nothing for a shear.
std::optional<Eigen::Vector3d> scale_in(const Eigen::Affine3d& T) {
  const Eigen::Matrix3d& M = T.linear();
  Eigen::Vector3d scale = M.colwise().norm();
  if (!M.allFinite() || !T.translation().allFinite() || !(scale.minCoeff() > 0)) return std::nullopt;
  const Eigen::Matrix3d axes = M * scale.cwiseInverse().asDiagonal();
  if (!(axes.transpose() * axes).isIdentity(same_scale)) return std::nullopt;
  if (axes.determinant() < 0) scale.x() = -scale.x();
  return scale;
}

bool are_equal(double a, double b) {
  return std::abs(a - b) <= same_scale * std::max(std::abs(a), std::abs(b));
}

// Scales the size; false if the shape would become another kind of shape.
bool scale(Shape& shape, Eigen::Vector3d factors) {
  if (shape.kind == Shape::Kind::mesh) {
    for (int k = 0; k < 3; ++k) shape.size[static_cast<std::size_t>(k)] *= factors[k];
    return true;
  }
  factors = factors.cwiseAbs();
  const bool is_round = are_equal(factors.x(), factors.y());
  switch (shape.kind) {
    case Shape::Kind::box:
      for (int k = 0; k < 3; ++k) shape.size[static_cast<std::size_t>(k)] *= factors[k];
      return true;
    case Shape::Kind::cylinder:
    case Shape::Kind::cone:
      shape.size[1] *= factors.z();
      break;
    case Shape::Kind::capsule:
      shape.size[1] *= factors.z();
      [[fallthrough]];
    default:
      if (!are_equal(factors.x(), factors.z())) return false;
  }
  shape.size[0] *= factors.x();
  return is_round;
}

}  // namespace

ShapeList::ShapeList(const Robot& robot, const ShapeSettings& settings)
    : part_(settings.part), files_(settings) {
  for (std::size_t i = 0; i < robot.links().size(); ++i) index_of_link_.emplace(robot.links()[i].name, i);
  shapes_.of_links.resize(robot.links().size());
  shapes_.left_out.resize(robot.links().size());
}

bool ShapeList::begin_link(const std::string& name) {
  const auto found = index_of_link_.find(name);
  link_ = found == index_of_link_.end() ? std::nullopt : std::optional(found->second);
  return link_.has_value();
}

void ShapeList::put(Shape shape, const Eigen::Affine3d& T, const std::string& place) {
  const std::optional<Eigen::Vector3d> factors = scale_in(T);
  if (!factors || !scale(shape, *factors))
    return leave_out(place, "a shape",
                     "its scale would change the kind of shape: expected the same scale for all axes");
  for (const double size : shape.size)
    if (!std::isfinite(size) || (size <= 0 && shape.kind != Shape::Kind::mesh))
      return leave_out(place, "a shape", "its size is not above 0");
  shape.pose.linear() = T.linear() * factors->cwiseInverse().asDiagonal();
  shape.pose.translation() = T.translation();
  shapes_.of_links[*link_].push_back(std::move(shape));
}

void ShapeList::add(Shape::Kind kind, const Eigen::Affine3d& T, std::vector<double> size,
                    const std::optional<Colour>& colour, const std::string& place) {
  if (!link_) return;
  if (++shape_count_ > max_shapes)
    throw Error(place, "more than " + std::to_string(max_shapes) + " shapes: expected fewer");
  put({kind, Eigen::Isometry3d::Identity(), std::move(size), colour}, T, place);
}

void ShapeList::add_mesh(const std::string& uri, const std::string& referring_file, const Eigen::Affine3d& T,
                         const std::optional<Colour>& colour, const std::string& place) {
  if (part_ == ShapePart::collision) return add(Shape::Kind::mesh, T, {1, 1, 1}, {}, place);
  if (!link_) return;
  const MeshFiles::Found found = files_.find(uri, referring_file);
  if (!found.note.empty()) leave_out(place, "mesh " + in_quotes(uri), found.note);
  for (std::size_t part = found.begin; part < found.end; ++part) {
    if (++shape_count_ > max_shapes)
      throw Error(place, "more than " + std::to_string(max_shapes) + " shapes: expected fewer");
    put({Shape::Kind::mesh,
         Eigen::Isometry3d::Identity(),
         {1, 1, 1},
         colour ? colour : files_.colour(part),
         part},
        T, place);
  }
}

void ShapeList::leave_out(const std::string& place, const std::string& what, const std::string& reason) {
  if (link_ && shapes_.left_out[*link_].empty())
    shapes_.left_out[*link_] = place.empty() ? reason : place + ": " + what + ": " + reason;
  const auto [same, is_new] = of_reason_.emplace(reason, left_out_.size());
  if (is_new)
    left_out_.push_back({place, what, reason, 1});
  else
    ++left_out_[same->second].count;
}

RobotShapes ShapeList::take() {
  for (const LeftOut& each : left_out_) {
    if (shapes_.notes.size() == max_notes) {
      shapes_.notes.push_back("and " + counted(left_out_.size() - max_notes, "other reason") +
                              " for shapes that are not shown");
      break;
    }
    const std::string others = each.count > 1 ? " and " + counted(each.count - 1, "other") : "";
    shapes_.notes.push_back(each.place.empty() ? each.reason + others + ": not shown"
                                               : each.place + ": " + each.what + others + ": " + each.reason);
  }
  files_.take(shapes_);
  return std::move(shapes_);
}

}  // namespace invdyn
