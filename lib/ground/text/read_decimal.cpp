#include "read_decimal.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <system_error>

#include "decimal_scan.h"

namespace invdyn {
namespace {

/// Reads numbers that scan_decimal() does not decide. std::from_chars() accepts no plus sign, accepts inf and
/// nan, and accepts the 1 of `1e`.
const char* read_undecided(const char* at, const char* end, double& value) {
  const char* from = at;
  if (from != end && *from == '+') ++from;
  const char* first = from;
  if (first == at && first != end && *first == '-') ++first;
  if (first == end || !(decimal::is_digit(*first) || *first == '.')) return nullptr;
  double number = 0;
  const auto [stop, fault] = std::from_chars(from, end, number);
  if (fault != std::errc{} || (stop != end && (*stop == 'e' || *stop == 'E'))) return nullptr;
  value = number;
  return stop;
}

}  // namespace

const char* read_decimal(const char* at, const char* end, double& value) {
  const char* stop = nullptr;
  const std::ptrdiff_t size = end - at;
  if (size >= scanned_characters) {
    stop = scan_decimal(at, value);
  } else if (size > 0) {
    std::array<char, scanned_characters> text{};
    std::memcpy(text.data(), at, static_cast<std::size_t>(size));
    stop = scan_decimal(text.data(), value);
    if (stop != nullptr) stop = at + (stop - text.data());
  }
  return stop != nullptr ? stop : read_undecided(at, end, value);
}

}  // namespace invdyn
