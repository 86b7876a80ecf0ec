#pragma once

#include <CLI/CLI.hpp>

namespace invdyn {

// Refuse names of outputs that ask for a format of another program, such as motion.xlsx. The text has the
// name to use. Return the option.

/// Of a table, written as text, CSV or JSON.
CLI::Option* refuse_foreign_ending_of_table(CLI::Option* option);
/// Of rows, written as CSV or as an array.
CLI::Option* refuse_foreign_ending_of_rows(CLI::Option* option);
/// Of a page in HTML.
CLI::Option* refuse_foreign_ending_of_page(CLI::Option* option);
/// Of a robot, written as JSON.
CLI::Option* refuse_foreign_ending_of_robot(CLI::Option* option);
/// Of a folder.
CLI::Option* refuse_foreign_ending_of_folder(CLI::Option* option);

}  // namespace invdyn
