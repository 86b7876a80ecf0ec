#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../output/table.h"

namespace invdyn {

/// A page of sections with text, figures and tables. It is written once; the result is HTML or Markdown. In
/// texts, backquotes enclose code.
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  /// A file next to the page: its title and its path from there.
  struct File {
    std::string name, path;
  };

  /// `origin`: the command that makes the section, which its figures and tables name.
  void section(std::string title, std::string origin) {
    origin_ = std::move(origin);
    blocks_.emplace_back(Heading{2, std::move(title)});
  }
  void subsection(std::string title) { blocks_.emplace_back(Heading{3, std::move(title)}); }
  void paragraph(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }
  /// An SVG drawing. `narrow_svg`: the same for a narrow screen, with panels below each other; empty if it
  /// has one column of panels. `files` are its copies and its numbers; the first is the drawing's own file.
  void figure(std::string number, std::string caption, std::string svg, std::string narrow_svg,
              std::vector<File> files) {
    blocks_.emplace_back(Illustration{std::move(number), std::move(caption), std::move(svg),
                                      std::move(narrow_svg), std::move(files), origin_});
  }
  void table(std::string number, std::string caption, Table table, std::vector<File> files) {
    blocks_.emplace_back(
        TableBlock{std::move(number), std::move(caption), std::move(table), std::move(files), origin_});
  }

  /// A self-contained file: drawings and style are inside.
  std::string html() const;
  /// The drawings are separate files.
  std::string markdown() const;

 private:
  struct Heading {
    int level;
    std::string text;
  };
  struct Paragraph {
    std::string text;
  };
  struct Illustration {
    std::string number, caption, svg, narrow_svg;
    std::vector<File> files;
    std::string origin;
  };
  struct TableBlock {
    std::string number, caption;
    Table table;
    std::vector<File> files;
    std::string origin;
  };
  using Block = std::variant<Heading, Paragraph, Illustration, TableBlock>;

  std::string title_, origin_;
  std::vector<Block> blocks_;
};

}  // namespace invdyn
