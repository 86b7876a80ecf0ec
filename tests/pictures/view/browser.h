#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace invdyn::test {

/// A headless Chromium that shows one page, for tests of pages that must work offline. It can reach no
/// network. Every wait has a time limit. Failures throw std::runtime_error.
class Browser {
 public:
  /// Tests of pages are skipped where this is false.
  static bool is_installed();

  struct View {
    int width = 1200, height = 800;  ///< px
    bool dark = false;               ///< the colours that the user prefers
    bool touch = false;              ///< a phone or tablet
  };
  Browser() : Browser(View()) {}
  explicit Browser(const View& view);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Loads the file anew and waits until it is drawn. The hash has no '#'.
  void open(const std::string& file, const std::string& hash = "");

  /// The value of an expression in the page; a promise is awaited. Throws the text of its exception.
  nlohmann::json run(const std::string& javascript);
  void wait_until(const std::string& javascript_condition,
                  std::chrono::milliseconds limit = std::chrono::seconds(10));

  // Input. Places are in px from the upper left corner. Each function returns after the page is drawn again.

  /// A character or the name of a key, after its modifiers: "a", "5", "Space", "Shift+ArrowRight".
  void press(const std::string& key);
  void click(double x, double y);
  /// `button` is left, middle or right.
  void drag(double x0, double y0, double x1, double y1, const std::string& button = "left");
  void wheel(double x, double y, double dy);
  void tap(double x, double y);
  void touch_drag(double x0, double y0, double x1, double y1);
  /// Two fingers, side by side around a place, change their distance.
  void pinch(double x, double y, double distance0, double distance1);

  /// The addresses that the page and its workers asked for since open(), also `data:` and `blob:`, and also
  /// if they were refused. Without the page itself.
  std::vector<std::string> requests() const;
  /// Errors and warnings of the console, exceptions, failed loads, violations of the page's security policy,
  /// and dialogs, since open().
  std::vector<std::string> problems() const;

  /// The bytes of a PNG image of the page.
  std::string screenshot();
  struct Picture {
    int width, height;
    std::vector<std::uint8_t> rgba;  ///< row by row from the top
  };
  Picture picture();

 private:
  struct Tab;
  std::unique_ptr<Tab> tab_;
};

}  // namespace invdyn::test
