// The browser that the tests of pages use.

#include "pictures/view/browser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class BrowserTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "no chromium here";
    use({});
  }

  void use(const Browser::View& view) { browser_ = std::make_unique<Browser>(view); }

  void open(const std::string& body, const std::string& hash = "") {
    browser_->open(folder_.write("a page 100% #ü.html", start_ + body), hash);
  }

  // A page that records events.
  void open_recorder(const std::string& events) {
    open(
        "<style>html { touch-action: none }</style><body style='height: 3000px'><script>seen = [];"
        "for (const type of '" +
        events +
        "'.split(' '))  addEventListener(type, e => seen.push([type, e.key ?? e.clientX, e.code ?? "
        "e.clientY, e]));</script>");
  }

  // What `expression` gives for each event `e` of a type.
  nlohmann::json seen(const std::string& type, const std::string& expression) {
    return browser_->run("seen.filter(s => s[0] == '" + type + "').map(s => s[3]).map(e => " + expression +
                         ")");
  }

  std::string error_of(const std::string& javascript) {
    try {
      return browser_->run(javascript).dump();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  const std::string start_ =
      "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>";
  TemporaryFolder folder_;
  std::unique_ptr<Browser> browser_;
};

TEST_F(BrowserTest, OpensAFileAndRunsExpressions) {
  open("<body style='color-scheme: light dark'>", "frame=3");
  EXPECT_EQ(browser_->run("location.hash"), "#frame=3");
  open("", "frame=4");
  EXPECT_EQ(browser_->run("[location.hash, document.body.style.length]").dump(), R"(["#frame=4",0])");
  EXPECT_EQ(browser_->run("[innerWidth, innerHeight, navigator.onLine]").dump(), "[1200,800,false]");
  EXPECT_EQ(browser_->run("Promise.resolve({a: [1.5, 'x', null]})").dump(), R"({"a":[1.5,"x",null]})");
  EXPECT_TRUE(browser_->run("undefined").is_null());
  EXPECT_EQ(browser_->run("-1 / 0").get<double>(), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(browser_->run("!!document.createElement('canvas').getContext('webgl2')").get<bool>());
  EXPECT_THAT(browser_->requests(), IsEmpty());
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

TEST_F(BrowserTest, ThrowsWhatIsWrong) {
  open("");
  EXPECT_THAT(error_of("missing + 1"), HasSubstr("ReferenceError: missing is not defined"));
  EXPECT_THAT(error_of("Promise.reject(new Error('no robot'))"), HasSubstr("no robot"));
  EXPECT_THAT(error_of("(() => { throw 'a text' })()"), HasSubstr("a text"));
  EXPECT_THROW(browser_->open(folder_ / "missing.html"), std::runtime_error);
  EXPECT_THROW(browser_->press("F99"), std::out_of_range);
  EXPECT_THROW(browser_->press("Hyper+a"), std::out_of_range);
}

TEST_F(BrowserTest, WaitsUntilAConditionHolds) {
  open("<script>setTimeout(() => ready = true, 100)</script>");
  browser_->wait_until("window.ready");
  EXPECT_THROW(browser_->wait_until("window.never", std::chrono::milliseconds(50)), std::runtime_error);
}

TEST_F(BrowserTest, ListsProblems) {
  open(
      "<script>console.error('bad', 3); console.warn('odd'); console.assert(false, 'wrong'); "
      "console.log('ok');setTimeout(() => { alert('hello'); throw new Error('late') })</script>");
  browser_->wait_until("document.readyState == 'complete'");
  EXPECT_THAT(browser_->problems(), ElementsAre("error: bad 3", "warning: odd", "assert: wrong",
                                                "dialog: hello", StartsWith("Error: late")));
  open("");
  EXPECT_THAT(browser_->problems(), IsEmpty());
}

TEST_F(BrowserTest, ListsRequestsAndReachesNoNetwork) {
  open(
      "<img src='http://example.com/x.png'><img src='data:image/gif;base64,R0lGODdhAQABAAAAACwAAAAAAQABAAA='>"
      "<iframe src='https://example.com/frame'></iframe><script>"
      "new Worker(URL.createObjectURL(new Blob(["
      "  `fetch('http://example.com/worker').catch(() => postMessage(0))`]))).onmessage = () => done = true;"
      "new WebSocket('ws://127.0.0.1:1/socket')</script>");
  browser_->wait_until("window.done");
  const std::vector<std::string> requests = browser_->requests();
  for (const char* url : {"http://example.com/x.png", "https://example.com/frame",
                          "http://example.com/worker", "ws://127.0.0.1:1/socket"})
    EXPECT_THAT(requests, Contains(url));
  EXPECT_THAT(requests, Contains(StartsWith("data:image/gif")));
  EXPECT_THAT(requests, Contains(StartsWith("blob:")));
  EXPECT_GE(requests.size(), 6u) << testing::PrintToString(requests);
  EXPECT_THAT(browser_->problems(),
              Contains(HasSubstr("net::ERR_INTERNET_DISCONNECTED http://example.com/x.png")));
}

TEST_F(BrowserTest, ListsWhatThePolicyRefuses) {
  open(
      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\"><img "
      "src='http://example.com/x.png'><script>console.error('inline')</script>");
  EXPECT_THAT(browser_->requests(), ElementsAre("http://example.com/x.png"));
  EXPECT_THAT(browser_->problems(), Contains(HasSubstr("Content Security Policy")));
  EXPECT_THAT(browser_->problems(), testing::Not(Contains(HasSubstr("error: inline"))));
  EXPECT_EQ(browser_->run("1 + 1"), 2);
  EXPECT_EQ(browser_->picture().width, 1200);
}

TEST_F(BrowserTest, PressesKeys) {
  open_recorder("keydown keypress keyup");
  for (const char* key :
       {"a", "Shift+b", "5", "Space", "Shift+ArrowRight", "Home", "Escape", "Enter", "+", "Control+z"})
    browser_->press(key);
  EXPECT_EQ(seen("keydown", "e.key").dump(),
            R"(["a","B","5"," ","ArrowRight","Home","Escape","Enter","+","z"])");
  EXPECT_EQ(seen("keyup", "e.code").dump(),
            R"(["KeyA","KeyB","Digit5","Space","ArrowRight","Home","Escape","Enter","","KeyZ"])");
  EXPECT_EQ(seen("keydown", "+e.shiftKey").dump(), "[0,1,0,0,1,0,0,0,0,0]");
  EXPECT_EQ(seen("keydown", "e.keyCode").dump(), "[65,66,53,32,39,36,27,13,0,90]");
  EXPECT_EQ(seen("keypress", "e.key").size(), 6u);
  open("<button onclick='n = 1'>one</button><input>");
  for (const char* key : {"Tab", "Space", "Tab", "x", "Shift+y"}) browser_->press(key);
  EXPECT_EQ(browser_->run("[n, document.querySelector('input').value]").dump(), R"([1,"xY"])");
}

TEST_F(BrowserTest, UsesTheMouse) {
  open_recorder("click pointermove pointerdown pointerup wheel contextmenu");
  browser_->click(30, 40);
  EXPECT_EQ(seen("click", "[e.clientX, e.clientY, e.detail]").dump(), "[[30,40,1]]");
  browser_->drag(100, 100, 200, 150, "right");
  EXPECT_EQ(seen("pointerdown", "e.button").dump(), "[0,2]");
  EXPECT_EQ(seen("pointermove", "[e.clientX, e.clientY, e.buttons]").back().dump(), "[200,150,2]");
  EXPECT_GE(seen("pointermove", "e.buttons").size(), 5u);
  EXPECT_EQ(seen("pointerup", "[e.clientX, e.button]").back().dump(), "[200,2]");
  browser_->wheel(50, 60, 120);
  EXPECT_EQ(seen("wheel", "[e.clientX, e.clientY, e.deltaY]").dump(), "[[50,60,120]]");
  browser_->wait_until("scrollY == 120");
}

TEST_F(BrowserTest, Touches) {
  use({.width = 390, .height = 844, .touch = true});
  open_recorder("click pointerdown pointermove pointerup pointercancel touchmove");
  EXPECT_EQ(browser_->run("[innerWidth, matchMedia('(pointer: coarse)').matches]").dump(), "[390,true]");
  browser_->tap(30, 40);
  browser_->wait_until("seen.some(s => s[0] == 'click')");
  EXPECT_EQ(seen("pointerdown", "[e.clientX, e.clientY, e.pointerType]").dump(), R"([[30,40,"touch"]])");
  browser_->touch_drag(100, 100, 200, 150);
  EXPECT_EQ(seen("pointermove", "[e.clientX, e.clientY]").back().dump(), "[200,150]");
  browser_->pinch(200, 300, 50, 150);
  EXPECT_EQ(seen("touchmove", "[...e.touches].map(t => t.clientX)").back().dump(), "[125,275]");
  EXPECT_EQ(seen("pointerup", "e.clientX").size(), 4u);
  EXPECT_TRUE(seen("pointercancel", "0").empty());
}

TEST_F(BrowserTest, SeesColours) {
  const std::string body =
      "<style>body { margin: 0; background: #123456 } @media (prefers-color-scheme: dark)"
      "{ body { background: #abc } } div { width: 10px; height: 5px; background: red }</style><div>";
  const auto colour = [](const Browser::Picture& picture, std::size_t x, std::size_t y) {
    const auto pixel = picture.rgba.begin() + static_cast<std::ptrdiff_t>(4 * (y * 1200 + x));
    return std::vector<int>(pixel, pixel + 4);
  };
  open(body);
  EXPECT_THAT(browser_->screenshot(), StartsWith("\x89PNG\r\n\x1a\n"));
  const Browser::Picture picture = browser_->picture();
  EXPECT_EQ(picture.rgba.size(), std::size_t{4} * 1200 * 800);
  EXPECT_THAT(colour(picture, 9, 4), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(colour(picture, 10, 4), ElementsAre(0x12, 0x34, 0x56, 255));
  EXPECT_THAT(colour(picture, 1199, 799), ElementsAre(0x12, 0x34, 0x56, 255));
  EXPECT_EQ(browser_->run("document.visibilityState"), "visible");
  use({.dark = true});
  open(body);
  EXPECT_THAT(colour(browser_->picture(), 10, 4), ElementsAre(0xaa, 0xbb, 0xcc, 255));
}

}  // namespace
}  // namespace invdyn::test
