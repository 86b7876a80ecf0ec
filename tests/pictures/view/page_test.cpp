// The page of `invdyn view` in a real browser, without network.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "dynamics/core/trajectory_torques.h"
#include "pictures/view/browser.h"
#include "pictures/view/viewed_page.h"
#include "robot/files/read.h"
#include "robot/model/bodies.h"
#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Robot scara() {
  return read_robot("scara", [](const std::string&) {});
}

// With all that counts in torques: springs, friction of every kind, a joint that follows the first one, links
// whose weight is held in part. The joint that is followed has no friction of the load. Without friction of
// the load and a curve, each term is known apart.
Robot robot_with_all(unsigned long seed) {
  Random random(seed);
  RobotDescription description =
      random_description(random, {.joints = 7, .prismatic = 0.3, .fixed = 0.15, .branching = 0.3});
  description.T_world_base = random.pose(0.5);
  auto& joints = description.joints;
  for (auto& [joint, parent, link, mimicked, turned_with] : joints) {
    joint.drive.offset = random.uniform(-1, 1);
    joint.drive.spring = {random.uniform(0, 20), random.uniform(-1, 1)};
    if (random.chance(0.5)) {
      joint.drive.curve = {random.uniform(0, 2), 0.3};
      if (&joint != &joints[0].joint) joint.drive.load = random.uniform(0, 0.2);
    }
    link.gravity_compensation = random.chance(0.4) ? random.uniform(0, 1) : 0;
  }
  joints[0].joint.type = joints[5].joint.type = JointType::revolute;
  joints[5].joint.mimic = Mimic{.multiplier = -0.7, .offset = 0.2};
  joints[5].joint.drive.load = 0;
  joints[5].mimicked = joints[0].joint.name;
  return robot_of(description);
}

struct PointMass {
  double mass;
  std::size_t link;
  Eigen::Vector3d point;

  Robot on(const Robot& robot) const { return with_payload(robot, link, {mass, point}); }
  std::string json() const {
    return nlohmann::json{{"mass", mass}, {"link", link}, {"point", {point.x(), point.y(), point.z()}}}
        .dump();
  }
};

// Row by row.
std::vector<Eigen::ArrayXd> library_torques(const Robot& robot, const Eigen::ArrayXXd& q,
                                            const Eigen::ArrayXXd& dq, const Eigen::ArrayXXd& ddq,
                                            const std::vector<ExternalWrench>& wrenches = {}) {
  Surroundings surroundings;
  for (const ExternalWrench& wrench : wrenches) surroundings.wrenches.push_back({wrench});
  const TrajectoryTorques dynamics(robot, {}, surroundings);
  Block block(robot.dof(), static_cast<std::size_t>(q.rows()));
  block.rows = static_cast<std::size_t>(q.rows());
  block.t.head(q.rows()).setZero();
  block.q.topRows(q.rows()) = q;
  block.dq.topRows(q.rows()) = dq;
  block.ddq.topRows(q.rows()) = ddq;
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  std::vector<Eigen::ArrayXd> rows;
  for (Eigen::Index row = 0; row < q.rows(); ++row) rows.emplace_back(block.tau.row(row));
  return rows;
}

class PageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "no chromium here";
  }

  void show(const Robot& robot, const ViewedPage::Settings& settings = {}, const std::string& hash = "",
            const Browser::View& view = {}) {
    page_ = std::make_unique<ViewedPage>(robot, settings);
    if (!browser_) browser_ = std::make_unique<Browser>(view);
    open(hash);
  }
  void open(const std::string& hash) {
    browser_->open(page_->path(), hash);
    browser_->wait_until("document.documentElement.dataset.ready === 'yes'");
  }

  nlohmann::json run(const std::string& javascript) { return browser_->run(javascript); }
  nlohmann::json shown(const std::string& key) { return run("Invdyn.page.state.shown." + key); }
  double time() { return shown("time").get<double>(); }
  // What is said of the joint of a link when the pointer is on it.
  std::string said_of(const std::string& link) {
    run("(([x, y]) => document.querySelector('#scene canvas').dispatchEvent(new PointerEvent('pointermove', {clientX: "
        "x, clientY: y})))((([x, y], box) => [x + box.x, y + box.y])(Invdyn.page.scene.pixelOf(Invdyn.originOf("
        "Invdyn.page.scene.linkPoses(0)[" +
        link + "])), document.querySelector('#scene').getBoundingClientRect()))");
    run("new Promise(done => requestAnimationFrame(() => setTimeout(done)))");
    return run("[...document.querySelectorAll('.tooltip')].map((e) => e.innerText).join()");
  }
  void click(const std::string& selector) {
    const nlohmann::json at = run("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('" +
                                  selector + "').getBoundingClientRect())");
    browser_->click(at[0], at[1]);
  }
  std::string text_of(const std::string& selector) {
    return run("document.querySelector('" + selector + "').textContent");
  }

  std::unique_ptr<ViewedPage> page_;
  std::unique_ptr<Browser> browser_;
};

TEST_F(PageTest, LoadsWithoutNetworkAndWithoutProblems) {
  show(scara(), {.terms = true});
  EXPECT_THAT(browser_->requests(), IsEmpty());
  EXPECT_THAT(browser_->problems(), IsEmpty());
  EXPECT_EQ(run("document.title.trim()"), "a title");
  EXPECT_TRUE(run("!!document.querySelector('#scene canvas')").get<bool>());
  EXPECT_THAT(run("document.documentElement.innerHTML").get<std::string>(),
              testing::Not(HasSubstr("http-equiv=\"refresh\"")));
}

// The page keeps 7e-12 of each number.
TEST_F(PageTest, ColumnsAreThoseOfTheRun) {
  show(scara(), {.terms = true});
  for (const ViewedMotion::Column& column : page_->content().motions[0].columns) {
    const nlohmann::json values = run("[...Invdyn.page.state.motions[0].columns.get('" + column.quantity +
                                      "')[" + std::to_string(column.joint) + "]]");
    ASSERT_EQ(values.size(), column.values.size());
    for (std::size_t row = 0; row < values.size(); ++row)
      ASSERT_NEAR(values[row].get<double>(), column.values[row], 7.3e-12 * std::abs(column.values[row]));
  }
}

TEST_F(PageTest, PosesOfAllLinksAreThoseOfTheLibrary) {
  for (const unsigned long seed : {1ul, 2ul, 3ul}) {
    const Robot robot = random_robot(seed, {.joints = 8, .prismatic = 0.3, .fixed = 0.2, .branching = 0.3});
    show(robot);
    for (std::size_t row = 0; row < 100; row += 10) {
      const std::vector<Eigen::Isometry3d> expected = link_poses(robot, page_->positions(row));
      const nlohmann::json poses =
          run("(Invdyn.page.state.set({time: " + std::to_string(0.01 * static_cast<double>(row) + 1e-6) +
              "}), Invdyn.page.scene.linkPoses(0))");
      ASSERT_EQ(poses.size(), expected.size());
      for (std::size_t link = 0; link < expected.size(); ++link)
        for (int k = 0; k < 12; ++k)
          ASSERT_NEAR(poses[link][static_cast<std::size_t>(k)].get<double>(),
                      expected[link].matrix()(k / 4, k % 4), 1e-9)
              << "seed " << seed << ", row " << row << ", link " << link;
    }
  }
}

TEST_F(PageTest, AFloatingBaseMovesAndItsCentreOfMassIsMarked) {
  const Robot robot = read_robot("biped", [](const std::string&) {});
  show(robot);
  constexpr std::size_t row = 40;
  const std::vector<Eigen::Isometry3d> at_home = link_poses(robot, page_->positions(row));
  const nlohmann::json poses =
      run("(Invdyn.page.state.set({time: 0.400001}), Invdyn.page.scene.linkPoses(0))");
  ASSERT_EQ(poses.size(), at_home.size());
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double mass = 0;
  for (std::size_t link = 0; link < at_home.size(); ++link) {
    const Eigen::Isometry3d expected = page_->base(row) * robot.T_world_base().inverse() * at_home[link];
    for (int k = 0; k < 12; ++k)
      ASSERT_NEAR(poses[link][static_cast<std::size_t>(k)].get<double>(), expected.matrix()(k / 4, k % 4),
                  1e-9);
    const MassProperties& body = robot.links()[link].mass_properties;
    sum += body.mass * (expected * body.com);
    mass += body.mass;
  }
  const nlohmann::json centre =
      run("Invdyn.centreOfMass(Invdyn.page.state.data.robot, Invdyn.page.scene.linkPoses(0), "
          "Invdyn.page.state.shown.payload)");
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(centre[k].get<double>(), sum[static_cast<Eigen::Index>(k)] / mass, 1e-9);
  EXPECT_EQ(text_of("[data-panel=wrench] .panel-meaning"), "force on the base");
  EXPECT_TRUE(run("document.querySelector('#pace').disabled").get<bool>());
  EXPECT_TRUE(run("document.querySelector('#mass').disabled").get<bool>());
  EXPECT_THAT(browser_->problems(), IsEmpty());
  show(scara());
  EXPECT_TRUE(run("document.querySelector('[data-panel=wrench], [data-layer=whole]') === null").get<bool>());
}

// The ground is at zero, unless the robot stays above it, and as wide as the motion.
TEST_F(PageTest, TheGroundIsBelowWhatFloats) {
  show(read_robot("biped", [](const std::string&) {}));
  const auto place = [&](double lowest) {
    return run("Invdyn.groundPlace(Invdyn.page.state.data.robot, {min: {x: 0, y: 1, z: " +
               std::to_string(lowest) + "}, max: {x: 20, y: 2, z: 9}}, 2)");
  };
  EXPECT_THAT(place(-0.03)["middle"], ElementsAre(10, 1.5, 0));
  EXPECT_THAT(place(7)["middle"], ElementsAre(10, 1.5, 7));
  EXPECT_GE(place(7)["reach"].get<double>(), 10);
}

TEST_F(PageTest, ALinkWithoutMassHasItsCentreAtItsOrigin) {
  Random random(5);
  RobotDescription description = random_description(random, {.joints = 3, .fixed = 0});
  description.joints.back().link.mass_properties = {.com = {0, 0, -0.213}};
  show(robot_of(description));
  EXPECT_THAT(run("Invdyn.page.state.data.robot.links[3].com"), ElementsAre(0, 0, 0));
}

// The same wrench as the forces at the points, about the link's origin: and it is where they press.
TEST_F(PageTest, AnArrowOfTheGroundBeginsWhereItPresses) {
  show(scara());
  const Eigen::Vector3d link(0.3, -0.2, 0.5);
  const std::vector<Eigen::Vector3d> points{{0.2, 0.1, 0.02}, {0.2, -0.3, 0.02}, {-0.1, 0.1, 0.02}},
      forces{{1, 2, 30}, {-3, 1, 20}, {0, 0, 5}};
  const auto about_contact = [&](std::size_t count) {
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = force;
    nlohmann::json places = nlohmann::json::array();
    for (std::size_t i = 0; i < count; ++i) {
      force += forces[i];
      moment += (points[i] - link).cross(forces[i]);
      places.push_back(points[i]);
    }
    const nlohmann::json moved =
        run("Invdyn.atContact(" + places.dump() + ", [0, 0, 1], " + nlohmann::json(link).dump() + ", " +
            nlohmann::json(force).dump() + ", " + nlohmann::json(moment).dump() + ")");
    const auto vector = [&](const char* key) {
      return Eigen::Vector3d(moved[key][0].get<double>(), moved[key][1].get<double>(),
                             moved[key][2].get<double>());
    };
    const Eigen::Vector3d at = vector("at"), left = vector("moment");
    EXPECT_LT((moment - (at - link).cross(force) - left).norm(), 1e-9) << "another wrench";
    EXPECT_LT(left.head<2>().norm(), 1e-9);
    return at;
  };
  EXPECT_LT((about_contact(1) - points[0]).norm(), 1e-9);
  Eigen::Vector3d pressed = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < 3; ++i) pressed += forces[i].z() / 55 * points[i];
  EXPECT_LT((about_contact(3) - pressed).norm(), 1e-9);
  // A ball at the end of a leg of 0.4 m, with the link turned by half a turn about x.
  const nlohmann::json begin = run(
      "((wrench, ball) => { const arrows = Invdyn.wrenchArrows(wrench, 1, [10, 10], ball); arrows.place([1, 0, 0, 5, "
      "0, -1, 0, 6, 0, 0, -1, 0.42], 0); return arrows.group.position.toArray(); })({link: 1, point: [0, 0, 0], "
      "point_in_link: true, in_link: false, values: [0, 0, 10, 0, 0, 0]}, {link: 1, normal: [0, 0, 1], points: "
      "[{centre: [0, 0, 0.4], radius: 0.02}], bearing: [1]})");
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(begin[k].get<double>(), (std::array{5.0, 6.0, 0.0})[k], 1e-9);
}

// The browser takes the context away, for example if the computer slept.
TEST_F(PageTest, IsDrawnAgainAfterALostContext) {
  show(scara());
  const std::vector<std::uint8_t> before = browser_->picture().rgba;
  run("window.canvas = document.querySelector('#scene canvas'), window.gl = canvas.getContext('webgl2') || "
      "canvas.getContext('webgl'), window.loss = gl.getExtension('WEBGL_lose_context'), loss.loseContext(), 0");
  browser_->wait_until("gl.isContextLost()");
  run("new Promise((done) => { canvas.addEventListener('webglcontextrestored', () => requestAnimationFrame(() => "
      "requestAnimationFrame(() => done(0)))); loss.restoreContext(); })");
  EXPECT_EQ(browser_->picture().rgba, before);
}

TEST_F(PageTest, TimeGoesByKeys) {
  show(scara());
  EXPECT_EQ(time(), 0);
  browser_->press("ArrowRight");
  EXPECT_DOUBLE_EQ(time(), 0.01);
  browser_->press("Shift+ArrowRight");
  EXPECT_DOUBLE_EQ(time(), 0.11);
  browser_->press("ArrowLeft");
  EXPECT_DOUBLE_EQ(time(), 0.1);
  browser_->press("End");
  EXPECT_DOUBLE_EQ(time(), 1);
  browser_->press("Home");
  EXPECT_EQ(time(), 0);
  EXPECT_THAT(text_of("#time-text"), HasSubstr("of 1"));
}

TEST_F(PageTest, PlaysPausesAndStopsAtTheEnd) {
  show(scara(), {.rows = 301});
  browser_->press("Space");
  EXPECT_TRUE(shown("playing").get<bool>());
  browser_->wait_until("Invdyn.page.state.shown.time > 0.1");
  browser_->press("Space");
  const double paused = time();
  EXPECT_FALSE(shown("playing").get<bool>());
  EXPECT_GT(paused, 0.1);
  run("new Promise(done => setTimeout(done, 200))");
  EXPECT_EQ(time(), paused);
  run("Invdyn.page.state.set({speed: 10})");
  click("#play");
  browser_->wait_until("!Invdyn.page.state.shown.playing");
  EXPECT_DOUBLE_EQ(time(), 3);
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

TEST_F(PageTest, TheLegendSwitchesJoints) {
  show(scara());
  EXPECT_EQ(shown("joints").dump(), "[true,true,true,true]");
  click(".legend-item[data-index=\"1\"]");
  EXPECT_EQ(shown("joints").dump(), "[true,false,true,true]");
  EXPECT_EQ(run("document.querySelector('.legend-item[data-index=\"1\"]').ariaPressed"), "false");
  browser_->press("2");
  EXPECT_EQ(shown("joints").dump(), "[true,true,true,true]");
}

TEST_F(PageTest, AClickOnCurvesSetsTheTimeAndADragZooms) {
  show(scara());
  const nlohmann::json at = run(
      "(r => [r.x, r.y, r.width, r.height])(document.querySelector('canvas.plot').getBoundingClientRect())");
  const double left = at[0], y = at[1].get<double>() + at[3].get<double>() / 2, width = at[2];
  browser_->click(left + width / 2, y);
  EXPECT_NEAR(time(), 0.5, 0.06);
  browser_->drag(left + width * 0.4, y, left + width * 0.6, y);
  EXPECT_NEAR(shown("from").get<double>(), 0.4, 0.08);
  EXPECT_NEAR(shown("to").get<double>(), 0.6, 0.08);
  browser_->press("0");
  EXPECT_EQ(shown("from").get<double>(), 0);
  EXPECT_DOUBLE_EQ(shown("to").get<double>(), 1);
}

TEST_F(PageTest, TheAddressShowsTheSameMomentAgain) {
  show(scara());
  browser_->press("End");
  browser_->press("x");
  browser_->press("2");
  browser_->press("i");
  run("new Promise(done => setTimeout(done, 600))");
  const std::string hash = run("location.hash.slice(1)");
  const std::string before = run("JSON.stringify(Invdyn.page.state.shown.camera)");
  open(hash);
  EXPECT_DOUBLE_EQ(time(), 1);
  EXPECT_EQ(shown("joints").dump(), "[true,false,true,true]");
  EXPECT_TRUE(run("Invdyn.page.state.shown.layers.has('inertia')").get<bool>());
  const nlohmann::json camera = nlohmann::json::parse(before), again = shown("camera");
  for (const char* part : {"position", "target"})
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(again[part][k].get<double>(), camera[part][k].get<double>(), 1e-3) << hash;
  for (const char* broken : {"t=x&view=1,2&joints=99,-1&from=5&to=1&layers=zz&speed=nan", "%%%", "t=1e999"}) {
    open(broken);
    EXPECT_THAT(browser_->problems(), IsEmpty()) << broken;
  }
}

TEST_F(PageTest, FindingsLeadToTheirTime) {
  Robot robot = scara();
  show(robot, {.findings = {{.severity = Severity::error,
                             .place = "link \"quill\"",
                             .text = "no body has these moments",
                             .kind = "impossible_moments",
                             .subject = "link " + robot.links()[2].name}}});
  const nlohmann::json findings = run("Invdyn.page.state.findings");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0]["link"], 2);
  EXPECT_THAT(text_of("#findings"), HasSubstr("no body has these moments"));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i]["from"].is_null()) continue;
    run("document.querySelector('.finding[data-finding=\"" + std::to_string(i) + "\"]').click()");
    EXPECT_NEAR(time(), findings[i]["from"].get<double>(), 1e-9);
    EXPECT_EQ(shown("finding"), i);
    break;
  }
}

TEST_F(PageTest, WithoutMotionSlidersMoveTheRobot) {
  const Robot robot = scara();
  show(robot, {.with_motion = false});
  EXPECT_EQ(run("document.querySelectorAll('#sliders input[type=range]').length"), 4);
  run("(s => { s.value = s.max; s.dispatchEvent(new Event('input', {bubbles: true})); })"
      "(document.querySelector('#sliders input[type=range]'))");
  std::vector<double> q = shown("q").get<std::vector<double>>();
  const double limit = robot.moving_joint(0).limits.upper.value_or(3.141592653589793);
  EXPECT_NEAR(q[0], limit, 1e-6);
  const Eigen::Isometry3d expected = link_poses(robot, q).back();
  const nlohmann::json pose = run("Invdyn.page.scene.linkPoses(0)").back();
  for (int k = 0; k < 12; ++k)
    EXPECT_NEAR(pose[static_cast<std::size_t>(k)].get<double>(), expected.matrix()(k / 4, k % 4), 1e-9);
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

TEST_F(PageTest, TorquesBesideTheSlidersAreThoseOfTheLibrary) {
  for (const unsigned long seed : {1ul, 2ul}) {
    const Robot robot = robot_with_all(seed);
    const PointMass payload{2.5, robot.links().size() - 1, {0.1, -0.2, 0.05}};
    Random random(seed);
    std::vector<ExternalWrench> wrenches;
    for (const auto frame : {ExternalWrench::Frame::world, ExternalWrench::Frame::link})
      wrenches.push_back({.link = robot.moving_joints().back() + 1,
                          .frame = frame,
                          .point_frame = frame,
                          .point = random.vector(0.3),
                          .force = random.vector(20),
                          .moment = random.vector(5)});
    show(robot, {.with_motion = false, .wrenches = wrenches});
    EXPECT_TRUE(run("document.querySelector('[data-layer=wrenches]') !== null").get<bool>());
    for (int posture = 0; posture < 5; ++posture) {
      const Eigen::ArrayXXd q = random_state(random, robot).q.cast<double>().transpose().array(),
                            rest = 0 * q;
      const Eigen::ArrayXd expected = library_torques(payload.on(robot), q, rest, rest, wrenches).front();
      const std::vector<double> positions(q.data(), q.data() + q.size());
      const nlohmann::json torques = run("Invdyn.staticTorques(Invdyn.page.state.data.robot, " +
                                         nlohmann::json(positions).dump() + ", " + payload.json() + ")");
      ASSERT_EQ(torques.size(), robot.dof());
      for (std::size_t j = 0; j < robot.dof(); ++j)
        EXPECT_NEAR(torques[j].get<double>(), expected[static_cast<Eigen::Index>(j)], 1e-9)
            << "seed " << seed;
    }
  }
}

// m g l = 1 kg 9.80665 m/s^2 1 m; with 2 kg more at its end, three times as much.
TEST_F(PageTest, APendulumShowsItsTorqueAsItMoves) {
  show(read_robot("pendulum", [](const std::string&) {}), {.with_motion = false});
  run("Invdyn.page.state.set({q: [Math.PI / 2]})");
  EXPECT_EQ(text_of("#torque-0"), "9.807 N m");
  run("Invdyn.page.state.set({payload: {mass: 2, link: 1, point: Invdyn.page.state.data.robot.links[1].com}})");
  EXPECT_EQ(text_of("#torque-0"), "29.42 N m");
  // sin(pi) is 1.2e-16 here. A torque as small as 1e-8 m g l is none of that.
  run("Invdyn.page.state.set({q: [Math.PI], payload: {...Invdyn.page.state.shown.payload, mass: 1e6}})");
  EXPECT_EQ(text_of("#torque-0"), "0 N m");
  run("Invdyn.page.state.set({q: [1e-8], payload: {...Invdyn.page.state.shown.payload, mass: 0}})");
  EXPECT_EQ(text_of("#torque-0"), "9.807e-8 N m");
  EXPECT_EQ(run("[0, 3e-5, 0.0123].map(Invdyn.percent)"), nlohmann::json({"0 %", "<0.01 %", "1.2 %"}));
  EXPECT_EQ(
      run("Invdyn.shareOfLimit({limits: [{quantity: 'tau', strict: true, upper: true, value: 59}, {quantity: "
          "'tau', strict: true, upper: false, value: -10}]}, 'tau')(-5)"),
      0.5);
}

TEST_F(PageTest, AnotherSpeedAndAPayloadGiveTheTorquesOfTheLibrary) {
  for (const unsigned long seed : {1ul, 2ul}) {
    const Robot robot = robot_with_all(seed);
    show(robot, {.terms = true});
    const auto rows = static_cast<Eigen::Index>(page_->content().motions[0].t.size());
    std::map<std::string, Eigen::ArrayXXd> given;
    for (const ViewedMotion::Column& column : page_->content().motions[0].columns) {
      Eigen::ArrayXXd& values =
          given.try_emplace(column.quantity, rows, static_cast<Eigen::Index>(robot.dof())).first->second;
      values.col(static_cast<Eigen::Index>(column.joint)) =
          Eigen::Map<const Eigen::ArrayXd>(column.values.data(), rows);
    }
    for (const auto& [pace, mass] : {std::pair{1.0, 3.0}, {1.7, 0.0}, {0.4, 2.0}}) {
      const PointMass payload{mass, robot.moving_joints().back() + 1, {0.1, -0.2, 0.05}};
      const std::vector<Eigen::ArrayXd> expected = library_torques(
          payload.on(robot), given.at("q"), pace * given.at("dq"), pace * pace * given.at("ddq"));
      run("Invdyn.page.state.set({pace: " + std::to_string(pace) + ", payload: " + payload.json() + "})");
      const nlohmann::json tried = run(
          "[...Invdyn.page.state.motions[0].columns].filter(([name]) => !Invdyn.notTerms.includes(name) || "
          "name === 'tau').map(([name, of]) => [name, of.map((values) => [...values])])");
      double size = 0;
      for (const Eigen::ArrayXd& row : expected) size = std::max(size, row.abs().maxCoeff());
      for (std::size_t j = 0; j < robot.dof(); ++j)
        for (std::size_t row = 0; row < expected.size(); ++row) {
          double sum = 0, tau = 0;
          for (const nlohmann::json& column : tried)
            (column[0] == "tau" ? tau : sum) += column[1][j][row].get<double>();
          ASSERT_NEAR(tau, expected[row][static_cast<Eigen::Index>(j)], 1e-9 * size)
              << "seed " << seed << ", speed " << pace << ", mass " << mass << ", row " << row << ", joint "
              << j;
          ASSERT_NEAR(sum, tau, 1e-9 * size) << "the terms do not add up to the torque";
        }
    }
    EXPECT_THAT(text_of(".trial-summary"), HasSubstr("s, not 1 s"));
    run("document.querySelector('#trial-reset').click()");
    EXPECT_TRUE(
        run("Invdyn.page.state.motions[0].columns === Invdyn.page.state.motions[0].given").get<bool>());
  }
}

TEST_F(PageTest, ThePageTellsWhereAPayloadIs) {
  for (const int width : {420, 1300}) {
    browser_ = std::make_unique<Browser>(Browser::View{.width = width, .height = 800});
    show(scara(), {.payloads = {{.link = 2, .mass = 1.5, .com = {0.1, 0, -0.05}}}});
    EXPECT_THAT(text_of("#trial"), HasSubstr("Payload of the run: 1.5 kg on " + scara().links()[2].name +
                                             " at 0.1, 0, -0.05 m in its axes."));
    EXPECT_TRUE(run("[...document.querySelectorAll('#trial .name-begin')].every((e) => e.scrollWidth <= "
                    "e.clientWidth)")
                    .get<bool>())
        << "a label is cut at " << width << " px";
  }
  run("Invdyn.page.state.set({payload: {mass: 0, link: 1, point: [0, 0.2, 0]}})");
  EXPECT_EQ(run("document.querySelector('[for=mass]').title"),
            "A point mass to try, added to the payload of the run, on " + scara().links()[1].name +
                " at 0, 0.2, 0 m in its axes");
}

TEST_F(PageTest, AFieldKeepsWhatIsTypedAsTheMotionPlays) {
  show(scara());
  run("document.querySelector('#pace-number').value = '15'; Invdyn.page.state.set({time: 0.5})");
  EXPECT_EQ(run("document.querySelector('#pace-number').value"), "15");
}

TEST_F(PageTest, AFieldSaysWhatItDoesNotTake) {
  show(scara(), {.with_motion = false});
  const auto type = [&](const std::string& field, const std::string& value) {
    run("(f => { f.value = '" + value +
        "'; f.dispatchEvent(new Event('change')); })(document.querySelector('#" + field + "'))");
  };
  type("mass-number", "0.123");  // between two steps of its slider
  run("document.querySelector('#mass').dispatchEvent(new Event('change'))");
  EXPECT_EQ(shown("payload")["mass"], 0.123);
  EXPECT_EQ(run("document.querySelector('#mass').value"), "0.123");
  EXPECT_THAT(text_of("#trial"), Not(HasSubstr("expected")));
  type("mass-number", "-1");
  EXPECT_EQ(shown("payload")["mass"], 0.123);
  EXPECT_THAT(text_of("#trial"), HasSubstr("expected 0 to 1000000 kg"));
  type("slider-0-number", "1000");  // deg: the shoulder's limits are 140
  EXPECT_EQ(run("document.querySelector('#slider-0-number').value"), "140");
  EXPECT_EQ(
      run("document.querySelector('#slider-0-number').parentNode.querySelector('.slider-fault').innerText"),
      "expected -140 to 140 deg");
  type("slider-0-number", "90");
  EXPECT_TRUE(run("document.querySelector('#sliders .slider-fault').hidden").get<bool>());
}

TEST_F(PageTest, NoFindingsAreThoseOfTheFile) {
  show(scara(),
       {.with_motion = false,
        .findings = {{.severity = Severity::warning, .place = "", .text = "thin", .accepted = "it is so"}}});
  EXPECT_THAT(text_of("#findings"),
              HasSubstr("No findings in the robot's file, apart from 1 that it accepts."));
}

TEST_F(PageTest, WhatCannotBeExactCannotBeTried) {
  Robot robot = robot_with_all(1);
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) drives.push_back(joint.drive);
  drives[0].load = 0.1;  // another joint follows this one
  show(robot.with_drives(drives), {}, "pace=2&payload=1,3,0,0,0");
  for (const char* slider : {"pace", "mass"}) {
    EXPECT_TRUE(run("document.querySelector('#" + std::string(slider) + "').disabled").get<bool>());
    EXPECT_THAT(text_of("#trial"), HasSubstr("friction of the load"));
  }
  EXPECT_FALSE(run("Invdyn.isTrial(Invdyn.page.state.shown)").get<bool>());
}

TEST_F(PageTest, NothingIsStruckThroughOrCutOff) {
  Random random(5);
  RobotDescription description = random_description(random, {.joints = 3, .fixed = 0});
  const std::string name = "left_manipulator_shoulder_pitch_joint_of_the_second_arm_";
  for (std::size_t i = 0; i < 3; ++i) description.joints[i].joint.name = name + std::to_string(i);
  show(robot_of(description));
  const nlohmann::json title = run(
      "[document.querySelector('.cursor'), document.querySelector('.panel-title')].map((e) => (r => [r.x, r.y + "
      "r.height / 2])(e.getBoundingClientRect()))");
  const Browser::Picture picture = browser_->picture();
  const std::size_t x = title[0][0].get<std::size_t>(), y = title[1][1].get<std::size_t>();
  const std::uint8_t* pixel = &picture.rgba[4 * (y * static_cast<std::size_t>(picture.width) + x)];
  EXPECT_FALSE(pixel[0] < 40 && pixel[2] > 150) << "the blue cursor goes through the title of a panel";
  EXPECT_EQ(text_of(".legend-name"), name + "0");
  for (const char* direction : {"x", "-x", "y", "-y", "z", "-z"}) {
    run("Invdyn.page.scene.look('" + std::string(direction) + "')");
    EXPECT_TRUE(
        run("Invdyn.gravityPoints(Invdyn.page.state.data).every((point) => (([x, y]) => x > 0 && y > 0 && x "
            "< document.querySelector('#scene').clientWidth && y < "
            "document.querySelector('#scene').clientHeight)(Invdyn.page.scene.pixelOf(point)))")
            .get<bool>())
        << "gravity is cut off from " << direction;
  }
}

// Dots end the first half, and the last letters are there.
TEST_F(PageTest, LongNamesAreCutInTheMiddle) {
  Random random(5);
  RobotDescription description = random_description(random, {.joints = 2, .fixed = 0});
  description.joints[0].joint.name = "right_hip_roll";
  description.joints[1].joint.name = "left_arm_shoulder_roll_motor_side_joint";
  show(robot_of(description));
  run("document.querySelectorAll('.legend-name').forEach((e) => { e.style.maxWidth = '62px'; })");
  EXPECT_TRUE(
      run("[...document.querySelectorAll('.joints .name')].every(({children: [begin, end]}) => { const last = "
          "document.createRange(), box = end.getBoundingClientRect(); last.selectNodeContents(end); "
          "last.setStart(end.firstChild, end.textContent.length - 3); const of = last.getBoundingClientRect(); "
          "return begin.scrollWidth > begin.clientWidth && begin.clientWidth > 24 && of.left >= box.left - 1 && "
          "of.right <= box.right + 1; })")
          .get<bool>());
  EXPECT_THAT(run("document.querySelector('.legend-item').title"), HasSubstr("right_hip_roll"));
}

TEST_F(PageTest, APointerOnAJointTellsItsNameAndTorque) {
  show(scara());
  const std::string tau = run("Invdyn.number(Invdyn.page.state.motions[0].columns.get('tau')[1][0])");
  EXPECT_THAT(said_of("2"), testing::AllOf(HasSubstr("elbow"), HasSubstr(tau + " N m")));
}

// The robot is drawn too, and does not move.
TEST_F(PageTest, AFileOfTorquesHasCurves) {
  show(scara(), {.torques_alone = true});
  EXPECT_EQ(run("[...document.querySelectorAll('[data-panel]')].map((e) => e.dataset.unit)").dump(),
            R"(["N m","N"])");
  EXPECT_EQ(run("[...document.querySelectorAll('[data-panel-toggle]')].map((e) => e.ariaPressed)").dump(),
            R"(["true"])");
  const std::string tau = run("Invdyn.number(Invdyn.page.state.motions[0].columns.get('tau')[1][0])");
  EXPECT_THAT(said_of("2"),
              testing::AllOf(HasSubstr("elbow"), HasSubstr(tau + " N m"), Not(HasSubstr("position"))));
  EXPECT_THAT(said_of("1"), testing::AllOf(HasSubstr("shoulder"), Not(HasSubstr("N m"))));
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

TEST_F(PageTest, BoxesOfInertiaAreInThePictureAndLightLinksHaveLines) {
  browser_ = std::make_unique<Browser>(Browser::View{.width = 400, .height = 800});
  show(read_robot("panda", [](const std::string&) {}), {.with_motion = false});
  EXPECT_TRUE(
      run("((state, poses) => Invdyn.boxPoints(state).every((points, link) => points.every((point) => (([x, y]) => "
          "x > 0 && y > 0 && x < document.querySelector('#scene').clientWidth && y < "
          "document.querySelector('#scene').clientHeight)(Invdyn.page.scene.pixelOf(Invdyn.placed(poses[link], "
          "point))))))(Invdyn.page.state, Invdyn.page.scene.linkPoses(0))")
          .get<bool>());
  // A sensor of 1 mg in a robot of 10 kg, with moments in g mm^2.
  const auto parts_of = [&](const std::string& mass) {
    return run(
        "(() => { const link = {mass: " + mass +
        ", box: {pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], edges: [1, 2, 3], possible: true}}; return "
        "Invdyn.parts.inertiaBox(link.box, 1, Invdyn.isLight({links: [{mass: 10}, link]}, "
        "link)).children.map(({type}) => type); })()");
  };
  EXPECT_THAT(parts_of("1e-6"), ElementsAre("LineSegments"));
  EXPECT_THAT(parts_of("1"), ElementsAre("Mesh", "LineSegments"));
}

TEST_F(PageTest, ButtonsWithNothingToShowAreOff) {
  show(scara());
  const auto disabled = [&] {
    return run("[...document.querySelectorAll('[data-layer]:disabled')].map((e) => e.dataset.layer)").dump();
  };
  EXPECT_EQ(disabled(), R"(["shapes","ghost","wrenches"])");
  RobotShapes shapes;
  shapes.of_links.resize(scara().links().size());
  shapes.of_links[1].push_back(
      {.kind = Shape::Kind::sphere, .pose = Eigen::Isometry3d::Identity(), .size = {0.1}});
  show(scara(), {.wrenches = {{.link = 2, .force = {1, 2, 3}}}, .shapes = shapes});
  EXPECT_EQ(disabled(), R"(["ghost"])");
}

TEST_F(PageTest, FindingsAreInTheUnitOfThePageAndEqualOnesAreOne) {
  show(scara());
  const std::string state =
      "{shown: {degrees: true}, findings: ['1 rad, from 0.1 s to 0.2 s', '2.5 rad, at 3 s', '1 rad, at 4 s'].map((text, "
      "i) => ({kind: 'limit', motion: 0, link: 1, joint: i === 2 ? 1 : 0, text: 'joint j2: position ' + text}))}";
  EXPECT_EQ(run("Invdyn.joinedFindings(" + state + ")").dump(), "[[0,1],[2]]");
  EXPECT_EQ(run("((s) => Invdyn.inShownUnit(s, s.findings[0].text))(" + state + ")"),
            "joint j2: position 57.3 deg, from 0.1 s to 0.2 s");
}

TEST_F(PageTest, FitsPhonesAndDesktops) {
  for (const Browser::View& view : {Browser::View{.width = 360, .height = 740, .touch = true},
                                    Browser::View{.width = 1400, .height = 900, .dark = true}}) {
    browser_ = std::make_unique<Browser>(view);
    show(scara());
    EXPECT_LE(run("document.documentElement.scrollWidth").get<int>(), view.width);
    const nlohmann::json size =
        run("(c => [c.clientWidth, c.clientHeight])(document.querySelector('#scene canvas'))");
    EXPECT_GT(size[0].get<int>(), 250);
    EXPECT_GT(size[1].get<int>(), 250);
    EXPECT_THAT(browser_->problems(), IsEmpty());
  }
  for (const int width : {720, 900, 1190, 1210}) {
    browser_ = std::make_unique<Browser>(Browser::View{.width = width, .height = 800});
    show(read_robot("ur5e", [](const std::string&) {}), {.with_motion = false});
    EXPECT_TRUE(run("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.sliders'))").get<bool>())
        << "the sliders are cut off at " << width << " px";
  }
}

TEST_F(PageTest, NamesAreTextAndNeverMarkup) {
  const std::string hostile = "</script><img src=x onerror=\"document.title='taken'\"><!--\x01\xff&lt;";
  Random random(5);
  RobotDescription description = random_description(random, {.joints = 3, .fixed = 0});
  description.name = "<img src=x>";
  for (std::size_t i = 0; i < description.joints.size(); ++i)
    description.joints[i].joint.name = "</script><img src=x onerror=alert(1)>&lt;" + std::to_string(i);
  show(robot_of(description),
       {.title = hostile,
        .file = hostile,
        .findings = {{.severity = Severity::error, .place = hostile, .text = hostile}}});
  EXPECT_EQ(run("document.images.length"), 0);
  EXPECT_THAT(browser_->requests(), IsEmpty());
  EXPECT_THAT(browser_->problems(), IsEmpty());
  EXPECT_THAT(text_of("#legend"), HasSubstr("</script><img src=x"));
  EXPECT_THAT(text_of("#findings"), HasSubstr("<img src=x"));
}

TEST_F(PageTest, EveryKeyWorksWithoutAProblem) {
  show(scara(), {.terms = true});
  for (const char* key : {"x",           "Shift+x",
                          "y",           "Shift+y",
                          "z",           "Shift+z",
                          "f",           "d",
                          "s",           "j",
                          "r",           "c",
                          "i",           "p",
                          "g",           "w",
                          "h",           "l",
                          "a",           "1",
                          "[",           "]",
                          "+",           "-",
                          "e",           "Alt+ArrowLeft",
                          "Alt+ArrowUp", "PageUp",
                          "PageDown",    "?",
                          "Escape"})
    browser_->press(key);
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

}  // namespace
}  // namespace invdyn::test
