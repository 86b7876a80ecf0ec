#include "reproduction.h"

#include "../base/error.h"
#include "../document/read_text_file.h"
#include "../figure/gnuplot.h"
#include "../output/output_file.h"

namespace invdyn {
namespace {

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
void refuse_foreign(const std::filesystem::path& path, const std::string& ours) {
  if (std::filesystem::exists(path) && read_text_file(path.string()).find(ours) == std::string::npos)
    throw Error(path.string(),
                "is there and is no page of invdyn's: expected another folder, or none of that name");
}

constexpr const char* title = "What the sources show, computed anew";

}  // namespace

const std::vector<Reproduction>& reproductions() {
  static const std::vector<Reproduction> all{
      {"sasaki1990", "Sasaki 1990: torques of a six-link manipulator", write_sasaki1990, 12},
      {"lee1982", "Lee, Chung, Mudge and Turney 1982: computed torque control of a PUMA", write_lee1982, 11},
      {"angeles", "Angeles, chapter 7: what the algorithms cost", write_angeles, 5},
      {"choreonoid", "The Choreonoid text: the sample loop", write_choreonoid, 6},
      {"craig", "The article after Craig: forces and moments link by link", write_craig, 3},
  };
  return all;
}

void reproduce(const std::vector<Reproduction>& sources, const std::filesystem::path& folder,
               const ReproductionReport& report, const std::string& maker) {
  refuse_foreign(folder / "index.html", title);
  refuse_foreign(folder / "index.md", title);
  require_gnuplot();
  Page page(title);
  page.paragraph(
      "Made by `invdyn reproduce`. Figures and tables of a source bear its numbers, what goes beyond it has "
      "a name; captions are ours. What a source does not say had to be assumed: each assumption is named, "
      "with how much it changes the result. Misprints that had to be mended are in `lib/ERRATA.md`, each "
      "with its proof. The curves' points, the motions and the tables lie beside this page as CSV. Units are "
      "SI; angles are in degrees where that is said.");
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
  }
  write_file(folder / "index.md", page.markdown());
  write_file(folder / "index.html", page.html());
}

}  // namespace invdyn
