// COLLADA 1.4.1 (https://www.khronos.org/collada/): the triangles of the visual scene, with the unit of the
// file. up_axis is not used: URDF's programs, such as RViz, show the coordinates as they are.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>
#include <pugixml.hpp>
#include <span>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "mesh_readers.h"
#include "mesh_text.h"
#include "thinned_mesh.h"
#include "used_vertices.h"

namespace invdyn {
namespace {

using pugi::xml_node;

constexpr int max_nesting = 100;
// Tags and attributes of a file: a node of the parser has 64 bytes.
constexpr std::ptrdiff_t max_tags = 500'000;
// Elements in nodes, each time that a node is instanced.
constexpr std::size_t max_steps = 500'000;
constexpr const char* a_collada_file = ": expected a COLLADA file";

// Each element is parsed once, however often it is instanced.
class ColladaReader {
 public:
  explicit ColladaReader(const std::string& file) : file_(file) {}

  // The parts are not welded. Changes the content.
  MeshFile read(std::string& content) {
    note_lines(content);
    const pugi::xml_parse_result parsed = document_.load_buffer_inplace(
        content.data(), content.size(), pugi::parse_default | pugi::parse_embed_pcdata);
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
        show(geometry_of(geometry), {}, T, geometry);
    MeshFile found{.parts = {}, .has_textures = has_textures_};
    for (auto& [colour, part] : parts_) {
      part.colour = colour;
      found.parts.push_back(std::move(part));
    }
    return found;
  }

 private:
  // Of a <triangles>, <polylist> or <polygons>, in the units of the file, with only the vertices that it
  // uses.
  struct Primitive {
    std::string material;
    std::vector<float> vertices;
    std::vector<std::uint32_t> triangles;
  };
  using Geometry = std::vector<Primitive>;
  using Colours = std::map<std::string, std::optional<Colour>>;  // by the symbol of the material

  [[noreturn]] void fail(const std::string& text) const { throw Error(file_, text); }
  [[noreturn]] void fail(const xml_node& node, const std::string& text) const {
    const auto end = is_line_end_.begin() + node.offset_debug();
    throw Error(place_in(file_, 1 + static_cast<std::size_t>(std::count(is_line_end_.begin(), end, true))),
                text);
  }
  [[noreturn]] void fail_by_limit(std::size_t limit, const char* what) const {
    fail("has more than " + std::to_string(limit) + what + ": expected fewer");
  }

  // The parser changes the text.
  void note_lines(const std::string& content) {
    if (std::count(content.begin(), content.end(), '<') > max_tags ||
        std::count(content.begin(), content.end(), '=') > max_tags)
      fail("has more than " + std::to_string(max_tags) + " tags or attributes: expected fewer");
    is_line_end_.resize(content.size());
    for (std::size_t i = 0; i < content.size(); ++i) is_line_end_[i] = content[i] == '\n';
  }

  // Sorted: a hostile file could fill one place of a hash table.
  void note_ids(const xml_node& root) {
    struct Walker : pugi::xml_tree_walker {
      std::vector<std::pair<std::string_view, xml_node>>* nodes = nullptr;
      bool for_each(xml_node& node) override {
        if (const auto id = node.attribute("id")) nodes->emplace_back(id.value(), node);
        return true;
      }
    } walker;
    walker.nodes = &by_id_;
    xml_node(root).traverse(walker);
    std::stable_sort(by_id_.begin(), by_id_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  // The element at `#id`; none for other addresses.
  xml_node at(std::string_view url) const {
    if (!url.starts_with('#')) return {};
    const std::string_view id = url.substr(1);
    const auto found =
        std::lower_bound(by_id_.begin(), by_id_.end(), id,
                         [](const auto& each, std::string_view wanted) { return each.first < wanted; });
    return found == by_id_.end() || found->first != id ? xml_node() : found->second;
  }

  Eigen::VectorXd numbers_of(const xml_node& node, Eigen::Index count) const {
    constexpr std::size_t longest = 2'000;
    const char* begin = node.text().get();
    MeshText text(std::string_view(begin, ::strnlen(begin, longest)));
    Eigen::VectorXd numbers(count);
    for (double& number : numbers) {
      const std::optional<double> read = text.number();
      if (!read)
        fail(node, "<" + std::string(node.name()) + "> does not have " + std::to_string(count) + " numbers" +
                       a_collada_file);
      number = *read;
    }
    return numbers;
  }

  Eigen::Affine3d transformation_of(const xml_node& node) const {
    const std::string_view tag = node.name();
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
    if (depth > max_nesting) fail(node, "has too many nodes within nodes: expected fewer");
    for (const xml_node part : node.children()) {
      if (++steps_ > max_steps) fail(node, "has too many nodes within nodes: expected fewer");
      T = T * transformation_of(part);
    }
    for (const xml_node part : node.children()) {
      const std::string_view tag = part.name();
      if (tag == "node") read_node(part, T, depth + 1);
      if (!tag.starts_with("instance_")) continue;
      const xml_node found = at(part.attribute("url").value());
      if (found && tag == "instance_geometry") show(geometry_of(found), colours_of(part), T, part);
      if (found && tag == "instance_node") read_node(found, T, depth + 1);
    }
  }

  // Adds an instance, or fails at `place`.
  void show(const Geometry& geometry, const Colours& bound, const Eigen::Affine3d& T, const xml_node& place) {
    for (const Primitive& each : geometry) {
      triangles_ += each.triangles.size() / 3;
      vertices_ += each.vertices.size() / 3;
      if (triangles_ > max_mesh_triangles) fail_by_limit(max_mesh_triangles, " triangles");
      if (vertices_ > max_mesh_vertices) fail_by_limit(max_mesh_vertices, " vertices of triangles");
      const auto found = bound.find(each.material);
      Mesh& part = parts_[found == bound.end() ? colour_of(at("#" + each.material)) : found->second];
      if (parts_.size() > max_mesh_colours) fail_by_limit(max_mesh_colours, " colours");
      const auto first = static_cast<std::uint32_t>(part.vertices.size() / 3);
      for (const std::uint32_t corner : each.triangles) part.triangles.push_back(first + corner);
      for (std::size_t i = 0; i < each.vertices.size(); i += 3) {
        const Eigen::Vector3d v = T * Eigen::Map<const Eigen::Vector3f>(&each.vertices[i]).cast<double>();
        if (!std::all_of(v.begin(), v.end(), &MeshText::is_coordinate))
          fail(place, "moves a vertex beyond the range of a float: expected numbers in m");
        for (const double x : v) part.vertices.push_back(static_cast<float>(x));
      }
    }
  }

  // Of the materials that an <instance_geometry> binds.
  const Colours& colours_of(const xml_node& instance) {
    const auto [known, is_new] = colours_of_.try_emplace(instance);
    if (is_new)
      for (const xml_node each :
           instance.child("bind_material").child("technique_common").children("instance_material"))
        known->second.try_emplace(each.attribute("symbol").value(),
                                  colour_of(at(each.attribute("target").value())));
    return known->second;
  }

  std::optional<Colour> colour_of(const xml_node& material) {
    const auto [known, is_new] = colour_of_.try_emplace(material);
    if (!is_new) return known->second;
    const xml_node effect = at(material.child("instance_effect").attribute("url").value());
    const auto [of_effect, is_first] = colour_of_.try_emplace(effect);
    if (!is_first) return known->second = of_effect->second;
    const xml_node technique = effect.child("profile_COMMON").child("technique");
    for (const char* shading : {"phong", "lambert", "blinn"}) {
      const xml_node diffuse = technique.child(shading).child("diffuse");
      if (diffuse.child("texture")) has_textures_ = true;
      if (const xml_node colour = diffuse.child("color")) {
        const Eigen::Vector3d rgb = numbers_of(colour, 3).cwiseMax(0).cwiseMin(1);
        const Eigen::Vector3f within = rgb.cast<float>();
        of_effect->second = Colour{within[0], within[1], within[2], 1};
        break;
      }
    }
    return known->second = of_effect->second;
  }

  // Of a <vertices>.
  const std::vector<float>& positions_of(const xml_node& vertices) {
    const auto [of_vertices, is_new] = source_of_.try_emplace(vertices);
    if (is_new)
      of_vertices->second =
          at(vertices.find_child_by_attribute("input", "semantic", "POSITION").attribute("source").value());
    const auto [known, is_first] = positions_of_.try_emplace(of_vertices->second);
    if (is_first) known->second = positions_in(known->first);
    return known->second;
  }

  std::vector<float> positions_in(const xml_node& source) {
    const xml_node accessor = source.child("technique_common").child("accessor");
    const std::size_t stride = accessor.attribute("stride").as_uint(3),
                      offset = accessor.attribute("offset").as_uint(0);
    if (stride < 3 || stride > 100 || offset > 1'000'000)
      fail(source, std::string("positions are not x y z") + a_collada_file);
    const xml_node array = source.child("float_array");
    MeshText text(array.text().get());
    std::vector<float> found;
    std::size_t number = 0;
    for (std::string_view word = text.word(); !word.empty(); word = text.word(), ++number) {
      if (number < offset || (number - offset) % stride >= 3) continue;
      const auto read = MeshText::number_in<double>(word);
      if (!read || !MeshText::is_coordinate(*read))
        fail(array, "a position is " + in_quotes(word) + ", which is not a number of single precision" +
                        a_collada_file);
      found.push_back(static_cast<float>(*read));
      if (++positions_ > 3 * max_mesh_vertices) fail_by_limit(max_mesh_vertices, " vertices");
    }
    found.resize(found.size() / 3 * 3);
    return found;
  }

  const Geometry& geometry_of(const xml_node& node) {
    const auto [known, is_new] = geometries_.try_emplace(node);
    if (!is_new) return known->second;
    for (const xml_node primitive : node.child("mesh").children()) {
      const std::string_view tag = primitive.name();
      if (tag != "triangles" && tag != "polylist" && tag != "polygons") continue;
      Primitive part = primitive_of(primitive, tag);
      if (!part.triangles.empty()) known->second.push_back(std::move(part));
    }
    return known->second;
  }

  Primitive primitive_of(const xml_node& primitive, std::string_view tag) {
    Primitive part{.material = primitive.attribute("material").value(), .vertices = {}, .triangles = {}};
    std::size_t stride = 1, offset = 0;
    xml_node vertices;
    for (const xml_node input : primitive.children("input")) {
      const std::size_t at_offset = input.attribute("offset").as_uint(0);
      if (at_offset > 100) fail(input, std::string("an input has an offset above 100") + a_collada_file);
      stride = std::max(stride, at_offset + 1);
      if (std::string_view(input.attribute("semantic").value()) != "VERTEX") continue;
      offset = at_offset;
      vertices = at(input.attribute("source").value());
    }
    const std::vector<float>& positions = positions_of(vertices);
    MeshText counts(primitive.child("vcount").text().get());
    for (const xml_node p : primitive.children("p")) {
      const std::vector<std::uint32_t> corners = corners_in(p, stride, offset, positions.size() / 3);
      std::size_t begin = 0;
      while (begin < corners.size()) {
        const std::size_t count = tag == "triangles" ? 3
                                  : tag == "polygons"
                                      ? corners.size()
                                      : static_cast<std::size_t>(counts.integer().value_or(0));
        if (count == 0 || count > corners.size() - begin)
          fail(p, std::string("ends within a face") + a_collada_file);
        add_polygon(std::span(corners).subspan(begin, count), part);
        begin += count;
      }
    }
    used_vertices_.take(positions, part.triangles, part.vertices);
    return part;
  }

  std::vector<std::uint32_t> corners_in(const xml_node& p, std::size_t stride, std::size_t offset,
                                        std::size_t vertex_count) const {
    std::vector<std::uint32_t> corners;
    MeshText indices(p.text().get());
    std::size_t number = 0;
    for (std::string_view word = indices.word(); !word.empty(); word = indices.word(), ++number) {
      if (number % stride != offset) continue;
      const auto index = MeshText::number_in<std::uint32_t>(word);
      if (!index || *index >= vertex_count)
        fail(p, "a face has the vertex " + in_quotes(word) + ": expected the number of a vertex, below " +
                    std::to_string(vertex_count));
      corners.push_back(*index);
      if (corners.size() > 3 * max_mesh_triangles) fail_by_limit(max_mesh_triangles, " triangles");
    }
    return corners;
  }

  void add_polygon(std::span<const std::uint32_t> corners, Primitive& part) {
    for (std::size_t k = 2; k < corners.size(); ++k)
      part.triangles.insert(part.triangles.end(), {corners[0], corners[k - 1], corners[k]});
    if (corners.size() > 2) read_triangles_ += corners.size() - 2;
    if (read_triangles_ > max_mesh_triangles) fail_by_limit(max_mesh_triangles, " triangles");
  }

  const std::string& file_;
  pugi::xml_document document_;
  std::vector<bool> is_line_end_;
  std::vector<std::pair<std::string_view, xml_node>> by_id_;
  std::map<xml_node, Geometry> geometries_;
  std::map<xml_node, Colours> colours_of_;
  std::map<xml_node, std::optional<Colour>> colour_of_;  // by material and by effect
  std::map<xml_node, xml_node> source_of_;
  std::map<xml_node, std::vector<float>> positions_of_;  // by source
  UsedVertices used_vertices_;
  std::map<std::optional<Colour>, Mesh> parts_;
  bool has_textures_ = false;
  std::size_t steps_ = 0, positions_ = 0, read_triangles_ = 0, triangles_ = 0, vertices_ = 0;
};

}  // namespace

MeshFile read_collada(std::string content, const std::string& file) {
  MeshFile found = ColladaReader(file).read(content);
  std::string().swap(content);  // the memory is wanted for what follows
  for (Mesh& part : found.parts) part = welded(std::move(part));
  return found;
}

}  // namespace invdyn
