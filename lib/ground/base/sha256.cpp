// SHA-256 of FIPS 180-4 in its symbols: a to h, K, W, and the functions of section 4.1.2. Processors with the
// SHA extensions of x86 compute the same five times as fast.
#include "sha256.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace invdyn {
namespace {

using State = std::array<std::uint32_t, 8>;

// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         std::uint32_t{bytes[3]};
}

// Section 6.2.2.
void take_block(State& state, const unsigned char* block) {
  std::uint32_t W[64];
  for (int t = 0; t < 16; ++t) W[t] = big_endian(block + 4 * t);
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t sigma0 = std::rotr(W[t - 15], 7) ^ std::rotr(W[t - 15], 18) ^ W[t - 15] >> 3;
    const std::uint32_t sigma1 = std::rotr(W[t - 2], 17) ^ std::rotr(W[t - 2], 19) ^ W[t - 2] >> 10;
    W[t] = sigma1 + W[t - 7] + sigma0 + W[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int t = 0; t < 64; ++t) {
    const std::uint32_t Sigma1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t Sigma0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t Ch = (e & f) ^ (~e & g), Maj = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t T1 = h + Sigma1 + Ch + K[t] + W[t], T2 = Sigma0 + Maj;
    h = g, g = f, f = e, e = d + T1, d = c, c = b, b = a, a = T1 + T2;
  }
  const State last{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += last[i];
}

void take_blocks(State& state, const unsigned char* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += 64) take_block(state, blocks);
}

#ifdef __x86_64__

bool has_sha_extensions() {
  constexpr unsigned sse41 = 1u << 19, sha = 1u << 29;  // CPUID: leaf 1 in ecx, leaf 7 in ebx
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & sse41) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & sha) != 0;
}

// The instructions hold the state as two vectors, {f, e, b, a} and {h, g, d, c} from the lowest word on, and
// four words of W in each vector.
__attribute__((target("sha,sse4.1"))) void take_blocks_fast(State& state, const unsigned char* blocks,
                                                            std::size_t count) {
  const auto word = [](std::uint32_t value) { return static_cast<int>(value); };
  __m128i abef = _mm_set_epi32(word(state[0]), word(state[1]), word(state[4]), word(state[5]));
  __m128i cdgh = _mm_set_epi32(word(state[2]), word(state[3]), word(state[6]), word(state[7]));
  const __m128i byte_order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i W[16];
    for (int i = 0; i < 16; ++i) {
      if (i < 4)
        W[i] =
            _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks + 16 * i)), byte_order);
      else
        W[i] = _mm_sha256msg2_epu32(
            _mm_add_epi32(_mm_sha256msg1_epu32(W[i - 4], W[i - 3]), _mm_alignr_epi8(W[i - 1], W[i - 2], 4)),
            W[i - 1]);
      const __m128i WK = _mm_add_epi32(W[i], _mm_load_si128(reinterpret_cast<const __m128i*>(K + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, WK);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(WK, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  alignas(16) std::uint32_t feba[4], hgdc[4];
  _mm_store_si128(reinterpret_cast<__m128i*>(feba), abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(hgdc), cdgh);
  state = {feba[3], feba[2], hgdc[3], hgdc[2], feba[1], feba[0], hgdc[1], hgdc[0]};
}

// Asked at the first use, as a virtual machine takes microseconds for each question.
auto chosen_take_blocks() {
  static const auto chosen = has_sha_extensions() ? take_blocks_fast : take_blocks;
  return chosen;
}

#else

auto chosen_take_blocks() {
  return take_blocks;
}

#endif

}  // namespace

void Sha256::add(std::string_view bytes) {
  if (bytes.empty()) return;  // they may have no address, which memcpy() needs
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  const std::size_t filled = size_ % block_size;
  size_ += left;
  if (filled > 0) {
    const std::size_t taken = std::min(left, block_size - filled);
    std::memcpy(rest_.data() + filled, from, taken);
    from += taken;
    left -= taken;
    if (filled + taken < block_size) return;
    chosen_take_blocks()(state_, rest_.data(), 1);
  }
  chosen_take_blocks()(state_, from, left / block_size);
  if (left % block_size > 0)
    std::memcpy(rest_.data(), from + left / block_size * block_size, left % block_size);
}

// Section 5.1.1: a one bit, zeros, and the number of bits in the last 8 bytes of a block.
std::string Sha256::hex() const {
  Sha256 padded = *this;
  std::string padding(1, '\x80');
  padding.append((2 * block_size - 1 - 8 - size_ % block_size) % block_size, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) padding += static_cast<char>(size_ * 8 >> shift & 0xff);
  padded.add(padding);
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint32_t word : padded.state_)
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[word >> shift & 0xf];
  return text;
}

std::optional<std::string> sha256_of_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // do not wait for a pipe
  if (file < 0) return {};
  struct stat status {};
  bool is_read = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  std::vector<char> piece(1 << 16);
  Sha256 hash;
  for (std::uint64_t left = is_read ? static_cast<std::uint64_t>(status.st_size) : 0; left > 0;) {
    const ssize_t count = ::read(file, piece.data(), std::min<std::uint64_t>(left, piece.size()));
    if (count < 0 && errno == EINTR) continue;
    is_read = count > 0;
    if (!is_read) break;
    hash.add({piece.data(), static_cast<std::size_t>(count)});
    left -= static_cast<std::uint64_t>(count);
  }
  ::close(file);
  if (!is_read) return {};
  return hash.hex();
}

}  // namespace invdyn
