#pragma once

#include <string>

#include "terminal.h"

namespace invdyn {

/// Throws UsageError if data that nobody reads as text would go to a terminal: standard output, for `-` or no
/// name. `what`: `the page is HTML`. The message has the line of the run with `-o FILE`.
void expect_no_terminal(const std::string& output, const std::string& what, const std::string& file,
                        const Terminal& terminal);

}  // namespace invdyn
