// The page of `invdyn view` in a real browser, without network.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pictures/view/browser.h"
#include "pictures/view/viewed_page.h"
#include "robot/files/read.h"
#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Robot scara() {
  return read_robot("scara", [](const std::string&) {});
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

// The numbers of the page are 32-bit: the library takes them as they are in the page.
TEST_F(PageTest, PosesOfAllLinksAreThoseOfTheLibrary) {
  for (const unsigned long seed : {1ul, 2ul, 3ul}) {
    const Robot robot = random_robot(seed, {.joints = 8, .prismatic = 0.3, .fixed = 0.2, .branching = 0.3});
    show(robot);
    for (std::size_t row = 0; row < 100; row += 2) {
      std::vector<double> q;
      for (const double each : page_->positions(row)) q.push_back(static_cast<float>(each));
      const std::vector<Eigen::Isometry3d> expected = link_poses(robot, q);
      const nlohmann::json poses =
          run("(Invdyn.page.state.set({time: " + std::to_string(0.01 * static_cast<double>(row) + 1e-6) +
              "}), Invdyn.page.scene.linkPoses(0))");
      ASSERT_EQ(poses.size(), expected.size());
      for (std::size_t link = 0; link < expected.size(); ++link)
        for (int k = 0; k < 12; ++k)
          ASSERT_NEAR(poses[link][static_cast<std::size_t>(k)].get<double>(),
                      expected[link].matrix()(k / 4, k % 4), 1e-6)
              << "seed " << seed << ", row " << row << ", link " << link;
    }
  }
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
