#include "read_plain_row.h"

#include "decimal_scan.h"
#include "read_decimal.h"

namespace invdyn {

bool read_plain_row(const char*& at, const char* end, std::span<double> fields) {
  const char* place = at;
  bool first = true;
  for (double& field : fields) {
    if (!first && (place == end || *place++ != ',')) return false;
    first = false;
    const char* stop = end - place >= scanned_characters ? scan_decimal(place, field) : nullptr;
    if (stop == nullptr) stop = read_decimal(place, end, field);
    if (stop == nullptr) return false;
    place = stop;
  }
  if (place != end && *place == '\r') ++place;
  if (place == end || *place != '\n') return false;
  at = place + 1;
  return true;
}

}  // namespace invdyn
