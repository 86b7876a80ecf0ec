#include "batch_arguments.h"

#include <algorithm>
#include <utility>

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/run_record.h"
#include "robot/files/read.h"
#include "trajectory/files/formats.h"
#include "trajectory_arguments.h"

namespace invdyn {

void BatchArguments::add_to(CLI::App& command) {
  command.add_option(
      "TRAJECTORY", paths,
      std::string(trajectory_text) +
          " (default). For an array FILE.npy, FILE.npy.json has the names of its columns. Several files "
          "need --output-dir");
  add_row_output_option(command, output);
  mark(rare(command.add_flag("--in-place", in_place,
                             "Let -o replace the trajectory itself. The file is replaced at the end")),
       Decides::fate)
      ->group(group::output);
  mark(command.add_option(
           "--output-dir", folder,
           "Folder for the outputs, one for each trajectory. Each output has the name of its trajectory. "
           "The folder is made if it does not exist"),
       Decides::folder)
      ->type_name("DIR")
      ->group(group::batch);
  // The names in it are the names of outputs.
  mark(command.add_option(
           "--files-from", list,
           "File that lists trajectories, one path per line. Paths may end with NUL bytes instead of line "
           "ends. - for standard input"),
       Decides::fate)
      ->type_name("LIST")
      ->group(group::batch);
  mark(rare(command.add_flag(
           "--resume", resume,
           "Skip outputs that are already complete. An output is skipped if the record beside "
           "it, OUTPUT.run.json, names the same settings, version and input files. --resume "
           "also writes these records")),
       Decides::fate)
      ->group(group::batch);
}

void BatchArguments::expect_sensible() const {
  if (!folder.empty() && !output.empty())
    throw UsageError(
        "--output",
        "give --output or --output-dir, not both (to write the table of --summary to a file, give --summary "
        "--format csv > FILE)");
  if (folder == "-")
    throw UsageError("--output-dir", "is -: expected a folder, because there are many files to write");
  if (!folder.empty() && paths.empty() && list.empty())
    throw UsageError("--output-dir",
                     "is given without a trajectory: expected trajectories, or --files-from LIST");
  if (folder.empty() && !list.empty())
    throw UsageError("--files-from",
                     "is for many files: expected --output-dir DIR, the folder to write into");
  if (folder.empty() && paths.size() > 1)
    throw UsageError(
        "TRAJECTORY",
        "is " + std::to_string(paths.size()) + " files, " + invdyn::in_quotes(paths[0]) + ", " +
            invdyn::in_quotes(paths[1]) + (paths.size() > 2 ? ", ..." : "") +
            ": expected one file. For several files, give --output-dir DIR, the folder to write into");
  if (resume && folder.empty() && (output.empty() || output == "-"))
    throw UsageError("--resume", "needs output files: expected --output or --output-dir");
  if (in_place && resume)
    throw UsageError(
        "--in-place",
        "give --in-place or --resume, not both: --in-place replaces the trajectory, so --resume cannot check "
        "whether the trajectory has changed");
  if (in_place && (!folder.empty() || file().input == "-" || file().output == "-"))
    throw UsageError("--in-place", "needs exactly one trajectory file, and -o with the name of this file");
}

std::vector<BatchFile> BatchArguments::files(ProtectedFiles kept) const {
  std::vector<std::string> inputs = paths;
  kept.add(list, "the list " + list);
  if (!list.empty()) {
    std::vector<std::string> listed = paths_listed_in(list);
    if (!listed.empty() && std::none_of(listed.begin(), listed.end(), is_file))
      throw UsageError("--files-from",
                       "is " + list + ", but none of its lines is the name of a file (a line is " +
                           invdyn::in_quotes(listed.front()) + "): expected one path per line. If " + list +
                           " is a trajectory, leave out --files-from");
    for (std::string& path : listed) inputs.push_back(std::move(path));
  }
  return batch_files(inputs, folder, name_of_results, std::move(kept), resume);
}

BatchFile BatchArguments::file() const {
  return {paths.empty() ? "-" : paths.front(), output.empty() ? "-" : output,
          resume ? run_record_path(output) : ""};
}

void BatchArguments::expect_kept(ProtectedFiles kept) const {
  const std::string input = file().input, path = file().output;
  if (in_place && place_of(input) != place_of(path))
    throw UsageError("--in-place", "needs --output with the name of the trajectory: expected --output " +
                                       input + ", not --output " + path);
  if (!in_place) kept.add_input(input);
  if (const auto replaced = kept.replaced_by(path, resume))
    throw UsageError("--output", "is " + *replaced + ": expected another file" +
                                     (place_of(input) == place_of(path) ? ", or --in-place" : ""));
}

}  // namespace invdyn
