// LZ4 Frame Format Description 1.6.4 and LZ4 Block Format Description, github.com/lz4/lz4, doc/.
#include "lz4_frame.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "byte_cursor.h"

namespace invdyn {
namespace {

constexpr std::uint32_t frame_magic = 0x184D2204;

// A length of 15 goes on in further bytes, up to one that is not 255.
std::size_t whole_length(std::size_t length, ByteCursor& in) {
  if (length != 15) return length;
  for (std::uint8_t more = 255; more == 255 && !in.has_failed(); length += more)
    more = in.take<std::uint8_t>();
  return length;
}

// A block is a row of sequences: literals, then a copy of text that came before. The last one has no copy.
// The text before the block may be copied too, from `begin` on. Returns null if the data are damaged.
char* unpack_block(std::string_view block, const char* begin, char* out, const char* end) {
  for (ByteCursor in(block);;) {
    const auto token = in.take<std::uint8_t>();
    const std::string_view literals = in.take_bytes(whole_length(token >> 4, in));
    if (in.has_failed() || literals.size() > static_cast<std::size_t>(end - out)) return nullptr;
    if (!literals.empty()) std::memcpy(out, literals.data(), literals.size());
    out += literals.size();
    if (in.rest().empty()) return out;
    const auto distance = in.take<std::uint16_t>();
    constexpr std::size_t shortest_copy = 4;
    const std::size_t length = whole_length(token & 15, in) + shortest_copy;
    if (in.has_failed() || distance == 0 || distance > out - begin ||
        length > static_cast<std::size_t>(end - out))
      return nullptr;
    for (const char *from = out - distance, *const stop = from + length; from != stop;) *out++ = *from++;
  }
}

}  // namespace

std::optional<char*> unpack_lz4_frame(std::string_view data, char* out, const char* end) {
  const char* const begin = out;
  ByteCursor in(data);
  if (in.take<std::uint32_t>() != frame_magic) return std::nullopt;
  const auto flags = in.take<std::uint8_t>();
  constexpr std::uint8_t version_mask = 0xC0, version = 0x40, has_block_checksums = 0x10, has_size = 0x08,
                         has_dictionary = 0x01;
  if ((flags & version_mask) != version || (flags & has_dictionary) != 0) return std::nullopt;
  constexpr std::size_t block_size_and_checksum = 2, text_size = 8, checksum = 4;
  in.take_bytes(block_size_and_checksum + ((flags & has_size) != 0 ? text_size : 0));
  while (const auto head = in.take<std::uint32_t>()) {
    constexpr std::uint32_t is_plain = 0x80000000;
    const std::string_view block = in.take_bytes(head & ~is_plain);
    if (in.has_failed()) return std::nullopt;
    if ((head & is_plain) == 0) {
      out = unpack_block(block, begin, out, end);
      if (!out) return std::nullopt;
    } else {
      if (block.size() > static_cast<std::size_t>(end - out)) return std::nullopt;
      if (!block.empty()) std::memcpy(out, block.data(), block.size());
      out += block.size();
    }
    if ((flags & has_block_checksums) != 0) in.take_bytes(checksum);
  }
  if (in.has_failed()) return std::nullopt;
  return out;
}

}  // namespace invdyn
