#include "target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "support/temporary_folder.h"

namespace invdyn::fuzz {

std::string file_with(const std::string& name, std::string_view text) {
  static const test::TemporaryFolder folder;
  return folder.write(name, std::string(text));
}

void expect_same(const std::string& actual, const std::string& expected, const std::string& what) {
  if (actual == expected) return;
  std::fprintf(stderr, "%s\n--- expected\n%s\n--- actual\n%s\n", what.c_str(), expected.c_str(),
               actual.c_str());
  std::abort();
}

}  // namespace invdyn::fuzz

// The function that libFuzzer calls with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    invdyn::fuzz::take({reinterpret_cast<const char*>(data), size});
  } catch (const invdyn::Error&) {
    // The input is refused, as in the program.
  }
  return 0;
}
