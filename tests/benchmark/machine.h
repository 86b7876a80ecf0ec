#pragma once

#include <string>

namespace invdyn::bench {

/// The conditions of the measurement: processor, cores, instruction set, compiler, date and load at the
/// start.
std::string machine_description();

/// The type of a folder's file system: `tmpfs`, `disk`.
std::string storage_of(const std::string& folder);

}  // namespace invdyn::bench
