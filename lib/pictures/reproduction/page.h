#pragma once

#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "claim.h"

namespace invdyn {

/// The page of one source: its claims, then sections with text, figures and tables, then its references. In
/// texts, backquotes enclose code.
class Page {
 public:
  /// `folder`: of the page, as seen from the first page.
  Page(std::string title, std::string folder) : title_(std::move(title)), folder_(std::move(folder)) {}

  /// A file beside the page, and the text of its link.
  struct File {
    std::string label, name;
  };

  void section(const std::string& title);
  /// A claim of the source. Its link leads to the latest section.
  void claim(Claim claim) { claims_.push_back({std::move(claim), anchor()}); }
  /// What the claims do not cover: a paragraph before them.
  void not_covered(const std::string& text) { not_covered_ = text; }
  /// The citation of a source, such as `[1]`, for texts.
  std::string cite(const std::string& key);
  void paragraph(const std::string& text);
  void list(const std::vector<std::string>& items);
  /// An SVG drawing. `is_wide`: it has panels beside each other.
  void figure(const std::string& number, const std::string& caption, const std::string& svg, bool is_wide,
              const std::vector<File>& files);
  void table(const std::string& number, const std::string& caption, const Table& table,
             const std::vector<File>& files);

  /// A self-contained file: drawings and style are inside. `maker`: the command that made it.
  std::string html(const std::string& maker) const;

  /// For the first page.
  const std::string& title() const { return title_; }
  std::string address() const { return folder_ + "/index.html"; }
  std::size_t claims(Verdict verdict) const;
  /// The claims as rows of an HTML table, with links to this address.
  std::string claim_rows(const std::string& address) const;

 private:
  struct PlacedClaim {
    Claim claim;
    std::string anchor;
  };

  std::string anchor() const { return "section-" + std::to_string(sections_.size()); }

  std::string title_, folder_, not_covered_, body_;
  std::vector<std::string> sections_;  ///< titles
  std::vector<PlacedClaim> claims_;
  std::vector<std::string> cited_;  ///< keys
};

/// The title of the first page. Each page of a source has it too, as a link back.
constexpr const char* first_page_title = "Figures and tables of the sources, computed again";

/// What was done, and the claims of these pages, each with a link to its section. `parts`: number of figures
/// and tables.
std::string first_page(const std::vector<Page>& pages, std::size_t parts);

}  // namespace invdyn
