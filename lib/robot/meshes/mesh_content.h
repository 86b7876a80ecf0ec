#pragma once

#include <cstddef>
#include <string>

namespace invdyn {

/// The same for all names of a file, links too.
std::string file_identity(const std::string& path);

/// Reads mesh files as bytes, up to limits for each and for all of a robot.
class MeshContents {
 public:
  static constexpr std::size_t max_bytes = 64u << 20, max_bytes_of_all = 256u << 20;

  /// Throws Error with the path if it is no regular file, cannot be read, or exceeds a limit.
  std::string read(const std::string& path, std::size_t max = max_bytes);

 private:
  std::size_t bytes_of_all_ = 0;
};

}  // namespace invdyn
