#include "mesh_solid.h"

#include <array>
#include <cmath>

namespace invdyn {
namespace {

struct Triangle {
  const float *a, *b, *c;
};

struct Face {
  double area;
  Eigen::Vector3d normal, centre;
};

// The differences and the mean are floats.
Face face_of(const Triangle& t) {
  Face face;
  Eigen::Vector3d ab, ac;
  for (int i = 0; i < 3; ++i) {
    face.centre[i] = (t.a[i] + t.b[i] + t.c[i]) / 3;
    ab[i] = t.b[i] - t.a[i];
    ac[i] = t.c[i] - t.a[i];
  }
  face.normal = ab.cross(ac);
  const double length = face.normal.norm();
  face.area = length < mujoco_min ? 0 : length / 2;
  if (face.area > 0) face.normal /= length;
  return face;
}

class Solids {
 public:
  Solids(const MeshAsset& asset, bool exact) : asset_(asset), exact_(exact) {
    result_.vertices = asset.triangles.vertices;
  }

  MeshSolids compute() {
    place();
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    double area = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      const Face face = face_of(triangle(i));
      mean += face.area * face.centre;
      area += face.area;
    }
    if (!(area >= mujoco_min)) return failed("its surface has no area");
    mean /= area;
    if (!fill(result_.solid, false, mean)) return result_;
    turn(result_.solid.axes);
    fill(result_.shell, true, Eigen::Vector3d::Zero());
    return result_;
  }

 private:
  std::size_t count() const { return asset_.triangles.triangle_count(); }
  Triangle triangle(std::size_t i) const {
    const auto corner = [&](std::size_t k) {
      return &result_.vertices[3 * asset_.triangles.triangles[3 * i + k]];
    };
    return asset_.is_turned ? Triangle{corner(0), corner(2), corner(1)}
                            : Triangle{corner(0), corner(1), corner(2)};
  }
  MeshSolids failed(const char* fault) {
    result_.fault = fault;
    return result_;
  }

  template <class Change>
  void change_vertices(const Change& change) {
    for (std::size_t v = 0; v + 2 < result_.vertices.size(); v += 3) change(&result_.vertices[v]);
  }

  void place() {
    if (!asset_.reference.isZero(0)) {
      const Eigen::Vector3f reference = asset_.reference.cast<float>();
      change_vertices([&](float* v) {
        for (int i = 0; i < 3; ++i) v[i] -= reference[i];
      });
    }
    if (!asset_.reference_axes.coeffs().isApprox(Eigen::Quaterniond::Identity().coeffs(), 0))
      turn(rounded_unit(asset_.reference_axes));
    if (!asset_.scale.isOnes(0))
      change_vertices([&](float* v) {
        for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(v[i] * asset_.scale[i]);
      });
  }

  // Into these axes.
  void turn(const Eigen::Quaterniond& axes) {
    const Eigen::Matrix3d R = rotation_matrix(axes.conjugate());
    change_vertices([&](float* v) {
      const Eigen::Vector3d p(v[0], v[1], v[2]);
      for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(R(i, 0) * p[0] + R(i, 1) * p[1] + R(i, 2) * p[2]);
    });
  }

  double volume_of(const Face& face, const Eigen::Vector3d& from, bool is_shell) const {
    const double volume = is_shell ? face.area : (face.centre - from).dot(face.normal) * face.area / 3;
    return exact_ ? volume : std::abs(volume);
  }

  bool fill(MeshSolid& solid, bool is_shell, const Eigen::Vector3d& mean) {
    double volume = 0;
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < count(); ++i) {
      const Face face = face_of(triangle(i));
      const double part = volume_of(face, mean, is_shell);
      volume += part;
      centre += part * (face.centre * 3.0 / 4.0 + mean / 4.0);
    }
    if (!(volume >= mujoco_min)) {
      failed("its volume is too small, or its triangles face inwards");
      return false;
    }
    solid.centre = centre / volume;
    if (!is_shell)
      change_vertices([&](float* v) {
        for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(v[i] - solid.centre[i]);
      });
    const PrincipalFrame frame = principal_frame(inertia_of(solid, is_shell));
    const Eigen::Vector3d& m = frame.moments;
    if (!(m[2] > 0)) {
      failed("its inertia is not positive");
      return false;
    }
    if (m[0] + m[1] < m[2] || m[0] + m[2] < m[1] || m[1] + m[2] < m[0]) {
      failed("its principal moments break the triangle inequality");
      return false;
    }
    solid.axes = frame.axes;
    const double mass = solid.volume * asset_.density;
    const Eigen::Vector3d squares(m[1] + m[2] - m[0], m[0] + m[2] - m[1], m[0] + m[1] - m[2]);
    for (int i = 0; i < 3; ++i) solid.half_sizes[i] = std::sqrt(6 * squares[i] / mass) / 2;
    return true;
  }

  // Second moments of the pyramids over the triangles, or of the triangles, by float products.
  Eigen::Matrix3d inertia_of(MeshSolid& solid, bool is_shell) const {
    Eigen::Matrix3d P = Eigen::Matrix3d::Zero();
    solid.volume = 0;
    for (std::size_t n = 0; n < count(); ++n) {
      const Triangle t = triangle(n);
      const double part = volume_of(face_of(t), Eigen::Vector3d::Zero(), is_shell);
      solid.volume += part;
      const double weight = asset_.density * part / (is_shell ? 12 : 20);
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j)
          P(i, j) += weight * (2 * (t.a[i] * t.a[j] + t.b[i] * t.b[j] + t.c[i] * t.c[j]) + t.a[i] * t.b[j] +
                               t.a[j] * t.b[i] + t.a[i] * t.c[j] + t.a[j] * t.c[i] + t.b[i] * t.c[j] +
                               t.b[j] * t.c[i]);
    }
    Eigen::Matrix3d inertia;
    inertia << P(1, 1) + P(2, 2), -P(0, 1), -P(0, 2),  //
        -P(0, 1), P(0, 0) + P(2, 2), -P(1, 2),         //
        -P(0, 2), -P(1, 2), P(0, 0) + P(1, 1);
    return inertia;
  }

  const MeshAsset& asset_;
  const bool exact_;
  MeshSolids result_;
};

}  // namespace

MeshSolids mesh_solids(const MeshAsset& asset, bool exact) {
  return Solids(asset, exact).compute();
}

}  // namespace invdyn
