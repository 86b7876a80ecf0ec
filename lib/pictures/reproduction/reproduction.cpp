#include "reproduction.h"

#include "../../ground/base/error.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/output_files/output_file.h"
#include "../figure/gnuplot.h"
#include "errata.h"

namespace invdyn {
namespace {

constexpr const char* title = "Figures and tables of the sources, computed again";
constexpr const char* former_title = "What the sources show, computed anew";

void write_file(const std::filesystem::path& path, const std::string& contents) {
  OutputFile file(path.string());
  file.write(contents);
  file.commit();
}

// Called before anything is written.
void require_gnuplot() {
  drawn({.panels = {{.curves = {{.x = {0, 1}, .y = {0, 1}}}}}}, FigureFormat::svg);
}

// Does not replace a page that invdyn did not write.
void refuse_foreign(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return;
  const std::string page = read_text_file(path.string());
  if (page.find(title) == std::string::npos && page.find(former_title) == std::string::npos)
    throw Error(path.string(),
                "is there and is no page of invdyn's: expected another folder, or none of that name");
}

}  // namespace

const std::vector<Reproduction>& reproductions() {
  static const std::vector<Reproduction> all{
      {"sasaki1990", "Sasaki 1990: torques of a six-link manipulator", "003", write_sasaki1990, 12},
      {"lee1982", "Lee, Chung, Mudge and Turney 1982: computed torque control of a PUMA", "002",
       write_lee1982, 11},
      {"angeles", "Angeles, chapter 7: costs of the algorithms", "004", write_angeles, 5},
      {"choreonoid", "The Choreonoid text: the sample loop", "000", write_choreonoid, 6},
      {"craig", "The article after Craig: forces and moments link by link", "001", write_craig, 3},
  };
  return all;
}

std::vector<std::filesystem::path> reproduce(const std::vector<Reproduction>& sources,
                                             const std::filesystem::path& folder,
                                             const ReproductionReport& report, const std::string& maker) {
  refuse_foreign(folder / "index.html");
  refuse_foreign(folder / "index.md");
  require_gnuplot();
  Page page(title);
  std::vector<std::filesystem::path> files;
  const std::string version = maker.empty() ? "" : " of " + maker;
  std::size_t done = 0, all = 0;
  for (const Reproduction& source : sources) all += source.parts;
  for (const Reproduction& source : sources) {
    if (report.begin) report.begin(source);
    page.section(std::string(source.title), "`invdyn reproduce " + std::string(source.name) + "`" + version);
    Chapter chapter(page, folder, std::string(source.name), [&] {
      if (report.part) report.part(++done, all);
    });
    source.write(chapter);
    const std::vector<std::filesystem::path> written = chapter.written();
    files.insert(files.end(), written.begin(), written.end());
  }
  page.section("About this page", "");
  page.paragraph(
      "`invdyn reproduce` computed all numbers and drew all figures. Figures and tables of a source keep its "
      "numbering, and the others have a name. Captions are ours. Units are SI, and angles are in degrees "
      "where "
      "the text says so. The page shows up to four digits. The CSV files have all digits.");
  page.paragraph(
      "Each verdict follows from the numbers of this run. A claim with several cases holds in part if it "
      "holds "
      "in some of them. A claim about costs holds if both counts are equal, and in part if both differ by at "
      "most 10 %. Equivalent equations give equal torques if they differ by less than 1e-9 N m.");
  std::vector<std::string> numbers;
  for (const Reproduction& source : sources) numbers.emplace_back(source.source);
  add_errata(page, numbers);
  page.references();
  write_file(files.emplace_back(folder / "index.md"), page.markdown());
  write_file(files.emplace_back(folder / "index.html"), page.html());
  return files;
}

}  // namespace invdyn
