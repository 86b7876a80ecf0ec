#pragma once

#include <string_view>
#include <vector>

#include "kernel.h"

namespace invdyn {

/// What the kernel is compiled for. The torques are the same bits with each.
enum class InstructionSet { plain, sse2, avx2, avx512 };

std::string_view name_of(InstructionSet set);

/// Those that this program was built with and this processor has, from the narrowest on.
std::vector<InstructionSet> available_instruction_sets();

/// The widest available, or the one that the environment variable INVDYN_ISA names. Throws UsageError for a
/// name that is none, or is not available.
InstructionSet chosen_instruction_set();

/// It must be available.
Kernel kernel_for(InstructionSet set);

}  // namespace invdyn
