#include "batch_arguments.h"

#include <utility>

#include "base/error.h"
#include "base/wording.h"
#include "command_line.h"

namespace invdyn {

void BatchArguments::add_to(CLI::App& command) {
  command.add_option("TRAJECTORY", paths,
                     "CSV files, or .npy arrays with the columns' names beside them in FILE.npy.json; - for "
                     "standard input, CSV (the default); several need --output-dir");
  mark(command.add_option(
           "-o,--output", output,
           "File to write, - for standard output (the default); FILE.npy is written as an array"),
       Decides::file)
      ->type_name("FILE");
  mark(command.add_option(
           "--output-dir", folder,
           "Folder to write into, each result under its trajectory's name; made if it is not there"),
       Decides::folder)
      ->type_name("DIR");
  // The names in it are those of outputs.
  mark(command.add_option(
           "--files-from", list,
           "Trajectories listed in a file, one path per line (or before NUL bytes); - for standard input"),
       Decides::fate)
      ->type_name("LIST");
  mark(command.add_flag("--resume", resume,
                        "Skip outputs that are complete, of these settings, this version and these files, as "
                        "OUTPUT.run.json beside each tells, which is written too"),
       Decides::fate);
  mark(command.add_flag("--in-place", in_place,
                        "Let -o be the trajectory itself, which is replaced at the end"),
       Decides::fate);
}

bool BatchArguments::is_batch() const {
  if (!folder.empty() && !output.empty())
    throw UsageError("--output", "does not go with --output-dir: expected one of them");
  if (folder == "-")
    throw UsageError("--output-dir", "is -: expected a folder, as there are many files to write");
  if (!folder.empty() && paths.empty() && list.empty())
    throw UsageError("--output-dir", "has no files to go with: expected some, or --files-from LIST");
  if (folder.empty() && !list.empty())
    throw UsageError("--files-from",
                     "is for many files: expected --output-dir DIR, the folder to write into");
  if (folder.empty() && paths.size() > 1)
    throw UsageError("TRAJECTORY", "is " + std::to_string(paths.size()) + " files, " +
                                       invdyn::in_quotes(paths[0]) + ", " + invdyn::in_quotes(paths[1]) +
                                       (paths.size() > 2 ? ", ..." : "") +
                                       ": expected one, or --output-dir DIR, the folder to write into");
  if (resume && folder.empty() && (output.empty() || output == "-"))
    throw UsageError("--resume", "has no file that may be complete: expected --output or --output-dir");
  if (in_place && resume)
    throw UsageError("--in-place",
                     "does not go with --resume, as the output is another input than it was made from: "
                     "expected one of them");
  if (in_place && (!folder.empty() || file().input == "-" || file().output == "-"))
    throw UsageError("--in-place", "is for one file that is trajectory and --output: expected both");
  return !folder.empty();
}

std::vector<BatchFile> BatchArguments::files(ProtectedFiles kept) const {
  std::vector<std::string> inputs = paths;
  kept.add(list, "the list " + list);
  if (!list.empty())
    for (std::string& path : paths_listed_in(list)) inputs.push_back(std::move(path));
  return batch_files(inputs, folder, std::move(kept), resume);
}

BatchFile BatchArguments::file() const {
  return {paths.empty() ? "-" : paths.front(), output.empty() ? "-" : output};
}

void BatchArguments::expect_kept(ProtectedFiles kept) const {
  const auto [input, path] = file();
  if (in_place && place_of(input) != place_of(path))
    throw UsageError("--in-place",
                     "is given, and --output is " + path + ": expected the trajectory " + input);
  if (!in_place) kept.add_input(input);
  if (const auto replaced = kept.replaced_by(path, resume))
    throw UsageError("--output", "is " + *replaced + ": expected another file" +
                                     (place_of(input) == place_of(path) ? ", or --in-place" : ""));
}

}  // namespace invdyn
