#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "mesh_solid.h"

namespace invdyn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A pyramid from the origin over a triangle, or the triangle alone.
struct Corners {
  Vector3d a, b, c;
  bool is_shell;

  // Of a pyramid it is negative if the triangle faces the origin.
  double content() const {
    const Vector3d normal = (b - a).cross(c - a);
    return is_shell ? normal.norm() / 2 : a.dot(normal) / 6;
  }
  Vector3d centre() const { return (a + b + c) / (is_shell ? 3 : 4); }
  // The mean of x x^T.
  Matrix3d second_moment() const {
    const Vector3d sum = a + b + c;
    return (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose()) /
           (is_shell ? 12 : 20);
  }
};

class UniformMesh {
 public:
  UniformMesh(const MeshAsset& asset, bool is_shell) : asset_(asset), is_shell_(is_shell) {
    const std::vector<float>& all = asset.triangles.vertices;
    for (std::size_t v = 0; v + 2 < all.size(); v += 3) {
      const Vector3d p = Vector3d(all[v], all[v + 1], all[v + 2]) - asset.reference;
      points_.push_back(asset.scale.cwiseProduct(asset.reference_axes.normalized().conjugate() * p));
    }
  }

  MeshSolids compute() {
    MeshSolids result;
    if (!is_shell_ && !is_closed()) {
      result.fault = "its surface has a hole, or neighbouring triangles face opposite sides";
      return result;
    }
    // From a point nearby there is less cancellation.
    Vector3d origin = Vector3d::Zero();
    for (const Vector3d& point : points_) origin += point / static_cast<double>(points_.size());
    for (Vector3d& point : points_) point -= origin;
    if (result.fault = fill(result.solid); !result.fault.empty()) return result;
    result.vertices = vertices_in(result.solid);
    result.solid.centre += origin;
    result.shell = result.solid;
    return result;
  }

 private:
  Corners corners(std::size_t triangle) const {
    const auto at = [&](std::size_t k) { return points_[asset_.triangles.triangles[3 * triangle + k]]; };
    const bool is_mirrored = asset_.scale.prod() < 0;
    return {at(0), at(is_mirrored ? 2 : 1), at(is_mirrored ? 1 : 2), is_shell_};
  }

  // Points at one place are one.
  std::vector<std::uint32_t> places() const {
    std::vector<std::uint32_t> order(points_.size()), place(points_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto is_before = [&](std::uint32_t i, std::uint32_t j) {
      return std::lexicographical_compare(points_[i].begin(), points_[i].end(), points_[j].begin(),
                                          points_[j].end());
    };
    std::sort(order.begin(), order.end(), is_before);
    for (std::size_t k = 1; k < order.size(); ++k)
      place[order[k]] = place[order[k - 1]] + (is_before(order[k - 1], order[k]) ? 1 : 0);
    return place;
  }

  // Each edge has a triangle on both sides, which go along it in opposite directions.
  bool is_closed() const {
    const std::vector<std::uint32_t> place = places();
    const std::vector<std::uint32_t>& triangles = asset_.triangles.triangles;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
      const std::array of{place[triangles[i]], place[triangles[i + 1]], place[triangles[i + 2]]};
      if (of[0] == of[1] || of[1] == of[2] || of[2] == of[0]) continue;  // a line, without any content
      for (std::size_t k = 0; k < 3; ++k) edges.emplace_back(of[k], of[(k + 1) % 3]);
    }
    std::sort(edges.begin(), edges.end());
    return std::adjacent_find(edges.begin(), edges.end()) == edges.end() &&
           std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
             return std::binary_search(edges.begin(), edges.end(), std::pair(edge.second, edge.first));
           });
  }

  // Returns what is wrong, or nothing. The centre is from the points' origin.
  std::string fill(MeshSolid& solid) const {
    solid.volume = 0;
    Vector3d first = Vector3d::Zero();
    Matrix3d second = Matrix3d::Zero();
    for (std::size_t i = 0; i < asset_.triangles.triangle_count(); ++i) {
      const Corners part = corners(i);
      const double content = part.content();
      solid.volume += content;
      first += content * part.centre();
      second += content * part.second_moment();
    }
    if (!(solid.volume >= mujoco_min))
      return is_shell_ ? "its surface has no area" : "its volume is too small, or its triangles face inwards";
    solid.centre = first / solid.volume;
    second = second / solid.volume - solid.centre * solid.centre.transpose();
    const double size = second.trace();
    if (!(size > 0)) return "its inertia is not positive";
    // Of a body of 1 kg, over its size: what is dropped is then small against the rest.
    const Matrix3d inertia = Matrix3d::Identity() - second / size;
    const PrincipalFrame frame = principal_frame(inertia);
    solid.axes = frame.axes;
    const Vector3d squares = 1.5 * size * (Vector3d::Constant(frame.moments.sum()) - 2 * frame.moments);
    solid.half_sizes = squares.cwiseMax(0).cwiseSqrt();
    return "";
  }

  std::vector<float> vertices_in(const MeshSolid& solid) const {
    const Matrix3d R = rotation_matrix(solid.axes.conjugate());
    std::vector<float> vertices;
    for (const Vector3d& point : points_)
      for (const double x : Vector3d(R * (point - solid.centre))) vertices.push_back(static_cast<float>(x));
    return vertices;
  }

  const MeshAsset& asset_;
  const bool is_shell_;
  std::vector<Vector3d> points_;
};

}  // namespace

MeshSolids uniform_mesh(const MeshAsset& asset, bool is_shell) {
  return UniformMesh(asset, is_shell).compute();
}

}  // namespace invdyn
