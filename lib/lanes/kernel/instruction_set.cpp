#include "instruction_set.h"

#include <cstdlib>
#include <string>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

// Whether processor and system have a feature. The C library asked the processor when the program started. To
// ask again takes 24 us on a virtual machine, because each question goes to its host. Before version 2.34 the
// C library tells nothing.
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>) && __has_include(<bits/platform/x86.h>)
#ifdef __clang__
#define _Bool bool  // the C library's header needs it, and clang's <stdbool.h> has it only with extensions
#endif
#include <sys/platform/x86.h>
#define HAS(name, gcc_name) CPU_FEATURE_ACTIVE(name)
#else
#define HAS(name, gcc_name) __builtin_cpu_supports(gcc_name)
#endif

namespace invdyn {
namespace {

constexpr std::string_view names[] = {"plain", "sse2", "avx2", "avx512", "avx512ifma"};

bool is_available(InstructionSet set) {
#ifdef __x86_64__
  switch (set) {
    case InstructionSet::plain:
    case InstructionSet::sse2:
      return true;
    case InstructionSet::avx2:
      return HAS(AVX2, "avx2") && HAS(FMA, "fma") && HAS(BMI1, "bmi");
    case InstructionSet::avx512:
      return is_available(InstructionSet::avx2) && HAS(AVX512F, "avx512f") && HAS(AVX512DQ, "avx512dq") &&
             HAS(AVX512VL, "avx512vl");
    case InstructionSet::avx512ifma:
      return is_available(InstructionSet::avx512) && HAS(AVX512_IFMA, "avx512ifma") &&
             HAS(AVX512BW, "avx512bw") && HAS(AVX512_VBMI2, "avx512vbmi2");
  }
#endif
  return set == InstructionSet::plain;
}
#undef HAS

}  // namespace

std::string_view name_of(InstructionSet set) {
  return names[static_cast<std::size_t>(set)];
}

std::vector<InstructionSet> built_instruction_sets() {
#ifdef __x86_64__
  return {InstructionSet::plain, InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512,
          InstructionSet::avx512ifma};
#else
  return {InstructionSet::plain};
#endif
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> result;
  for (const InstructionSet set : built_instruction_sets())
    if (is_available(set)) result.push_back(set);
  return result;
}

InstructionSet chosen_instruction_set() {
  const std::vector<InstructionSet> available = available_instruction_sets();
  const char* wish = std::getenv("INVDYN_ISA");
  if (!wish || *wish == '\0') return available.back();
  std::vector<std::string> known;
  for (const InstructionSet set : available) {
    if (name_of(set) == wish) return set;
    known.emplace_back(name_of(set));
  }
  throw UsageError("INVDYN_ISA",
                   "is " + in_quotes(wish) +
                       ": expected an instruction set of this program and processor: " + joined(known));
}

Kernel kernel_for(InstructionSet set) {
  switch (set) {
#ifdef __x86_64__
    case InstructionSet::sse2:
      return sse2_kernel();
    case InstructionSet::avx2:
      return avx2_kernel();
    case InstructionSet::avx512:
    case InstructionSet::avx512ifma:
      return avx512_kernel();
#endif
    default:
      return plain_kernel();
  }
}

}  // namespace invdyn
