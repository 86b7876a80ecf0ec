#include "xacro.h"

#include <filesystem>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/process/program.h"

namespace invdyn {

namespace {

// xacro takes every word with this sign for an argument, a file name too (xacro/cli.py).
constexpr const char* assigned = ":=";

std::vector<std::string> words_of(const std::string& path, const std::vector<std::string>& arguments) {
  if (path.find(assigned) != std::string::npos)
    throw Error(path, "its path contains \":=\", so xacro reads it as an argument: expected another name");
  std::vector<std::string> words{"xacro", path.starts_with('-') ? "./" + path : path};
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    words.push_back(argument.substr(0, equals) + assigned + argument.substr(equals + 1));
  }
  return words;
}

// It need not keep compiled Python beside the modules that a robot uses.
std::vector<std::string> environment_of_xacro() {
  const std::string no_bytecode = "PYTHONDONTWRITEBYTECODE=";
  std::vector<std::string> variables = environment_variables();
  std::erase_if(variables, [&](const std::string& variable) { return variable.starts_with(no_bytecode); });
  variables.push_back(no_bytecode + "1");
  return variables;
}

// The error of a program that cannot be started names the program.
ProgramResult run(const ProgramCall& call, const std::string& path) {
  try {
    return run_program(call);
  } catch (const Error& error) {
    throw Error(path, error.what() + std::string(": expected a program that can be executed"));
  }
}

[[noreturn]] void fail_to_expand(const std::string& path, const ProgramResult& result,
                                 std::chrono::seconds time_limit) {
  using End = ProgramResult::End;
  const std::string said = ": " + in_one_line(result.messages);
  switch (result.end) {
    case End::not_found:
      throw Error(
          path,
          "is a xacro file, but PATH has no program xacro that works: install xacro, which is part of ROS "
          "(without ROS: pipx install xacro), or run xacro on another computer and use its output: " +
              xacro_command(path));
    case End::too_large:
      throw Error(path, "xacro writes more than " + std::to_string(max_text_file_bytes >> 20) +
                            " MiB, which is the limit for a robot's file: expected a smaller robot");
    case End::too_slow:
      throw Error(path, "xacro has not finished after " + std::to_string(time_limit.count()) +
                            " s, so it was stopped" + said +
                            ": expected a file that xacro expands in less time");
    case End::signalled:
      throw Error(path, "xacro was ended by signal " + std::to_string(result.number) + said);
    case End::exited:
      break;
  }
  throw Error(path, "xacro failed with code " + std::to_string(result.number) + said +
                        ": expected a file that xacro can expand (--xacro-arg NAME=VALUE sets an argument)");
}

// xacro ignores an argument that no file declares: a slip of the pen gives another robot without a word.
void warn_of_unknown(const std::string& path, const std::vector<std::string>& arguments, const Warn& warn) {
  if (arguments.empty()) return;
  const std::string text = read_text_file(path);
  for (const std::string& argument : arguments)
    if (const std::string name = argument.substr(0, argument.find('=')); text.find(name) == std::string::npos)
      warn(path + ": does not contain the xacro argument " + in_quotes(name) +
           ". The argument has an effect only if an included file declares it");
}

}  // namespace

std::string xacro_command(const std::string& path) {
  const std::string name = std::filesystem::path(path).stem();
  return "xacro " + path + " > " + name + (name.ends_with(".urdf") ? "" : ".urdf");
}

bool is_xacro_name(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == ".xacro";
}

bool has_xacro(const std::string& text) {
  for (const char* sign : {"xacro:", "${", "$("})
    if (text.find(sign) != std::string::npos) return true;
  return false;
}

std::string expanded_by_xacro(const std::string& path, const std::vector<std::string>& arguments,
                              const Warn& warn, std::chrono::seconds time_limit) {
  warn_of_unknown(path, arguments, warn);
  ProgramResult result = run({.words = words_of(path, arguments),
                              .environment = environment_of_xacro(),
                              .max_output = max_text_file_bytes,
                              .time_limit = time_limit},
                             path);
  if (!result.is_success()) fail_to_expand(path, result, time_limit);
  if (result.output.empty()) throw Error(path, "xacro wrote nothing: expected URDF");
  if (!result.messages.empty()) warn(path + ": xacro says: " + in_one_line(result.messages));
  return std::move(result.output);
}

}  // namespace invdyn
