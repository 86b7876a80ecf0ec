// Where the page draws joints, seen in pictures: the centre of a marked joint is where the projection of its
// place is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pictures/view/browser.h"
#include "pictures/view/viewed_page.h"
#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// An arm whose joints are far from each other, in all directions.
RobotDescription arm() {
  RobotDescription description;
  description.name = "arm";
  const std::array<Eigen::Vector3d, 4> places{{{0, 0, 0.3}, {0.4, 0, 0.2}, {0.1, 0.45, 0}, {0.2, 0, 0.35}}};
  const std::array<Eigen::Vector3d, 4> axes{{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    RobotDescription::JointAndLink each;
    each.joint.name = "j" + std::to_string(i);
    each.joint.type = JointType::revolute;
    each.joint.axis = axes[i];
    each.joint.T_parent_joint.translation() = places[i];
    each.parent_link = i == 0 ? "base" : "l" + std::to_string(i - 1);
    each.link = {"l" + std::to_string(i),
                 {1, Eigen::Vector3d(0.1, 0, 0), 0.01 * Eigen::Matrix3d::Identity()}};
    description.joints.push_back(each);
  }
  return description;
}

// The centre of all pixels in the colour of a marked joint.
std::optional<Eigen::Vector2d> marked(const Browser::Picture& picture) {
  Eigen::Vector2d sum(0, 0);
  int count = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width / 2; ++x) {
      const std::uint8_t* pixel = &picture.rgba[4 * static_cast<std::size_t>(y * picture.width + x)];
      if (pixel[0] < 230 || pixel[1] < 60 || pixel[1] > 225 || pixel[2] > 90) continue;
      sum += Eigen::Vector2d(x, y);
      ++count;
    }
  if (count < 20) return std::nullopt;
  return sum / count;
}

// A camera with z upwards and this vertical field of view, as a textbook has it.
Eigen::Vector2d projected(const Eigen::Vector3d& point, const nlohmann::json& camera, double width,
                          double height) {
  const auto vector = [](const nlohmann::json& v) {
    return Eigen::Vector3d(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
  };
  const Eigen::Vector3d eye = vector(camera["position"]);
  const Eigen::Vector3d forward = (vector(camera["target"]) - eye).normalized();
  const Eigen::Vector3d right = forward.cross(Eigen::Vector3d::UnitZ()).normalized();
  const Eigen::Vector3d up = right.cross(forward), way = point - eye;
  const double scale = height / 2 / std::tan(20 * std::numbers::pi / 180) / way.dot(forward);
  return {width / 2 + scale * way.dot(right), height / 2 - scale * way.dot(up)};
}

// The largest distance of a drawn joint from where `expected` has it, over these views and the links from
// this one on, px.
double largest_miss(const Robot& drawn, const Robot& expected, const std::vector<std::string>& views,
                    std::size_t first_link) {
  const ViewedPage page(drawn, {});
  Browser browser(Browser::View{.width = 840, .height = 490});
  browser.open(page.path(), "");
  browser.wait_until("document.documentElement.dataset.ready === 'yes'");
  // Marks of findings, of a link each.
  browser.run(
      "(f => { f.length = 0; for (let link = 0; link < 5; ++link) f.push({kind: 'other', text: '', link, "
      "joint: null, from: null, to: null, motion: null}); })(Invdyn.page.state.findings)");
  constexpr std::size_t row = 60;
  browser.run("Invdyn.page.state.set({time: " + std::to_string(0.01 * static_cast<double>(row) + 1e-6) +
              ", layers: new Set()})");
  const std::vector<Eigen::Isometry3d> poses = link_poses(expected, page.positions(row));
  double worst = 0;
  for (const std::string& view : views) {
    browser.run("Invdyn.page.scene.look('" + view + "')");
    for (std::size_t link = first_link; link < poses.size(); ++link) {
      browser.run("(Invdyn.page.state.set({finding: " + std::to_string(link) +
                  "}), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))");
      const nlohmann::json at = browser.run(
          "(r => [r.x, r.y, r.width, r.height])(document.querySelector('#scene "
          "canvas').getBoundingClientRect())");
      const auto seen = marked(browser.picture());
      if (!seen) return std::numeric_limits<double>::infinity();
      const Eigen::Vector2d wanted =
          projected(poses[link].translation(), browser.run("Invdyn.page.state.shown.camera"), at[2], at[3]) +
          Eigen::Vector2d(at[0].get<double>(), at[1].get<double>());
      worst = std::max(worst, (*seen - wanted).norm());
    }
  }
  return worst;
}

class PicturesTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "no chromium here";
  }
};

TEST_F(PicturesTest, JointsAreDrawnWhereTheProjectionSays) {
  const Robot robot = robot_of(arm());
  EXPECT_LT(largest_miss(robot, robot, {"x", "-y", "z"}, 1), 8);
}

TEST_F(PicturesTest, AFlippedAxisIsSeen) {
  const Robot robot = robot_of(arm());
  for (const std::size_t joint : {0ul, 1ul, 2ul}) {  // no joint is after the last one
    RobotDescription flipped = arm();
    flipped.joints[joint].joint.axis *= -1;
    const double miss = largest_miss(robot_of(flipped), robot, {"x", "z"}, 4);
    EXPECT_GT(miss, 30) << "joint " << joint;
    EXPECT_LT(miss, 1200) << "joint " << joint << " is not seen";
  }
}

// The centre of all pixels of the 3-D view that differ.
std::optional<Eigen::Vector2d> changed(const Browser::Picture& before, const Browser::Picture& after,
                                       double right, double bottom) {
  Eigen::Vector2d sum(0, 0);
  int count = 0;
  for (int y = 0; y < std::min(before.height, static_cast<int>(bottom)); ++y)
    for (int x = 0; x < std::min(before.width, static_cast<int>(right)); ++x) {
      const std::size_t at = 4 * static_cast<std::size_t>(y * before.width + x);
      int difference = 0;
      for (std::size_t k = 0; k < 3; ++k) difference += std::abs(before.rgba[at + k] - after.rgba[at + k]);
      if (difference < 40) continue;
      sum += Eigen::Vector2d(x, y);
      ++count;
    }
  if (count < 20) return std::nullopt;
  return sum / count;
}

// A busy machine shows what was drawn some frames later. Equal images are equal files.
Browser::Picture steady_picture(Browser& browser) {
  std::string image = browser.screenshot();
  for (int same = 0; same < 2;) {
    browser.run(
        "(Invdyn.page.scene.draw(), new Promise(done => requestAnimationFrame(() => setTimeout(done, 50))))");
    std::string next = browser.screenshot();
    same = next == image ? same + 1 : 0;
    image = std::move(next);
  }
  return browser.picture();
}

// An octahedron of radius 1 about `centre`.
Mesh octahedron(const Eigen::Vector3f& centre) {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float sign : {1.0f, -1.0f}) {
      const Eigen::Vector3f corner = centre + sign * Eigen::Vector3f::Unit(axis);
      mesh.vertices.insert(mesh.vertices.end(), corner.begin(), corner.end());
    }
  for (std::uint32_t x : {0u, 1u})
    for (std::uint32_t y : {2u, 3u})
      for (std::uint32_t z : {4u, 5u}) mesh.triangles.insert(mesh.triangles.end(), {x, y, z});
  return mesh;
}

// Shapes are where its link carries it; a mesh too that is scaled and mirrored.
TEST_F(PicturesTest, ShapesAreDrawnWhereTheirLinkIs) {
  const Robot robot = robot_of(arm());
  constexpr std::size_t link = 3, row = 30;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(Eigen::Vector3d(0.1, 0.5, -0.2))
      .rotate(Eigen::AngleAxisd(1, Eigen::Vector3d(1, 2, 3).normalized()));
  const double r = 0.05;
  for (const Shape& shape :
       {Shape{Shape::Kind::box, pose, {2 * r, r, r}}, Shape{Shape::Kind::capsule, pose, {r, r}},
        Shape{Shape::Kind::mesh, pose, {r, r, -r}, Colour{1, 0, 0, 1}}}) {
    RobotShapes shapes;
    shapes.of_links.resize(robot.links().size());
    shapes.of_links[link] = {shape};
    shapes.meshes = {octahedron({2, 0, 3})};
    const bool is_mesh = shape.kind == Shape::Kind::mesh;
    const Eigen::Vector3d centre = is_mesh ? Eigen::Vector3d(2 * r, 0, -3 * r) : Eigen::Vector3d::Zero();
    const ViewedPage page(robot, {.shapes = shapes});
    for (double& size : shapes.of_links[link][0].size) size *= 1e-6;
    const ViewedPage without(robot, {.shapes = shapes});

    Browser browser(Browser::View{.width = 840, .height = 490});
    const auto picture_of = [&](const ViewedPage& shown, const std::string& camera) {
      browser.open(shown.path(), "");
      browser.wait_until("document.documentElement.dataset.ready === 'yes'");
      browser.run("Invdyn.page.scene.look('x')");
      browser.run("(Invdyn.page.state.set({time: " + std::to_string(0.01 * static_cast<double>(row) + 1e-6) +
                  ", layers: new Set(['shapes'])" + camera +
                  "}), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))");
      return steady_picture(browser);
    };
    const Browser::Picture with = picture_of(page, "");
    const nlohmann::json camera = browser.run("Invdyn.page.state.shown.camera");
    const nlohmann::json at = browser.run(
        "(r => [r.x, r.y, r.width, r.height])(document.querySelector('#scene "
        "canvas').getBoundingClientRect())");
    const auto seen = changed(picture_of(without, ", camera: " + camera.dump()), with,
                              at[0].get<double>() + at[2].get<double>(), 490);
    ASSERT_TRUE(seen);
    const Eigen::Vector3d place = link_poses(robot, page.positions(row))[link] * (pose * centre);
    const Eigen::Vector2d wanted =
        projected(place, camera, at[2], at[3]) + Eigen::Vector2d(at[0].get<double>(), at[1].get<double>());
    EXPECT_LT((*seen - wanted).norm(), 8) << static_cast<int>(shape.kind);
  }
}

}  // namespace
}  // namespace invdyn::test
