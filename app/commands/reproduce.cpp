#include <algorithm>
#include <filesystem>
#include <memory>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "options/arguments.h"
#include "options/output_ending.h"
#include "pictures/reproduction/reproduction.h"
#include "sidecar.h"

namespace invdyn {
namespace {

struct ReproduceOptions {
  std::string source, folder;
  SidecarArgument sidecar;
  bool quiet = false;
};

std::vector<std::string> source_names() {
  std::vector<std::string> names{"all"};
  for (const Reproduction& source : reproductions()) names.emplace_back(source.name);
  return names;
}

std::string about_sources() {
  std::string names, titles;
  for (const Reproduction& source : reproductions()) {
    names += (names.empty() ? "" : ", ") + std::string(source.name);
    titles += (titles.empty() ? "" : "; ") + std::string(source.title);
  }
  return names + " or all. In this order: " + titles;
}

// Throws UsageError for no source, with what each contains if the name is near none.
void expect_source(const std::string& name) {
  try {
    choice_argument("SOURCE", name, source_names());
  } catch (const UsageError& error) {
    if (std::string_view(error.what()).ends_with('?')) throw;
    std::string sources;
    for (const Reproduction& source : reproductions())
      sources +=
          (sources.empty() ? "" : ", ") + std::string(source.name) + " (" + std::string(source.title) + ")";
    throw UsageError("SOURCE", "is " + in_quotes(name) + ": expected all, or one of " + sources);
  }
}

std::vector<Reproduction> chosen_reproductions(const std::string& name) {
  if (name == "all") return reproductions();
  return {reproductions()[choice_argument("SOURCE", name, source_names()) - 1]};
}

// The sidecar replaces none of the files.
void expect_place(const SidecarArgument& sidecar, const std::string& folder) {
  sidecar.expect_place(folder, {});
  if (sidecar.path.empty() || sidecar.path == "-") return;
  const auto inside = std::filesystem::path(place_of(sidecar.path))
                          .lexically_relative(std::filesystem::path(place_of(folder)));
  if (!inside.empty() && *inside.begin() != "..")
    throw UsageError("--sidecar",
                     "is in " + folder + ", where the pages go: expected a file outside this folder");
}

// The pages in the folder that earlier runs wrote for other sources: the first page does not list them, as it
// depends on this run alone.
void tell_earlier(const std::vector<Reproduction>& now, const std::string& folder, Terminal& terminal) {
  std::vector<std::string> pages;
  for (const Reproduction& source : reproductions()) {
    const bool is_new = std::any_of(now.begin(), now.end(),
                                    [&](const Reproduction& each) { return each.name == source.name; });
    const std::filesystem::path page = std::filesystem::path(folder) / source.name / "index.html";
    if (!is_new && std::filesystem::is_regular_file(page)) pages.push_back(page.string());
  }
  if (pages.empty()) return;
  terminal.note("the first page lists only the sources of this run. The folder also has the page" +
                std::string(pages.size() > 1 ? "s of earlier runs: " : " of an earlier run: ") +
                joined(pages) + ". To list all sources, run invdyn reproduce all -o " + shell_word(folder));
}

int reproduce(const ReproduceOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.folder == "-")
    throw UsageError("--output", "is -: expected a folder, because there are many files to write");
  expect_place(options.sidecar, options.folder);
  Sidecar sidecar(options.sidecar, {});
  const std::vector<Reproduction> sources = chosen_reproductions(options.source);
  const auto files = invdyn::reproduce(
      sources, options.folder,
      {.begin = [&](const Reproduction& source) { terminal.note(std::string(source.title)); },
       .part =
           [&](std::size_t done, std::size_t all) {
             terminal.progress(done, static_cast<double>(done) / static_cast<double>(all),
                               "figures and tables");
           }},
      "invdyn " INVDYN_VERSION);
  terminal.end_progress();
  terminal.note("the first page is " + (std::filesystem::path(options.folder) / "index.html").string());
  tell_earlier(sources, options.folder, terminal);
  for (const std::filesystem::path& file : files) sidecar.add_output("output", file.string());
  sidecar.write(terminal);
  return done;
}

}  // namespace

Command add_reproduce_command(CLI::App& program) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command = program.add_subcommand(
      "reproduce",
      "Reproduce figures and tables of published sources. Each source gets a page with its figures, tables "
      "and numbers");
  offer_words(command->add_option("SOURCE", options->source, about_sources()), source_names())
      ->required()
      ->check([](const std::string& name) {  // before --output is missed
        expect_source(name);
        return std::string();
      });
  refuse_foreign_ending_of_folder(mark(command->add_option("-o,--output", options->folder,
                                                           "Output folder. It is made if it does not exist"),
                                       Decides::folder))
      ->type_name("DIR")
      ->group(group::output)
      ->required();
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer("Example:\n  invdyn reproduce sasaki1990 -o sasaki");
  return {command, [options](Terminal& terminal) { return reproduce(*options, terminal); }};
}

}  // namespace invdyn
