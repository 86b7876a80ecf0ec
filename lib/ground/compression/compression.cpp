#include "compression.h"

#include <algorithm>

namespace invdyn {
namespace {

struct Ending {
  std::string_view text;
  Compression compression;
};
constexpr Ending endings[] = {
    {".gz", Compression::gzip}, {".zst", Compression::zstd}, {".zstd", Compression::zstd}};
constexpr std::string_view gzip_magic = "\x1f\x8b", zstd_magic = "\x28\xb5\x2f\xfd";
// A frame to skip, with which some writers begin, has any of sixteen bytes before these.
constexpr std::string_view skipped_frame_magic = "\x2a\x4d\x18";

bool ends_with(std::string_view path, std::string_view ending) {
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char wanted, char c) { return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == wanted; });
}

bool is_begin_of(std::string_view magic, std::string_view bytes) {
  const std::size_t common = std::min(magic.size(), bytes.size());
  return magic.substr(0, common) == bytes.substr(0, common);
}

// Of compressions that are not read. A header row may begin with BZh, so the mark of the first block counts
// too, after a digit.
constexpr std::string_view xz_magic =
                               "\xfd"
                               "7zXZ",
                           zip_magic = "PK\x03\x04", bzip2_magic = "BZh", bzip2_block = "1AY&SY";

bool may_become_unread(std::string_view first_bytes) {
  const bool may_be_bzip2 = is_begin_of(bzip2_magic, first_bytes) &&
                            first_bytes.size() < bzip2_magic.size() + 1 + bzip2_block.size();
  return may_be_bzip2 || (first_bytes.size() < xz_magic.size() && is_begin_of(xz_magic, first_bytes)) ||
         (first_bytes.size() < zip_magic.size() && is_begin_of(zip_magic, first_bytes));
}

}  // namespace

std::string_view name_of(Compression compression) {
  return compression == Compression::gzip ? "gzip" : "zstd";
}

std::string_view unpacking_command(Compression compression) {
  return compression == Compression::gzip ? "gunzip -k" : "unzstd";
}

Compression compression_in_name(std::string_view path) {
  for (const Ending& ending : endings)
    if (ends_with(path, ending.text)) return ending.compression;
  return Compression::none;
}

std::string_view without_compression_ending(std::string_view path) {
  for (const Ending& ending : endings)
    if (ends_with(path, ending.text)) return path.substr(0, path.size() - ending.text.size());
  return path;
}

std::optional<Compression> compression_of(std::string_view first_bytes) {
  if (first_bytes.empty()) return std::nullopt;
  const bool may_skip = first_bytes[0] >= '\x50' && first_bytes[0] <= '\x5f' &&
                        is_begin_of(skipped_frame_magic, first_bytes.substr(1));
  if (may_skip || is_begin_of(zstd_magic, first_bytes))
    return first_bytes.size() < zstd_magic.size() ? std::nullopt : std::optional(Compression::zstd);
  if (is_begin_of(gzip_magic, first_bytes))
    return first_bytes.size() < gzip_magic.size() ? std::nullopt : std::optional(Compression::gzip);
  if (may_become_unread(first_bytes)) return std::nullopt;
  return Compression::none;
}

std::optional<UnreadCompression> unread_compression_of(std::string_view first_bytes) {
  if (first_bytes.starts_with(xz_magic)) return UnreadCompression{"xz", "unxz -k"};
  if (first_bytes.starts_with(zip_magic)) return UnreadCompression{"zip", "unzip"};
  if (first_bytes.starts_with(bzip2_magic) && first_bytes.size() > bzip2_magic.size() &&
      first_bytes.substr(bzip2_magic.size() + 1).starts_with(bzip2_block))
    return UnreadCompression{"bzip2", "bunzip2 -k"};
  return std::nullopt;
}

}  // namespace invdyn
