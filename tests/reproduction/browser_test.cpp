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
  document.body.innerHTML = `images=${images.length} drawn=${drawn.length} cut=${cut.length} ` +
      `tables=${document.querySelectorAll("table").length} anchors=${anchors.length} ` +
      `mode=${document.compatMode} end`;
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

TEST(PageInABrowser, ShowsEveryFigureAndTable) {
  if (std::system("command -v chromium >/dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  const Reproduced& output = all_sources();
  output.write("probed.html", output.read("index.html") + probe);
  const std::string dom = printed_by(
      "timeout 120 chromium --headless --no-sandbox --disable-gpu --window-size=1200,900 --user-data-dir='" +
      output.path() + "/profile' --virtual-time-budget=20000 --dump-dom 'file://" + output.path() +
      "/probed.html' 2>/dev/null");
  // Sasaki 9 figures and 3 tables, Lee 7 and 4, Angeles 5 tables, Choreonoid 3 and 3, Craig 1 and 2.
  // The contents link to 5 sources and their 11 parts.
  EXPECT_THAT(dom, testing::HasSubstr("images=20 drawn=20 cut=0 tables=17 anchors=16 mode=CSS1Compat end"));
}

}  // namespace
}  // namespace invdyn::test
