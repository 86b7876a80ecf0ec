#pragma once

#include <string>
#include <vector>

namespace invdyn {

/// The pages and headings of the manual that have words beginning with all of the given ones, as text: first
/// pages with them in the title or in headings, then others, by the number of such words in them. Upper and
/// lower case are the same, and so are endings such as -ing and -s. Empty if no page has them.
std::string found_in_manual(const std::vector<std::string>& words);

/// All words of the manual in lower case, the most frequent first.
std::vector<std::string> words_of_manual();

}  // namespace invdyn
