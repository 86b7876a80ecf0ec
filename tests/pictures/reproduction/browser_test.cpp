// The pages in a browser: headless Chromium, if it is installed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <regex>

#include "chapter_files.h"

namespace invdyn::test {
namespace {

// Reports, in the page itself, what a reader would see.
constexpr const char* probe = R"(<script>
addEventListener("load", () => {
  const images = [...document.images];
  const drawn = images.filter(i => i.complete && i.naturalWidth > 100 && i.getBoundingClientRect().height > 50);
  const cut = [...document.querySelectorAll("p, h2, figcaption")].filter(
      e => e.getBoundingClientRect().right > innerWidth);
  const anchors = [...document.querySelectorAll("nav a")].filter(a => document.querySelector(a.getAttribute("href")));
  const scrolls = document.documentElement.scrollWidth > innerWidth;
  document.body.innerHTML = `images=${images.length} drawn=${drawn.length} cut=${cut.length} ` +
      `tables=${document.querySelectorAll("table").length} anchors=${anchors.length} ` +
      `scrolls=${scrolls} mode=${document.compatMode} end`;
});
</script>)";

std::string printed_by(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  ::pclose(pipe);
  return text;
}

// The probe's line for a page in a narrow window. Headless Chromium has at least 500 pixels.
std::string probed(const std::string& page) {
  const Reproduced& output = all_sources();
  // A page allows no scripts of its own.
  const std::string html = std::regex_replace(output.read(page), std::regex("<meta http-equiv[^>]*>"), "");
  output.write("probed.html", html + probe);
  return printed_by(
      "timeout 120 chromium --headless --no-sandbox --disable-gpu --window-size=500,900 --user-data-dir='" +
      output.path() + "/profile' --virtual-time-budget=20000 --dump-dom 'file://" + output.path() +
      "/probed.html' 2>/dev/null");
}

TEST(PagesInABrowser, ShowEveryFigureAndTable) {
  if (std::system("command -v chromium >/dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  // Tables with that of the claims; anchors of the contents.
  const std::map<std::string, std::string> seen{
      {"index.html", "images=0 drawn=0 cut=0 tables=1 anchors=0"},
      {"sasaki1990/index.html", "images=9 drawn=9 cut=0 tables=4 anchors=4"},
      {"lee1982/index.html", "images=7 drawn=7 cut=0 tables=5 anchors=4"},
      {"angeles/index.html", "images=0 drawn=0 cut=0 tables=6 anchors=3"},
      {"choreonoid/index.html", "images=3 drawn=3 cut=0 tables=4 anchors=3"},
      {"craig/index.html", "images=1 drawn=1 cut=0 tables=3 anchors=2"}};
  for (const auto& [page, counts] : seen)
    EXPECT_THAT(probed(page), testing::HasSubstr(counts + " scrolls=false mode=CSS1Compat end")) << page;
}

}  // namespace
}  // namespace invdyn::test
