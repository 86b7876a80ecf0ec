#include "mesh_content.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "../../ground/base/error.h"

namespace invdyn {
namespace {

std::string mebibytes(std::uintmax_t bytes) {
  return std::to_string((bytes >> 20) + (bytes % (1u << 20) != 0)) + " MiB";
}

}  // namespace

std::string file_identity(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path;
  return std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino);
}

std::string MeshContents::read(const std::string& path, std::size_t max) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) throw Error(path, "no such file: expected the mesh");
  const std::uintmax_t size = std::filesystem::file_size(path, fault);
  if (fault) throw Error(path, "cannot be read: " + fault.message());
  if (size > max) throw Error(path, "has " + mebibytes(size) + ": expected at most " + mebibytes(max));
  if (size > max_bytes_of_all - bytes_of_all_)
    throw Error(path, "this file and the mesh files before it have more than " + mebibytes(max_bytes_of_all) +
                          " in total: expected fewer or smaller files");
  bytes_of_all_ += size;
  std::string content(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(content.data(), static_cast<std::streamsize>(size)))
    throw Error(path, "cannot be read: expected a file that can be read");
  return content;
}

}  // namespace invdyn
