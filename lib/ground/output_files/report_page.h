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

  /// It is also listed beside the text, on wide screens.
  void heading(const std::string& text);
  /// Lists a heading that the caller writes: with this id.
  void list_in_contents(const std::string& id, const std::string& html);
  void subheading(const std::string& text) { element("h3", text); }
  /// `look`: a class of the style, such as `good` or `bad`.
  void paragraph(const std::string& text, std::string_view look = "");
  void list(const std::vector<std::string>& items);
  /// Underscores in the names of columns become blanks.
  void table(const Table& table);
  /// The same, behind a line that opens it.
  void folded_table(const std::string& summary, const Table& table);
  /// Text with its lines as they are.
  void lines(const std::string& text) { element("pre", text); }
  /// SVG files as images, side by side where there is room. `text`: what they show, for who does not see
  /// them.
  void images(const std::vector<std::string>& svgs, const std::string& text);
  /// The last line: where the robot's numbers are from (may be empty), and the program.
  void made_by(std::string robot_source, const std::string& program);
  /// HTML as it is.
  void markup(const std::string& html) { html_ += html; }

  std::string html() const;
  /// Makes the folder. Returns the path of index.html in it. Throws Error for an index.html that is no page
  /// of this kind.
  std::string place_in(const std::string& folder) const;

 private:
  void element(const std::string& name, const std::string& text);

  std::string begin_, html_, contents_;
  std::size_t begin_of_body_ = 0, headings_ = 0;
};

}  // namespace invdyn
