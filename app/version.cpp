#include "version.h"

#include <sys/auxv.h>

#include <zlib.h>
#include <zstd.h>
#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <nlohmann/json_fwd.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

#include "ground/base/wording.h"
#include "lanes/kernel/instruction_set.h"

namespace invdyn {
namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

std::string compiler() {
#ifdef __clang__
  return "clang++ " + dotted(__clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return "g++ " + dotted(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string c_library() {
#ifdef __GLIBC__
  return std::string("glibc ") + ::gnu_get_libc_version();
#else
  return "not glibc";
#endif
}

std::string cxx_library() {
#ifdef _GLIBCXX_RELEASE
  return "libstdc++ " + std::to_string(_GLIBCXX_RELEASE);
#else
  return "libc++ " + std::to_string(_LIBCPP_VERSION);
#endif
}

// Libraries that the program contains or links: those that may be shared by what is loaded, if they tell it,
// the others by the headers that it was compiled with.
std::vector<std::string> libraries() {
  constexpr int boost = BOOST_VERSION, pugi = PUGIXML_VERSION;
  return {
      "Boost " + dotted(boost / 100000, boost / 100 % 1000, boost % 100),
      "CLI11 " CLI11_VERSION,
      "Eigen " + dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
      "fast-cpp-csv-parser",  // its header states no version
      "nlohmann/json " +
          dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
      "pugixml " + std::to_string(pugi / 1000) + '.' + std::to_string(pugi / 10 % 100),
      "Qhull " + std::string(qh_version).substr(0, std::string(qh_version).find(".r")),
      "three.js " INVDYN_THREE_VERSION,
      "yaml-cpp " INVDYN_YAML_CPP_VERSION,
      std::string("zlib ") + ::zlibVersion(),
      std::string("zstd ") + ::ZSTD_versionString(),
  };
}

// Not known when it is compiled: packages link the same objects in both ways. A static program has no loader.
bool is_static() {
  return ::getauxval(AT_BASE) == 0;
}

std::string instruction_sets() {
  std::vector<std::string> built;
  for (const InstructionSet set : built_instruction_sets()) built.emplace_back(name_of(set));
  return std::string(name_of(chosen_instruction_set())) + " (in the program: " + joined(built) + ")";
}

}  // namespace

std::string version_text() {
  return "invdyn " INVDYN_VERSION "\ncompiler: " + compiler() +
         ", " INVDYN_BUILD_TYPE "\nprocessor: " INVDYN_PROCESSOR "\ninstruction set: " + instruction_sets() +
         "\nC and C++ library: " + c_library() + ", " + cxx_library() + ", linked " +
         (is_static() ? "statically" : "dynamically") + "\nlibraries: " + joined(libraries());
}

}  // namespace invdyn
