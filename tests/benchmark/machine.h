#pragma once

#include <string>

namespace invdyn::bench {

/// On what was measured, and when: processor, cores, instruction set, compiler, date and load at the start.
std::string machine_description();

/// The kind of file system that a folder lies on: `tmpfs`, `disk`.
std::string storage_of(const std::string& folder);

}  // namespace invdyn::bench
