// LZ4 Frame Format Description 1.6.4 and LZ4 Block Format Description, github.com/lz4/lz4, doc/. xxHash fast
// digest algorithm 0.1.1, XXH32, github.com/Cyan4973/xxHash, doc/.
#include "lz4_frame.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "byte_cursor.h"

namespace invdyn {
namespace {

constexpr std::uint32_t frame_magic = 0x184D2204;

// XXH32 with the seed 0.
std::uint32_t checksum_of(std::string_view bytes) {
  constexpr std::uint32_t prime[] = {0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1};
  ByteCursor in(bytes);
  constexpr std::size_t stripe = 16;
  std::uint32_t sum = prime[4];
  if (bytes.size() >= stripe) {
    std::uint32_t lanes[] = {prime[0] + prime[1], prime[1], 0, 0 - prime[0]};
    for (; in.rest().size() >= stripe; in.take_bytes(stripe))
      for (std::size_t i = 0; i < std::size(lanes); ++i) {
        const auto word = load_bytes<std::uint32_t>(in.rest().data() + 4 * i, std::endian::little);
        lanes[i] = std::rotl(lanes[i] + word * prime[1], 13) * prime[0];
      }
    sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
  }
  sum += static_cast<std::uint32_t>(bytes.size());
  while (in.rest().size() >= 4) sum = std::rotl(sum + in.take<std::uint32_t>() * prime[2], 17) * prime[3];
  while (!in.rest().empty()) sum = std::rotl(sum + in.take<std::uint8_t>() * prime[4], 11) * prime[0];
  sum = (sum ^ (sum >> 15)) * prime[1];
  sum = (sum ^ (sum >> 13)) * prime[2];
  return sum ^ (sum >> 16);
}

// A length of 15 goes on in further bytes, up to one that is not 255.
std::size_t whole_length(std::size_t length, ByteCursor& in) {
  if (length != 15) return length;
  for (std::uint8_t more = 255; more == 255 && !in.has_failed(); length += more)
    more = in.take<std::uint8_t>();
  return length;
}

// A block is a row of sequences: literals, then a copy of text that came before. The last one has no copy.
// The text before the block may be copied too, from `begin` on. Returns null if the data are damaged, and
// `end` if the text is longer.
char* unpack_block(std::string_view block, const char* begin, char* out, char* end) {
  for (ByteCursor in(block);;) {
    const auto token = in.take<std::uint8_t>();
    const std::string_view literals = in.take_bytes(whole_length(token >> 4, in));
    if (in.has_failed()) return nullptr;
    if (literals.size() > static_cast<std::size_t>(end - out)) return end;
    if (!literals.empty()) std::memcpy(out, literals.data(), literals.size());
    out += literals.size();
    if (in.rest().empty()) return out;
    const auto distance = in.take<std::uint16_t>();
    constexpr std::size_t shortest_copy = 4;
    const std::size_t length = whole_length(token & 15, in) + shortest_copy;
    if (in.has_failed() || distance == 0 || distance > out - begin) return nullptr;
    if (length > static_cast<std::size_t>(end - out)) return end;
    for (const char *from = out - distance, *const stop = from + length; from != stop;) *out++ = *from++;
  }
}

// The same for a block as it is.
char* copy_block(std::string_view block, char* out, char* end) {
  if (block.size() > static_cast<std::size_t>(end - out)) return end;
  if (!block.empty()) std::memcpy(out, block.data(), block.size());
  return out + block.size();
}

}  // namespace

std::optional<char*> unpack_lz4_frame(std::string_view data, char* out, char* end) {
  char* const begin = out;
  ByteCursor in(data);
  if (in.take<std::uint32_t>() != frame_magic) return std::nullopt;
  const char* const descriptor = in.rest().data();
  const auto flags = in.take<std::uint8_t>();
  constexpr std::uint8_t version_mask = 0xC0, version = 0x40, has_block_checksums = 0x10, has_size = 0x08,
                         has_checksum = 0x04, has_dictionary = 0x01;
  if ((flags & version_mask) != version || (flags & has_dictionary) != 0) return std::nullopt;
  in.take<std::uint8_t>();  // the greatest size of a block
  const bool states_size = (flags & has_size) != 0;
  const std::uint64_t size = states_size ? in.take<std::uint64_t>() : 0;
  const std::size_t descriptor_size = states_size ? 10 : 2;
  if (in.take<std::uint8_t>() !=
      (checksum_of({descriptor, in.has_failed() ? 0 : descriptor_size}) >> 8 & 255))
    return std::nullopt;
  while (const auto head = in.take<std::uint32_t>()) {
    constexpr std::uint32_t is_plain = 0x80000000;
    const std::string_view block = in.take_bytes(head & ~is_plain);
    if ((flags & has_block_checksums) != 0 && in.take<std::uint32_t>() != checksum_of(block))
      return std::nullopt;
    if (in.has_failed()) return std::nullopt;
    out = (head & is_plain) != 0 ? copy_block(block, out, end) : unpack_block(block, begin, out, end);
    if (!out) return std::nullopt;
    if (out == end) return end;
  }
  const std::string_view text(begin, static_cast<std::size_t>(out - begin));
  if ((flags & has_checksum) != 0 && in.take<std::uint32_t>() != checksum_of(text)) return std::nullopt;
  if (in.has_failed() || (states_size && size != text.size())) return std::nullopt;
  return out;
}

}  // namespace invdyn
