#include "renamed_options.h"

#include "command_line.h"

namespace invdyn {
namespace {

constexpr struct {
  const char *command, *former, *present;
} renamed[] = {
    {"invdyn plot", "--from", "--window FROM:TO"},
    {"invdyn plot", "--to", "--window FROM:TO"},
    {"invdyn plot", "--by", "--panels"},
    {"invdyn plot", "--turning", "--revolute"},
    {"invdyn generate line", "--by", "--displacement"},
    {"invdyn generate trapezoid", "--robot",
     "an argument: expected ROBOT without --robot, as in invdyn generate trapezoid ROBOT"},
    {"invdyn generate cubic", "--robot",
     "an argument: expected ROBOT without --robot, as in invdyn generate cubic ROBOT"},
    {"invdyn generate quintic", "--robot",
     "an argument: expected ROBOT without --robot, as in invdyn generate quintic ROBOT"},
    {"invdyn generate s-curve", "--robot",
     "an argument: expected ROBOT without --robot, as in invdyn generate s-curve ROBOT"},
    {"invdyn simulate", "--velocity", "--measured-velocity"},
    {"invdyn simulate", "--tolerance", "--integration-tolerance"},
    {"invdyn robot convert", "--to", "--format"},
    {"invdyn robot convert", "--mend-inertia", "--correct-inertia"},
    {"invdyn robot", "repair",
     "check, which says what is wrong, and convert --correct-inertia, which writes the nearest possible "
     "inertia"},
};

}  // namespace

std::string renamed_option(const CLI::App& command, const std::string& former) {
  const std::string name = full_name(command), option = former.substr(0, former.find('='));
  for (const auto& each : renamed)
    if (name == each.command && option == each.former) return each.present;
  return "";
}

}  // namespace invdyn
