#pragma once

#include <string>

namespace invdyn {

/// What --version prints: the version, then compiler, processor, instruction sets and libraries, a line each.
/// The same program prints the same, apart from the instruction set, which depends on the processor and
/// INVDYN_ISA. Throws UsageError if INVDYN_ISA has no usable instruction set.
std::string version_text();

}  // namespace invdyn
