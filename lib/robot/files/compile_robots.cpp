// Part of the build: writes shipped_robots.cpp, the robots and their schema as parts of the library.
//   compile_robots SCHEMA ROBOT...
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "../../ground/base/error.h"
#include "robot_bytes.h"

namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  if (!(text << std::ifstream(file).rdbuf())) throw invdyn::Error(file, "cannot be read");
  return text.str();
}

std::string literal(const std::string& text) {
  constexpr std::size_t max_size = 65000;  // compilers may refuse longer literals than 65536 bytes
  if (text.size() > max_size) throw std::length_error("a text has more than 65000 bytes");
  return "R\"json(" + text + ")json\"";
}

std::string octal(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += digits;
  }
  return text;
}

std::string entry(const std::filesystem::path& file) {
  const std::string text = text_of(file);
  const invdyn::DescribedRobot robot = invdyn::describe_json_robot(text, file);
  invdyn::robot_as_described(robot, [](const std::string& warning) {
    throw std::runtime_error(warning + ": expected a shipped robot without warnings");
  });
  const std::string bytes = invdyn::robot_bytes(robot);
  return "    {\"" + file.stem().string() + "\", " + literal(text) + ",\n     {\"" + octal(bytes) + "\", " +
         std::to_string(bytes.size()) + "}},\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw std::invalid_argument("expected the schema and robots");
    std::string robots;
    for (int i = 2; i < argc; ++i) robots += entry(argv[i]);
    std::cout << "// Written by compile_robots from robots/*.json.\n"
                 "#include \"robot_files/read.h\"\n"
                 "#include \"robot_files/template.h\"\n\n"
                 "namespace invdyn {\n\n"
                 "std::span<const ShippedRobot> shipped_robots() {\n"
                 "  static constexpr ShippedRobot robots[] = {\n"
              << robots
              << "  };\n"
                 "  return robots;\n"
                 "}\n\n"
                 "std::string_view robot_schema() {\n  return "
              << literal(text_of(argv[1]))
              << ";\n}\n\n"
                 "}  // namespace invdyn\n";
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
  } catch (const std::exception& error) {
    std::cerr << "compile_robots: " << error.what() << '\n';
    return 1;
  }
}
