#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// The header of OpenSim's storage and motion files (.sto, .mot), before the names of their columns: a line
/// with a name, then keys with values (`nRows=153` or `datarows 153`) and any other text, up to `endheader`.
/// OpenSim User's Guide, "Storage (.sto) Files" and "Motion (.mot) Files".
struct StorageHeader {
  std::optional<std::size_t> rows, columns;  ///< `nRows`, `nr` or `datarows`; `nColumns`, `nc`, `datacolumns`
  std::optional<bool> in_degrees;            ///< `inDegrees=yes`, or in older files `Angles are in degrees.`

  /// Whether the line is `endheader`.
  static bool is_end(std::string_view line);
  /// Whether this first or second line of a text shows such a header: a key above, `version`, or the end.
  static bool is_mark(std::string_view line);
  /// Reads a line of the header. Returns the error in it, or an empty text.
  std::string take(std::string_view line);
};

}  // namespace invdyn
