#include "report_argument.h"

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "output_ending.h"

namespace invdyn {

void ReportArgument::add_to(CLI::App& command, const std::string& contents) {
  refuse_foreign_ending_of_folder(
      mark(command.add_option("--report", folder,
                              "Output folder for a report page. DIR/index.html is one file with " + contents +
                                  ". The folder is made if it does not exist"),
           Decides::folder))
      ->type_name("DIR")
      ->group(group::output);
}

void ReportArgument::expect_place(const std::vector<std::string>& outputs, const ProtectedFiles& kept) const {
  if (!is_wanted()) return;
  if (const auto replaced = kept.replaced_by(file()))
    throw UsageError("--report", "is " + *replaced + ": expected another folder");
  for (const std::string& other : outputs)
    if (!other.empty() && place_of(file()) == place_of(other))
      throw UsageError(
          "--report",
          "is " + other + ", which is also the place of another output: expected a different folder");
}

}  // namespace invdyn
