#include "random_mjcf.h"

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>
#include <random>
#include <sstream>
#include <vector>

namespace invdyn::test {
namespace {

class ModelRandom {
 public:
  explicit ModelRandom(std::uint32_t seed) : engine_(seed) {}
  double number(double from, double to) {
    return from + (to - from) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  int integer(int from, int to) {
    return from + static_cast<int>(engine_() % static_cast<unsigned>(to - from + 1));
  }
  bool chance(double share) { return number(0, 1) < share; }
  std::string numbers(int count, double from, double to) {
    std::ostringstream text;
    text.precision(17);
    for (int i = 0; i < count; ++i) text << (i ? " " : "") << number(from, to);
    return text.str();
  }
  std::string one_of(std::initializer_list<const char*> words) {
    return words.begin()[static_cast<std::size_t>(integer(0, static_cast<int>(words.size()) - 1))];
  }

 private:
  std::mt19937 engine_;
};

using Point = std::array<float, 3>;
using Faces = std::vector<std::vector<std::size_t>>;

// A ball with bumps: rings of points between two poles.
struct Blob {
  std::vector<Point> points;
  Faces triangles, quadrangles;
};

Blob blob(ModelRandom& random, double a, double b, double c) {
  constexpr int rings = 5, sides = 8;
  Blob result;
  const auto put = [&](double x, double y, double z) {
    result.points.push_back({static_cast<float>(a * x + 0.02), static_cast<float>(b * y - 0.01),
                             static_cast<float>(c * z + 0.03)});
  };
  put(0, 0, 1);
  for (int ring = 1; ring <= rings; ++ring)
    for (int side = 0; side < sides; ++side) {
      const double theta = std::numbers::pi * ring / (rings + 1), phi = 2 * std::numbers::pi * side / sides;
      const double r = random.number(0.8, 1.2);
      put(r * std::sin(theta) * std::cos(phi), r * std::sin(theta) * std::sin(phi), r * std::cos(theta));
    }
  put(0, 0, -1);
  const auto at = [&](int ring, int side) {
    return static_cast<std::size_t>(1 + (ring - 1) * sides + side % sides);
  };
  const std::size_t last = result.points.size() - 1;
  for (int side = 0; side < sides; ++side) {
    for (Faces* faces : {&result.triangles, &result.quadrangles}) {
      faces->push_back({0, at(1, side), at(1, side + 1)});
      faces->push_back({last, at(rings, side + 1), at(rings, side)});
    }
    for (int ring = 1; ring < rings; ++ring) {
      const std::size_t p = at(ring, side), q = at(ring + 1, side), r = at(ring + 1, side + 1),
                        s = at(ring, side + 1);
      result.quadrangles.push_back({p, q, r, s});
      result.triangles.push_back({p, q, r});
      result.triangles.push_back({p, r, s});
    }
  }
  return result;
}

void write_stl(const std::string& path, const Blob& blob) {
  std::string bytes(80, ' ');
  const auto add = [&bytes](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  const auto count = static_cast<std::uint32_t>(blob.triangles.size());
  add(&count, sizeof count);
  for (const auto& triangle : blob.triangles) {
    const Point normal{};
    add(&normal, sizeof normal);
    for (const std::size_t corner : triangle) add(&blob.points[corner], sizeof(Point));
    bytes.append(2, '\0');
  }
  std::ofstream(path, std::ios::binary) << bytes;
}

void write_obj(const std::string& path, const Blob& blob, const Faces& faces) {
  std::ofstream file(path);
  file.precision(9);
  file << "# a blob\no first\n";
  for (const Point& p : blob.points) file << "v " << p[0] << ' ' << p[1] << ' ' << p[2] << '\n';
  for (const auto& face : faces) {
    file << 'f';
    for (const std::size_t corner : face) file << ' ' << corner + 1;
    file << '\n';
  }
  if (faces.empty()) return;
  file << "o second\nf 1 2 3\n";  // MuJoCo takes the first object alone
}

class ModelText {
 public:
  ModelText(std::uint32_t seed, bool meshes) : random_(seed), meshes_(meshes) {}

  std::string text() {
    out_.precision(17);
    out_ << "<mujoco model=\"random\">\n";
    compiler();
    out_ << "<option gravity=\"" << random_.numbers(3, -10, 10) << "\"/>\n";
    defaults();
    if (meshes_) assets();
    out_ << "<worldbody>\n<geom type=\"plane\" size=\"1 1 1\"/>\n";
    const int roots = random_.integer(1, 2);
    for (int i = 0; i < roots; ++i) body(1);
    out_ << "</worldbody>\n</mujoco>\n";
    return out_.str();
  }

 private:
  void compiler() {
    degrees_ = random_.chance(0.5);
    out_ << "<compiler autolimits=\"true\" angle=\"" << (degrees_ ? "degree" : "radian") << "\" eulerseq=\""
         << random_.one_of({"xyz", "zyx", "XYZ", "zYx", "xzx", "ZyZ"}) << "\" balanceinertia=\"true\"";
    if (random_.chance(0.3)) out_ << " inertiafromgeom=\"" << random_.one_of({"true", "auto"}) << '"';
    out_ << " boundmass=\"" << random_.number(0.001, 0.3) << "\" boundinertia=\""
         << random_.number(1e-5, 1e-3) << '"';
    if (random_.chance(0.2)) out_ << " settotalmass=\"" << random_.number(1, 50) << '"';
    if (random_.chance(0.3)) out_ << " inertiagrouprange=\"" << random_.one_of({"0 2", "1 3", "0 0"}) << '"';
    is_exact_ = random_.chance(0.5);
    if (is_exact_) out_ << " exactmeshinertia=\"true\"";
    if (random_.chance(0.3)) out_ << " fitaabb=\"true\"";
    out_ << "/>\n";
  }

  double angle(double radians) const { return degrees_ ? radians * 180 / std::numbers::pi : radians; }

  void maybe(const char* name, double share, int count, double from, double to) {
    if (random_.chance(share)) out_ << ' ' << name << "=\"" << random_.numbers(count, from, to) << '"';
  }

  void defaults() {
    out_ << "<default>\n";
    class_body("");
    for (const char* name : {"a", "b"}) {
      out_ << "<default class=\"" << name << "\">\n";
      class_body(name);
      out_ << "<default class=\"" << name << "_inner\">\n";
      class_body(name);
      out_ << "</default>\n</default>\n";
    }
    out_ << "</default>\n";
  }

  void class_body(const std::string& name) {
    out_ << "<joint";
    maybe("damping", 0.4, 1, 0, 2);
    maybe("armature", 0.4, 1, 0, 0.3);
    maybe("frictionloss", 0.3, 1, 0, 1);
    maybe("stiffness", 0.3, 1, 0, 20);
    maybe("springref", 0.3, 1, -1, 1);
    maybe("ref", 0.2, 1, -1, 1);
    maybe("axis", 0.3, 3, -1, 1);
    if (!name.empty() && random_.chance(0.2)) out_ << " type=\"slide\"";
    out_ << "/>\n<geom";
    maybe("density", 0.5, 1, 100, 2000);
    if (random_.chance(0.3)) out_ << " group=\"" << random_.integer(0, 3) << '"';
    if (random_.chance(0.3)) out_ << " size=\"" << random_.numbers(3, 0.02, 0.1) << '"';
    if (!name.empty() && random_.chance(0.2)) out_ << " mass=\"" << random_.number(0.1, 2) << '"';
    out_ << "/>\n";
  }

  void assets() {
    out_ << "<asset>\n<mesh file=\"blob.stl\"/>\n<mesh name=\"small\" file=\"blob.stl\" scale=\"0.3 0.5 "
            "-0.4\"/>\n"
            "<mesh name=\"moved\" file=\"blob.obj\" refpos=\"0.1 -0.2 0.05\" refquat=\"1 0.3 -0.2 0.5\"/>\n"
            "<mesh name=\"quads\" file=\"quads.obj\"/>\n<mesh file=\"points.obj\"/>\n<mesh "
            "file=\"brick.stl\" class=\"a\"/>\n"
            "<mesh name=\"inline\" vertex=\"0 0 0 0.1 0 0 0 0.2 0 0 0 0.3\" face=\"0 2 1 0 1 3 0 3 2 1 2 "
            "3\"/>\n</asset>\n";
  }

  void orientation() {
    switch (random_.integer(0, 6)) {
      case 0:
        out_ << " quat=\"" << random_.numbers(4, -1, 1) << '"';
        break;
      case 1:
        out_ << " axisangle=\"" << random_.numbers(3, -1, 1) << ' ' << angle(random_.number(-3, 3)) << '"';
        break;
      case 2:
        out_ << " xyaxes=\"" << random_.numbers(6, -1, 1) << '"';
        break;
      case 3:
        out_ << " zaxis=\"" << random_.numbers(3, -1, 1) << '"';
        break;
      case 4:
        out_ << " euler=\"" << random_.numbers(3, -angle(3), angle(3)) << '"';
        break;
      case 5:
        out_ << " zaxis=\"0 0 " << random_.one_of({"-1", "1"}) << '"';
        break;
      default:
        break;
    }
  }

  void maybe_class() {
    if (random_.chance(0.3))
      out_ << " class=\"" << random_.one_of({"a", "b", "a_inner", "b_inner", "main"}) << '"';
  }

  void inertial() {
    out_ << "<inertial pos=\"" << random_.numbers(3, -0.2, 0.2) << "\" mass=\"" << random_.number(0.1, 5)
         << '"';
    if (random_.chance(0.5)) {
      // Three small and one common moment: positive definite.
      out_ << " fullinertia=\"" << random_.numbers(3, 0.05, 0.08) << ' ' << random_.numbers(3, -0.02, 0.02)
           << '"';
    } else {
      out_ << " diaginertia=\"" << random_.numbers(3, 0.001, 0.1) << '"';
      orientation();
    }
    out_ << "/>\n";
  }

  void geom() {
    out_ << "<geom";
    maybe_class();
    const std::string type = random_.one_of({"sphere", "capsule", "cylinder", "ellipsoid", "box"});
    const bool is_mesh = meshes_ && random_.chance(0.4);
    const bool is_fitted = is_mesh && random_.chance(0.3);
    out_ << " type=\"" << (is_mesh && !is_fitted ? "mesh" : type) << '"';
    if (is_mesh) {
      out_ << " mesh=\"" << random_.one_of({"blob", "small", "moved", "quads", "points", "brick", "inline"})
           << '"';
      if (!is_fitted && random_.chance(0.3)) out_ << " shellinertia=\"true\"";
      if (is_fitted) maybe("fitscale", 0.3, 1, 0.5, 1.5);
    }
    if (!is_mesh && type != "sphere" && random_.chance(0.4)) {
      out_ << " size=\"" << random_.number(0.02, 0.1) << "\" fromto=\"" << random_.numbers(6, -0.3, 0.3)
           << '"';
    } else {
      if (!is_mesh) out_ << " size=\"" << random_.numbers(3, 0.02, 0.2) << '"';
      maybe("pos", 0.7, 3, -0.2, 0.2);
      orientation();
    }
    // Without a mass, MuJoCo 2.2.2 has another volume of an inexact mesh.
    if (random_.chance(0.1))
      out_ << " mass=\"0\"";
    else
      maybe("mass", is_mesh && !is_exact_ ? 1 : 0.3, 1, 0.1, 2);
    maybe("density", 0.3, 1, 100, 3000);
    out_ << "/>\n";
  }

  void joint() {
    out_ << "<joint";
    maybe_class();
    if (random_.chance(0.5)) out_ << " name=\"j" << ++joints_ << '"';
    if (random_.chance(0.3)) out_ << " type=\"" << random_.one_of({"slide", "hinge"}) << '"';
    maybe("damping", 0.3, 1, 0, 2);
    maybe("armature", 0.3, 1, 0, 0.3);
    maybe("frictionloss", 0.3, 1, 0, 1);
    maybe("stiffness", 0.3, 1, 0, 20);
    maybe("ref", 0.3, 1, -angle(0.7), angle(0.7));
    maybe("springref", 0.3, 1, -angle(0.7), angle(0.7));
    maybe("axis", 0.8, 3, -1, 1);
    maybe("pos", 0.5, 3, -0.2, 0.2);
    if (random_.chance(0.3)) out_ << " range=\"" << -angle(2.5) << ' ' << angle(1.5) << '"';
    out_ << "/>\n";
  }

  void body(int depth) {
    out_ << "<body";
    if (random_.chance(0.6)) out_ << " name=\"b" << ++bodies_ << '"';
    if (random_.chance(0.3))
      out_ << " childclass=\"" << random_.one_of({"a", "b", "a_inner", "b_inner"}) << '"';
    maybe("pos", 0.9, 3, -0.4, 0.4);
    orientation();
    out_ << ">\n";
    if (random_.chance(0.3)) inertial();
    const int joints = random_.chance(0.2) ? 0 : random_.chance(0.6) ? 1 : random_.integer(2, 3);
    for (int i = 0; i < joints; ++i) joint();
    const int geoms = random_.integer(1, 3);
    for (int i = 0; i < geoms; ++i) geom();
    const int children = depth == 1 ? random_.integer(1, 2) : depth < 6 ? random_.integer(0, 2) : 0;
    for (int i = 0; i < children; ++i) body(depth + 1);
    out_ << "</body>\n";
  }

  ModelRandom random_;
  const bool meshes_;
  std::ostringstream out_;
  bool degrees_ = true, is_exact_ = false;
  int joints_ = 0, bodies_ = 0;
};

}  // namespace

void write_meshes(const std::string& folder, std::uint32_t seed) {
  ModelRandom random(seed);
  const Blob thick = blob(random, 0.15, 0.1, 0.2), thin = blob(random, 0.2, 0.15, 0.01);
  write_stl(folder + "/blob.stl", thick);
  write_obj(folder + "/blob.obj", thick, thick.triangles);
  write_obj(folder + "/quads.obj", thick, thick.quadrangles);
  write_obj(folder + "/points.obj", thick, {});
  write_stl(folder + "/brick.stl", thin);
}

std::string random_mjcf(std::uint32_t seed, const std::string& folder, bool meshes) {
  if (meshes) write_meshes(folder, seed);
  return ModelText(seed, meshes).text();
}

}  // namespace invdyn::test
