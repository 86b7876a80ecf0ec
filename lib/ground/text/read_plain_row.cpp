#include "read_plain_row.h"

#include "decimal_scan.h"
#include "read_decimal.h"

namespace invdyn {
namespace {

inline const char* behind_blanks(const char* at, const char* end) {
  while (at != end && (*at == ' ' || *at == '\t')) ++at;
  return at;
}

// The separator is a compile-time constant, so that the loop does not test it at each number.
template <Separator separator>
[[gnu::always_inline]] inline bool read_row(const char*& at, const char* end, std::span<double> fields) {
  constexpr bool is_blanks = separator == Separator::blanks;
  const char* place = at;
  if constexpr (is_blanks) place = behind_blanks(place, end);
  bool first = true;
  for (double& field : fields) {
    if constexpr (is_blanks) {
      if (!first && (place == end || (*place != ' ' && *place != '\t'))) return false;
      place = behind_blanks(place, end);
    } else {
      if (!first && (place == end || *place++ != static_cast<char>(separator))) return false;
    }
    first = false;
    const char* stop = end - place >= scanned_characters ? scan_decimal(place, field) : nullptr;
    if (stop == nullptr) stop = read_decimal(place, end, field);
    if (stop == nullptr) return false;
    place = stop;
  }
  if constexpr (is_blanks) place = behind_blanks(place, end);
  if (place != end && *place == '\r') ++place;
  if (place == end || *place != '\n') return false;
  at = place + 1;
  return true;
}

}  // namespace

bool read_row_with_commas(const char*& at, const char* end, std::span<double> fields) {
  return read_row<Separator::comma>(at, end, fields);
}

bool read_row_with_others(const char*& at, const char* end, std::span<double> fields, Separator separator) {
  switch (separator) {
    case Separator::comma:
      break;
    case Separator::semicolon:
      return read_row<Separator::semicolon>(at, end, fields);
    case Separator::tab:
      return read_row<Separator::tab>(at, end, fields);
    case Separator::blanks:
      return read_row<Separator::blanks>(at, end, fields);
  }
  return read_row_with_commas(at, end, fields);
}

}  // namespace invdyn
