#pragma once

#include <string>
#include <vector>

#include "name_reading.h"

namespace invdyn {

/// The lines to type, for an error: `has joint numbers in place of joint names: expected `map`
/// q0=shoulder,...`. `first`: mappings to stand before the others, such as that of the time; `last`: behind
/// them, with the options that they need. Empty: there is no reading.
std::string offer_text(const std::vector<NameReading>& readings, const std::vector<ColumnMapping>& first,
                       const std::vector<ColumnMapping>& last = {}, const std::string& options = "");

/// A list for `map`, in quotes if a shell needs them.
std::string mapping_text(const std::vector<ColumnMapping>& mappings);

}  // namespace invdyn
