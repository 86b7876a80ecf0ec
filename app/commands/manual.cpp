#include "options/arguments.h"
#include "options/command_line.h"
#include "output/output_file.h"

namespace invdyn {
namespace {

// Text as roff has it: no escapes, hyphens that can be copied, no line that is a request.
std::string roff(const std::string& text) {
  std::string result;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    begins = c == '\n';
  }
  return result;
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(const std::string& text) {
  return "\\fI" + roff(text) + "\\fR";
}

// `invdyn torque ROBOT [TRAJECTORY ...] [OPTIONS]`
std::string synopsis(const CLI::App& command) {
  std::string text = bold(full_name(command));
  bool has_options = false;
  for (const CLI::Option* option : command.get_options()) {
    has_options |= !option->get_positional() && option != command.get_help_ptr();
    if (!option->get_positional()) continue;
    const std::string name = italic(option->get_name(true)) + (takes_several(*option) ? " ..." : "");
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return text + (has_options ? " [" + italic("OPTIONS") + "]" : "");
}

// `-o, --output FILE`
std::string heading(const CLI::Option& option) {
  if (option.get_positional()) return italic(option.get_name(true));
  std::string text;
  for (const std::string& name : names_of(option)) text += (text.empty() ? "" : ", ") + bold(name);
  return text + (takes_value(option) ? " " + italic(option.get_type_name()) : "");
}

std::string section_of(const CLI::App& command) {
  std::string text = ".SS " + synopsis(command) + "\n" + roff(command.get_description()) + ".\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr()) continue;
    text += ".TP\n" + heading(*option) + "\n" + roff(option->get_description());
    if (!option->get_default_str().empty()) text += " (default: " + roff(option->get_default_str()) + ")";
    text += ".\n";
  }
  const std::string footer = command.get_footer();
  if (!footer.empty() && footer != command.get_parent()->get_footer())
    text += ".PP\n.nf\n" + roff(footer) + "\n.fi\n";
  return text;
}

std::string manual_page(const CLI::App& program) {
  std::string text =
      ".\\\" Written by `invdyn manual` from the definitions of its options.\n"
      ".TH INVDYN 1 \"\" \"invdyn " INVDYN_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\ninvdyn \\- joint torques from the shell\n.SH SYNOPSIS\n";
  for (const CLI::App* command : commands_of(program)) text += synopsis(*command) + "\n.br\n";
  text += bold("invdyn") + " [" + italic("COMMAND") + "] " + bold("--help") + "\n.br\n" +
          bold("invdyn --version") +
          "\n"
          ".SH DESCRIPTION\n"
          "Reads the description of a robot and a trajectory of its joints, and writes the torques that the "
          "motion\n"
          "takes, row by row. Commands around it generate trajectories, size motors, simulate controllers "
          "and draw.\n"
          ".PP\n"
          "Quantities are in SI units: rad, m, s, kg, N, N m. Data goes to standard output or where "
          "\\fB\\-\\-output\\fR says,\n"
          "all else to standard error. An output file is there whole or not at all.\n"
          ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program)) text += section_of(*command);
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nDone.\n"
      ".TP\n1\nWhat was read is wrong, or something failed.\n"
      ".TP\n2\nThe command line is wrong.\n"
      ".TP\n3\nA limit was exceeded, of which the command was to tell.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBNO_COLOR\\fR\nWhere it is set and not empty, nothing is printed in colour.\n"
      ".TP\n\\fBINVDYN_ISA\\fR\nThe instruction set to compute with, plain, sse2, avx2 or avx512, in place "
      "of the best that\n"
      "the processor has. The output is the same.\n"
      ".TP\n\\fBSLURM_CPUS_PER_TASK\\fR\nHow many threads to use where \\fB\\-\\-threads\\fR is not "
      "given.\n";
  return text;
}

}  // namespace

Command add_manual_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("manual", "Print the manual page, for man");
  command->footer("Example:\n  invdyn manual | man -l -");
  return {command, [&program](Terminal&) {
            OutputFile out("-");
            out.write(manual_page(program));
            out.commit();
            return static_cast<int>(done);
          }};
}

}  // namespace invdyn
