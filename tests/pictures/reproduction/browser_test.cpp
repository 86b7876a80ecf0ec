// The page in a browser: headless Chromium, if it is installed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "chapter_files.h"

namespace invdyn::test {
namespace {

// Reports, in the page itself, what a reader would see.
constexpr const char* probe = R"(<script>
addEventListener("load", () => {
  const images = [...document.images];
  const drawn = images.filter(i => i.complete && i.naturalWidth > 100 && i.getBoundingClientRect().height > 50);
  const cut = [...document.querySelectorAll("p, h2, figcaption, img")].filter(
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

// The probe's line in a window of this width. Headless Chromium has at least 500 pixels.
std::string probed(int width) {
  const Reproduced& output = all_sources();
  output.write("probed.html", output.read("index.html") + probe);
  return printed_by(
      "timeout 120 chromium --headless --no-sandbox --disable-gpu --window-size=" + std::to_string(width) +
      ",900 --user-data-dir='" + output.path() + "/profile' --virtual-time-budget=20000 --dump-dom 'file://" +
      output.path() + "/probed.html' 2>/dev/null");
}

TEST(PageInABrowser, ShowsEveryFigureAndTable) {
  if (std::system("command -v chromium >/dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  // Figures: Sasaki 9, Lee 7, Choreonoid 3, Craig 1. Tables: Sasaki 3, Lee 4, Angeles 5, Choreonoid 3, Craig
  // 2; the findings of all and of each source, 6; errata of five sources. Contents: the findings, 5 sources
  // with 16 parts, the text about the page, the errata and those of 5 sources, the references.
  const std::string seen = "images=20 drawn=20 cut=0 tables=28 anchors=30 scrolls=false mode=CSS1Compat end";
  EXPECT_THAT(probed(1200), testing::HasSubstr(seen));
  EXPECT_THAT(probed(500), testing::HasSubstr(seen));
}

}  // namespace
}  // namespace invdyn::test
