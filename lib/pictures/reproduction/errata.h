#pragma once

#include <string>
#include <vector>

#include "page.h"

namespace invdyn {

/// The anchor of a source's errata on the page, by its number such as `003`.
std::string errata_anchor(const std::string& source);

/// Adds the section of lib/ERRATA.md with the misprints of these sources.
void add_errata(Page& page, const std::vector<std::string>& sources);

}  // namespace invdyn
