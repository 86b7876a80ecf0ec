#include "reproduction.h"

#include "../../ground/base/error.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/output_files/output_file.h"
#include "../figure/gnuplot.h"

namespace invdyn {
namespace {

// Called before anything is written.
void require_gnuplot() {
  drawn({.panels = {{.curves = {{.x = {0, 1}, .y = {0, 1}}}}}}, FigureFormat::svg);
}

// Does not replace a page that invdyn did not write.
void refuse_foreign(const std::filesystem::path& path) {
  if (std::filesystem::exists(path) &&
      read_text_file(path.string()).find(first_page_title) == std::string::npos)
    throw Error(
        path.string(),
        "exists and is not a page of invdyn: expected another folder, or a name that does not exist yet");
}

}  // namespace

const std::vector<Reproduction>& reproductions() {
  static const std::vector<Reproduction> all{
      {"sasaki1990", "Sasaki 1990: torques of a six-link manipulator", write_sasaki1990, 12},
      {"lee1982", "Lee, Chung, Mudge and Turney 1982: computed torque control of a PUMA", write_lee1982, 11},
      {"angeles", "Angeles, chapter 7: costs of the algorithms", write_angeles, 5},
      {"choreonoid", "The Choreonoid text: the sample loop", write_choreonoid, 6},
      {"craig", "An article on Craig's method: forces and moments of each link", write_craig, 3},
  };
  return all;
}

std::vector<std::filesystem::path> reproduce(const std::vector<Reproduction>& sources,
                                             const std::filesystem::path& folder,
                                             const ReproductionReport& report, const std::string& program) {
  const std::filesystem::path first = folder / "index.html";
  refuse_foreign(first);
  std::size_t done = 0, all = 0;
  for (const Reproduction& source : sources) {
    refuse_foreign(folder / source.name / "index.html");
    all += source.parts;
  }
  require_gnuplot();
  std::vector<Page> pages;
  std::vector<std::filesystem::path> files;
  for (const Reproduction& source : sources) {
    if (report.begin) report.begin(source);
    Chapter chapter(std::string(source.title), folder / source.name, [&] {
      if (report.part) report.part(++done, all);
    });
    source.write(chapter);
    chapter.file("HTML", "index.html",
                 chapter.page().html("`invdyn reproduce " + std::string(source.name) + "`, " + program));
    pages.push_back(std::move(chapter.page()));
    const std::vector<std::filesystem::path> written = chapter.written();
    files.insert(files.end(), written.begin(), written.end());
  }
  OutputFile file(files.emplace_back(first).string());
  file.write(first_page(pages, all));
  file.commit();
  return files;
}

}  // namespace invdyn
