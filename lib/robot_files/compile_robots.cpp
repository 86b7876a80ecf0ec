// Part of the build: writes shipped_robots.cpp, the robots and their schema as parts of the library.
//   compile_robots SCHEMA ROBOT...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "robot_bytes.h"

namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  if (!(text << std::ifstream(file).rdbuf())) throw invdyn::Error(file, "cannot be read");
  return text.str();
}

// Compilers may refuse longer literals than 65536 bytes; no robot comes near.
std::string literal(const std::string& text) {
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
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
