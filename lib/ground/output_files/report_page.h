#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table.h"

namespace invdyn {

/// A report in HTML, one file: it runs no script and loads nothing from elsewhere. Texts are escaped.
class ReportPage {
 public:
  /// `kind` tells pages of one command from others: `sizing report`. `style`: more CSS.
  ReportPage(std::string_view kind, const std::string& title, std::string_view style = "");

  void heading(const std::string& text) { element("h2", text); }
  void subheading(const std::string& text) { element("h3", text); }
  /// `look`: a class of the style, such as `good` or `bad`.
  void paragraph(const std::string& text, std::string_view look = "");
  void list(const std::vector<std::string>& items);
  void table(const Table& table);
  /// Text with its lines as they are.
  void lines(const std::string& text) { element("pre", text); }
  /// An SVG file as an image.
  void image(const std::string& svg);
  /// HTML as it is.
  void markup(const std::string& html) { html_ += html; }

  std::string html() const { return html_ + "</body></html>\n"; }
  /// Makes the folder. Returns the path of index.html in it. Throws Error for an index.html that is no page
  /// of this kind.
  std::string place_in(const std::string& folder) const;

 private:
  void element(const std::string& name, const std::string& text);

  std::string begin_, html_;
};

}  // namespace invdyn
