#pragma once

#include <cstdio>
#include <exception>

namespace invdyn::bench {

/// The main function of a rival: ROBOT, TRAJECTORY and OUTPUT are its arguments.
inline int run_rival(int argc, char** argv, void (*run)(const char*, const char*, const char*)) {
  if (argc != 4) return 2;
  try {
    run(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace invdyn::bench
