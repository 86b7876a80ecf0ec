#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace invdyn {

/// Distinguishes versions of a file by its size and the CRC-32 of a sample of its bytes. The sample is the
/// whole file up to 8 KiB; for larger files, 16 blocks of 512 bytes, spread evenly from first to last byte. A
/// file that describes another one (names of columns, settings) identifies it under the key `data`:
/// {"file": "reach.npy", "size": 1624, "sample_crc32": "0d4a1185"}
struct DataIdentity {
  std::uint64_t size = 0;
  std::uint32_t sample_crc32 = 0;
  bool operator==(const DataIdentity&) const = default;
};

/// `read_at` fills the memory with the bytes from an offset on.
DataIdentity identity_of(
    std::size_t size, const std::function<void(std::size_t offset, char* into, std::size_t size)>& read_at);
/// The identity of a regular, readable file; else none.
std::optional<DataIdentity> identity_of_file(const std::string& path);

/// A data file, as identified in its description.
struct DescribedData {
  std::string file;  ///< relative to the folder of its description
  DataIdentity identity;
  std::int64_t modified_ns = 0;  ///< since 1970
};

/// Whether this text is JSON and its `data` matches the present file; paths are relative to the folder.
bool describes_its_data(const std::string& text, const std::string& folder);

}  // namespace invdyn
