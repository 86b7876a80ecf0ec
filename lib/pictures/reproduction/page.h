#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../../ground/output_files/table.h"
#include "claim.h"

namespace invdyn {

/// A page of sections with findings, text, figures and tables. It is written once; the result is HTML or
/// Markdown. In texts, backquotes enclose code, and `[text](#anchor)` is a link.
///
/// The page begins with the findings of all sections, and each section with its own.
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  /// A file next to the page: its title and its path from there.
  struct File {
    std::string name, path;
  };

  /// `origin`: the command that makes the section, which its figures and tables name. An empty anchor is
  /// replaced by a number.
  void section(std::string title, std::string origin, std::string anchor = "");
  void subsection(std::string title, std::string anchor = "");
  /// A finding of this section. Its link leads to the latest heading.
  void claim(Claim claim) { findings_.push_back({std::move(claim), section_, headings_.back()}); }
  /// The citation of a source as a link, such as `[1]`; the section of references lists it.
  std::string cite(const std::string& key);
  /// The section of references, with the cited sources in the order of citation.
  void references();
  void paragraph(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }
  /// Paragraphs, lists and tables in Markdown.
  void markdown_text(std::string text) { blocks_.emplace_back(MarkdownText{std::move(text)}); }
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
    std::string text, anchor;
    std::size_t section;  ///< whose findings follow; of level 2
  };
  struct PlacedClaim {
    Claim claim;
    std::size_t section;
    std::string anchor;
  };
  struct MarkdownText {
    std::string text;
  };
  struct Citation {
    std::size_t number;
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
  using Block = std::variant<Heading, Paragraph, MarkdownText, Citation, Illustration, TableBlock>;

  void heading(int level, std::string title, std::string anchor);
  std::string findings_html() const;
  std::string findings_html(std::size_t section) const;
  std::string findings_markdown(std::size_t section) const;

  std::string title_, origin_;
  std::size_t section_ = 0;
  std::vector<std::string> headings_;  ///< anchors
  std::vector<std::string> sections_;  ///< titles
  std::vector<PlacedClaim> findings_;
  std::vector<std::string> cited_;  ///< keys
  std::vector<Block> blocks_;
};

}  // namespace invdyn
