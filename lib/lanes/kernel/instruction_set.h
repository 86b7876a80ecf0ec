#pragma once

#include <string_view>
#include <vector>

#include "kernel.h"

namespace invdyn {

/// The instruction sets that the kernel or the conversion of text is compiled for. All give the same output,
/// byte by byte. avx2 includes FMA and BMI; avx512 is F, DQ and VL; avx512ifma is what processors with IFMA
/// have since Ice Lake and Zen 4.
enum class InstructionSet { plain, sse2, avx2, avx512, avx512ifma };

std::string_view name_of(InstructionSet set);

/// The instruction sets that this program was built with, the narrowest first.
std::vector<InstructionSet> built_instruction_sets();

/// The instruction sets that this program was built with and this processor has, the narrowest first.
std::vector<InstructionSet> available_instruction_sets();

/// The widest available, or the one that the environment variable INVDYN_ISA names. Throws UsageError for an
/// unknown or unavailable name.
InstructionSet chosen_instruction_set();

/// The kernel for `set`, which must be available.
Kernel kernel_for(InstructionSet set);

}  // namespace invdyn
