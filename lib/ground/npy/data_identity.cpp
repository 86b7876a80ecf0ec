#include "data_identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "data_json.h"

namespace invdyn {
namespace {

constexpr std::size_t block_size = 512, max_blocks = 16;

bool fill(int file, std::size_t offset, char* into, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::pread(file, into, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    offset += static_cast<std::size_t>(count);
    into += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

DataIdentity identity_of(
    std::size_t size, const std::function<void(std::size_t offset, char* into, std::size_t size)>& read_at) {
  boost::crc_32_type crc;
  std::vector<char> bytes(std::min(size, block_size * max_blocks));
  if (size == bytes.size()) {
    read_at(0, bytes.data(), bytes.size());
  } else {
    const std::size_t last = size - block_size;
    for (std::size_t i = 0; i < max_blocks; ++i)
      read_at(last / (max_blocks - 1) * i + last % (max_blocks - 1) * i / (max_blocks - 1),
              bytes.data() + i * block_size, block_size);
  }
  crc.process_bytes(bytes.data(), bytes.size());
  return {size, crc.checksum()};
}

std::optional<DataIdentity> identity_of_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // do not wait for a pipe
  if (file < 0) return {};
  struct stat status {};
  bool is_read = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  DataIdentity identity;
  if (is_read)
    identity = identity_of(static_cast<std::size_t>(status.st_size),
                           [&](std::size_t offset, char* into, std::size_t size) {
                             is_read = is_read && fill(file, offset, into, size);
                           });
  ::close(file);
  if (!is_read) return {};
  return identity;
}

nlohmann::ordered_json data_json(const DescribedData& data) {
  char crc[9];
  std::snprintf(crc, sizeof crc, "%08x", static_cast<unsigned>(data.identity.sample_crc32));
  return {{"file", data.file}, {"size", data.identity.size}, {"sample_crc32", crc}};
}

std::optional<DataIdentity> identity_in(const nlohmann::json& data) {
  if (!data.is_object() || !data.contains("size") || !data.contains("sample_crc32")) return {};
  const nlohmann::json &size = data["size"], &crc = data["sample_crc32"];
  if (!size.is_number_unsigned() || !crc.is_string()) return {};
  DataIdentity identity{size.get<std::uint64_t>(), 0};
  const std::string& digits = crc.get_ref<const std::string&>();
  const auto [end, fault] =
      std::from_chars(digits.data(), digits.data() + digits.size(), identity.sample_crc32, 16);
  if (fault != std::errc() || end != digits.data() + digits.size()) return {};
  return identity;
}

bool describes_its_data(const std::string& text, const std::string& folder) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("data")) return false;
  const nlohmann::json& data = document["data"];
  const auto identity = identity_in(data);
  if (!identity || !data.contains("file") || !data["file"].is_string()) return false;
  const std::filesystem::path file = data["file"].get<std::string>();  // an absolute path does not change
  return identity_of_file((std::filesystem::path(folder) / file).string()) == identity;
}

}  // namespace invdyn
