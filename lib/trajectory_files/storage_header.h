#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// What OpenSim's storage and motion files (.sto, .mot) say in front of their columns' names: a line with a
/// name, then keys with values, as `nRows=153` or `datarows 153`, and whatever other text, up to `endheader`.
/// OpenSim User's Guide, "Storage (.sto) Files" and "Motion (.mot) Files".
struct StorageHeader {
  std::optional<std::size_t> rows, columns;  ///< `nRows`, `nr` or `datarows`; `nColumns`, `nc`, `datacolumns`
  std::optional<bool> in_degrees;  ///< `inDegrees=yes`, or before there was that: `Angles are in degrees.`

  /// Whether the line is `endheader`.
  static bool is_end(std::string_view line);
  /// Whether a text whose first or second line this is has such a header: a key above, `version`, or the end.
  static bool is_mark(std::string_view line);
  /// Takes a line into account. Returns what is wrong with it, empty for nothing.
  std::string take(std::string_view line);
};

}  // namespace invdyn
