#pragma once

#include <string>
#include <vector>

namespace invdyn {

/// Throws UsageError if data that nobody reads as text would go to a terminal: standard output, for `-`.
/// `what`: `the page is HTML`. `line`: the words to type instead, after `invdyn`; they write a file.
void expect_no_terminal(const std::string& output, const std::string& what,
                        const std::vector<std::string>& line);

}  // namespace invdyn
