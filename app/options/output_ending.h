#pragma once

#include <CLI/CLI.hpp>

namespace invdyn {

/// Refuses names of outputs that ask for a format of another program, such as motion.xlsx. The text has the
/// name to use. Returns the option.
CLI::Option* refuse_foreign_ending(CLI::Option* option);
/// The same for rows, which are written as CSV or as an array: names such as motion.json too.
CLI::Option* refuse_foreign_ending_of_rows(CLI::Option* option);
/// The same for a page in HTML: names such as page.txt too.
CLI::Option* refuse_foreign_ending_of_page(CLI::Option* option);

}  // namespace invdyn
