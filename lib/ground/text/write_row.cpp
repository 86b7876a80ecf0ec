#include "write_row.h"

namespace invdyn {

char* write_row(char* out, std::span<const double> fields) {
  bool first = true;
  for (const double field : fields) {
    if (!first) *out++ = ',';
    first = false;
    out = write_shortest(out, field);
  }
  *out++ = '\n';
  return out;
}

}  // namespace invdyn
