// COLLADA 1.4.1 (https://www.khronos.org/collada/): the triangles of the visual scene, with the unit of the
// file. up_axis is not used: URDF's programs, such as RViz, show the coordinates as they are.

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <pugixml.hpp>
#include <span>
#include <unordered_map>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "mesh_readers.h"
#include "mesh_text.h"
#include "thinned_mesh.h"

namespace invdyn {
namespace {

using pugi::xml_node;

constexpr int max_nesting = 100;
constexpr std::size_t max_instances = 20'000;
constexpr const char* a_collada_file = ": expected a COLLADA file";

class ColladaReader {
 public:
  explicit ColladaReader(const std::string& file) : file_(file) {}

  MeshFile read(const std::string& content) {
    const pugi::xml_parse_result parsed = document_.load_buffer(content.data(), content.size());
    if (!parsed) fail(std::string("is no XML (") + parsed.description() + ")" + a_collada_file);
    const xml_node root = document_.child("COLLADA");
    if (!root) fail(std::string("has no element <COLLADA>") + a_collada_file);
    note_ids(root);
    Eigen::Affine3d T = Eigen::Affine3d::Identity();
    if (const auto unit =
            MeshText::number_in<double>(root.child("asset").child("unit").attribute("meter").value());
        unit && *unit > 0)
      T = Eigen::Scaling(*unit);
    const xml_node scene = at(root.child("scene").child("instance_visual_scene").attribute("url").value());
    if (scene)
      for (const xml_node node : scene.children("node")) read_node(node, T, 0);
    else
      for (const xml_node geometry : root.child("library_geometries").children("geometry"))
        read_geometry(geometry, {}, T);
    MeshFile found{.parts = {}, .has_textures = has_textures_};
    for (Mesh& part : parts_) found.parts.push_back(welded(std::move(part)));
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& text) const { throw Error(file_, text); }

  void note_ids(const xml_node& root) {
    struct Walker : pugi::xml_tree_walker {
      std::unordered_map<std::string, xml_node>* nodes = nullptr;
      bool for_each(xml_node& node) override {
        if (const auto id = node.attribute("id")) nodes->emplace(id.value(), node);
        return true;
      }
    } walker;
    walker.nodes = &by_id_;
    xml_node(root).traverse(walker);
  }

  // The element at `#id`; none for other addresses.
  xml_node at(const std::string& url) const {
    if (!url.starts_with('#')) return {};
    const auto found = by_id_.find(url.substr(1));
    return found == by_id_.end() ? xml_node() : found->second;
  }

  Eigen::VectorXd numbers_of(const xml_node& node, Eigen::Index count) const {
    MeshText text(node.text().get());
    Eigen::VectorXd numbers(count);
    for (double& number : numbers) {
      const std::optional<double> read = text.number();
      if (!read || !std::isfinite(*read))
        fail("<" + std::string(node.name()) + "> has not " + std::to_string(count) + " numbers" +
             a_collada_file);
      number = *read;
    }
    return numbers;
  }

  Eigen::Affine3d transformation_of(const xml_node& node) const {
    const std::string tag = node.name();
    Eigen::Affine3d T = Eigen::Affine3d::Identity();
    if (tag == "matrix") {
      const Eigen::VectorXd rows = numbers_of(node, 16);
      T.matrix() = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(rows.data());
      T.makeAffine();
    } else if (tag == "translate") {
      T.translation() = numbers_of(node, 3);
    } else if (tag == "scale") {
      T = Eigen::Scaling(Eigen::Vector3d(numbers_of(node, 3)));
    } else if (tag == "rotate") {
      const Eigen::Vector4d turn = numbers_of(node, 4);
      const Eigen::Vector3d axis = turn.head<3>();
      if (axis.norm() > 0) T = Eigen::AngleAxisd(turn[3] * std::numbers::pi / 180, axis.normalized());
    }
    return T;
  }

  void read_node(const xml_node& node, Eigen::Affine3d T, int depth) {
    if (depth > max_nesting || ++instances_ > max_instances)
      fail("has too many nodes within nodes: expected fewer");
    for (const xml_node part : node.children()) T = T * transformation_of(part);
    for (const xml_node instance : node.children("instance_geometry"))
      if (const xml_node geometry = at(instance.attribute("url").value()))
        read_geometry(geometry, instance.child("bind_material").child("technique_common"), T);
    for (const xml_node inner : node.children("node")) read_node(inner, T, depth + 1);
    for (const xml_node instance : node.children("instance_node"))
      if (const xml_node inner = at(instance.attribute("url").value())) read_node(inner, T, depth + 1);
  }

  std::optional<Colour> colour_of(const std::string& symbol, const xml_node& bound) {
    xml_node material = bound.find_child_by_attribute("instance_material", "symbol", symbol.c_str());
    material = material ? at(material.attribute("target").value()) : at("#" + symbol);
    const xml_node effect = at(material.child("instance_effect").attribute("url").value());
    const xml_node technique = effect.child("profile_COMMON").child("technique");
    for (const char* shading : {"phong", "lambert", "blinn"}) {
      const xml_node diffuse = technique.child(shading).child("diffuse");
      if (diffuse.child("texture")) has_textures_ = true;
      if (const xml_node colour = diffuse.child("color")) {
        const Eigen::Vector3f rgb = numbers_of(colour, 3).cast<float>().cwiseMax(0).cwiseMin(1);
        return Colour{rgb[0], rgb[1], rgb[2], 1};
      }
    }
    return std::nullopt;
  }

  // The positions of a <vertices>, transformed.
  std::vector<float> positions(const xml_node& vertices, const Eigen::Affine3d& T) {
    const xml_node source =
        at(vertices.find_child_by_attribute("input", "semantic", "POSITION").attribute("source").value());
    const xml_node accessor = source.child("technique_common").child("accessor");
    const std::size_t stride = accessor.attribute("stride").as_uint(3),
                      offset = accessor.attribute("offset").as_uint(0);
    if (stride < 3 || stride > 100 || offset > 1'000'000)
      fail(std::string("positions are no x y z") + a_collada_file);
    std::vector<double> numbers;
    MeshText text(source.child("float_array").text().get());
    for (std::string_view word = text.word(); !word.empty(); word = text.word()) {
      const auto number = MeshText::number_in<double>(word);
      if (!number || !std::isfinite(*number))
        fail(std::string("a position is no finite number") + a_collada_file);
      numbers.push_back(*number);
    }
    std::vector<float> found;
    for (std::size_t i = offset; i + 3 <= numbers.size(); i += stride) {
      const Eigen::Vector3d v = T * Eigen::Vector3d(numbers[i], numbers[i + 1], numbers[i + 2]);
      for (const double x : v) found.push_back(static_cast<float>(x));
    }
    return found;
  }

  void read_geometry(const xml_node& geometry, const xml_node& bound, const Eigen::Affine3d& T) {
    const xml_node mesh = geometry.child("mesh");
    for (const xml_node primitive : mesh.children()) {
      const std::string tag = primitive.name();
      if (tag != "triangles" && tag != "polylist" && tag != "polygons") continue;
      Mesh part;
      part.colour = colour_of(primitive.attribute("material").value(), bound);
      part.vertices = positions(
          at(primitive.find_child_by_attribute("input", "semantic", "VERTEX").attribute("source").value()),
          T);
      read_faces(primitive, tag, part);
      if (!part.triangles.empty()) parts_.push_back(std::move(part));
    }
  }

  void read_faces(const xml_node& primitive, const std::string& tag, Mesh& part) {
    std::size_t stride = 1, offset = 0;
    for (const xml_node input : primitive.children("input")) {
      const std::size_t at = input.attribute("offset").as_uint(0);
      if (at > 100) fail(std::string("an input has an offset above 100") + a_collada_file);
      stride = std::max(stride, at + 1);
      if (std::string_view(input.attribute("semantic").value()) == "VERTEX") offset = at;
    }
    MeshText counts(primitive.child("vcount").text().get());
    for (const xml_node p : primitive.children("p")) {
      MeshText indices(p.text().get());
      const std::vector<std::uint32_t> corners =
          corners_in(indices, stride, offset, part.vertices.size() / 3);
      std::size_t begin = 0;
      while (begin < corners.size()) {
        const std::size_t count = tag == "triangles" ? 3
                                  : tag == "polygons"
                                      ? corners.size()
                                      : static_cast<std::size_t>(counts.integer().value_or(0));
        if (count == 0 || count > corners.size() - begin)
          fail(std::string("ends within a face") + a_collada_file);
        add_polygon(std::span(corners).subspan(begin, count), part);
        begin += count;
      }
    }
  }

  std::vector<std::uint32_t> corners_in(MeshText& indices, std::size_t stride, std::size_t offset,
                                        std::size_t vertex_count) const {
    std::vector<std::uint32_t> corners;
    std::size_t number = 0;
    for (std::string_view word = indices.word(); !word.empty(); word = indices.word(), ++number) {
      if (number % stride != offset) continue;
      const auto index = MeshText::number_in<std::uint32_t>(word);
      if (!index || *index >= vertex_count)
        fail("a face names the vertex " + in_quotes(word) + ": expected one below " +
             std::to_string(vertex_count));
      corners.push_back(*index);
    }
    return corners;
  }

  void add_polygon(std::span<const std::uint32_t> corners, Mesh& part) {
    for (std::size_t k = 2; k < corners.size(); ++k)
      part.triangles.insert(part.triangles.end(), {corners[0], corners[k - 1], corners[k]});
    if (corners.size() > 2) triangles_ += corners.size() - 2;
    if (triangles_ > max_mesh_triangles)
      fail("has more than " + std::to_string(max_mesh_triangles) + " triangles: expected fewer");
  }

  const std::string& file_;
  pugi::xml_document document_;
  std::unordered_map<std::string, xml_node> by_id_;
  std::vector<Mesh> parts_;
  bool has_textures_ = false;
  std::size_t instances_ = 0, triangles_ = 0;
};

}  // namespace

MeshFile read_collada(const std::string& content, const std::string& file) {
  return ColladaReader(file).read(content);
}

}  // namespace invdyn
