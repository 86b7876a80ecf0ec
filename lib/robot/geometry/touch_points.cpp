#include "touch_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../model/legs.h"
#include "../model/link_poses.h"
#include "shape_list.h"

namespace invdyn {
namespace {

constexpr std::size_t max_named = 6;
// Of two faces that look down equally but for rounding, the one along z counts, else the one along y.
constexpr double same_slope = 1e-9;

bool has_points(const Shape& shape) {
  return shape.kind == Shape::Kind::sphere || shape.kind == Shape::Kind::capsule ||
         shape.kind == Shape::Kind::box;
}

bool has_points(const std::vector<Shape>& shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [](const Shape& shape) { return has_points(shape); });
}

// `up`: in the link's axes.
void add_lowest_face(const Shape& box, const Eigen::Vector3d& up, std::vector<TouchPoint>& points) {
  const Eigen::Vector3d slopes = box.pose.linear().transpose() * up;
  int normal = 2;
  for (const int axis : {1, 0})
    if (std::abs(slopes[axis]) > std::abs(slopes[normal]) + same_slope) normal = axis;
  const int along = (normal + 1) % 3, across = (normal + 2) % 3;
  const Eigen::Vector3d half = Eigen::Vector3d(box.size[0], box.size[1], box.size[2]) / 2;
  Eigen::Vector3d corner;
  corner[normal] = std::copysign(half[normal], -slopes[normal]);
  for (const auto& [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    corner[along] = u * half[along];
    corner[across] = v * half[across];
    points.push_back({box.pose * corner, 0});
  }
}

void add_points(const Shape& shape, const Eigen::Vector3d& up, std::vector<TouchPoint>& points) {
  switch (shape.kind) {
    case Shape::Kind::sphere:
      points.push_back({shape.pose.translation(), shape.size[0]});
      break;
    case Shape::Kind::capsule:
      for (const double end : {-0.5, 0.5})
        points.push_back({shape.pose * Eigen::Vector3d(0, 0, end * shape.size[1]), shape.size[0]});
      break;
    case Shape::Kind::box:
      add_lowest_face(shape, up, points);
      break;
    default:
      break;
  }
}

// The numbers of moving joints between a link and all others.
std::vector<std::size_t> joints_between(const Robot& robot, std::size_t link) {
  constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> count(robot.links().size(), unknown);
  count[link] = 0;
  for (std::size_t at = link; at != 0; at = robot.joints()[at - 1].parent)
    count[robot.joints()[at - 1].parent] = count[at] + robot.joints()[at - 1].moves();
  for (const std::size_t i : robot.parents_first())
    if (count[i + 1] == unknown) count[i + 1] = count[robot.joints()[i].parent] + robot.joints()[i].moves();
  return count;
}

// The links that have points, the nearest to `link` first.
std::vector<std::string> others_with_points(const Robot& robot, std::size_t link, const RobotShapes& shapes) {
  const std::vector<std::size_t> distance = joints_between(robot, link);
  std::vector<std::size_t> order(robot.links().size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distance[a] < distance[b]; });
  std::vector<std::string> names;
  for (const std::size_t i : order)
    if (has_points(shapes.of_links[i])) names.push_back(robot.links()[i].name);
  return names;
}

std::string kinds_in(const std::vector<Shape>& shapes) {
  std::string kinds;
  for (const auto& [kind, name] : {std::pair{Shape::Kind::cylinder, "cylinders"},
                                   {Shape::Kind::cone, "cones"},
                                   {Shape::Kind::mesh, "meshes"}}) {
    const auto is_such = [wanted = kind](const Shape& shape) { return shape.kind == wanted; };
    if (std::any_of(shapes.begin(), shapes.end(), is_such))
      kinds += (kinds.empty() ? "" : " and ") + std::string(name);
  }
  return kinds;
}

std::string points_of(const std::string& name) {
  return "points of this link in the link's axes (m), such as `contact` \"link=" + name +
         " points=0.1,0.05,-0.04;0.1,-0.05,-0.04\"";
}

[[noreturn]] void fail_without_points(const Robot& robot, std::size_t link, const RobotShapes& shapes) {
  const std::string& name = robot.links()[link].name;
  const std::string kinds = kinds_in(shapes.of_links[link]);
  const bool has_any =
      std::any_of(shapes.of_links.begin(), shapes.of_links.end(), [](const auto& of) { return !of.empty(); });
  std::string found = name + " has no collision geometry";
  if (!kinds.empty())
    found = "the collision geometry of " + name + " consists of " + kinds + ", which give no points";
  if (!has_any) found += ", and no other link of the robot's file has collision geometry";
  std::string expected = "expected " + points_of(name);
  if (std::vector<std::string> others = others_with_points(robot, link, shapes); !others.empty()) {
    const std::size_t count = others.size();
    others.resize(std::min(count, max_named));
    expected += "; or another link, with spheres, capsules or boxes: " + joined(others) +
                (count > max_named ? ", ..." : "");
  }
  throw UsageError("`contact`", found + ": " + expected);
}

}  // namespace

std::vector<TouchPoint> touch_points(const std::string& robot_file, const Robot& robot, std::size_t link,
                                     const Eigen::Vector3d& up, const ShapeSettings& settings) {
  ShapeSettings collision = settings;
  collision.part = ShapePart::collision;
  ShapeList list(robot, collision);
  add_shapes_of_file(robot_file, collision, list);
  const RobotShapes shapes = list.take();
  const std::string& name = robot.links()[link].name;
  if (const std::string& fault = shapes.left_out[link]; !fault.empty())
    throw Error("`contact` " + name, fault + "; or give " + points_of(name));
  if (!has_points(shapes.of_links[link])) fail_without_points(robot, link, shapes);

  const Eigen::Isometry3d T_world_link = link_poses(robot, std::vector<double>(robot.dof(), 0))[link];
  const Eigen::Vector3d up_in_link = T_world_link.linear().transpose() * up;
  std::vector<TouchPoint> points;
  for (const Shape& shape : shapes.of_links[link]) add_points(shape, up_in_link, points);
  return points;
}

std::vector<std::string> feet_with_points(const std::string& robot_file, const Robot& robot,
                                          const ShapeSettings& settings) {
  ShapeSettings collision = settings;
  collision.part = ShapePart::collision;
  std::vector<std::size_t> links = feet(robot);
  if (links.empty()) return {};
  const RobotShapes shapes = read_shapes(robot_file, robot, collision);
  std::vector<std::string> names;
  for (std::size_t link : links) {
    while (!has_points(shapes.of_links[link]) && link > 0 && !robot.joints()[link - 1].moves())
      link = robot.joints()[link - 1].parent;
    if (!has_points(shapes.of_links[link])) return {};
    names.push_back(robot.links()[link].name);
  }
  return names;
}

}  // namespace invdyn
