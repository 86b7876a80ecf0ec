#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace invdyn {

/// The page with lists of options as they are defined. They replace the text between the markers
/// `<!-- options: invdyn torque -->` and `<!-- end of options -->`. A text stands once: that of an option of
/// several pages between the markers of `<!-- options: shared -->`, that of an option of several commands of
/// a page in the list of the first of them. Other lists have the option's name.
std::string with_option_lists(const CLI::App& program, const std::string& page);

}  // namespace invdyn
