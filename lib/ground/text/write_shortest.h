#pragma once

namespace invdyn {

/// The longest text of a double, such as -1.7976931348623157e+308.
constexpr int longest_shortest = 24;
/// The size of the memory that write_shortest() needs; it may also write after the text.
constexpr int shortest_room = 40;

/// Writes the shortest decimal text that reads back as `value`, like std::to_chars(first, last, value): plain
/// notation, or scientific if that is shorter; among the shortest, the nearest one to `value`. Returns the
/// place after the text. `value` must be finite. `out` must have room for shortest_room characters; all of
/// them may change.
char* write_shortest(char* out, double value);

}  // namespace invdyn
