#pragma once

namespace invdyn {

/// The longest text of a double, such as -1.7976931348623157e+308.
constexpr int longest_shortest = 24;
/// What write_shortest() may write on, behind the text too.
constexpr int shortest_room = 40;

/// Writes the shortest decimal text from which `value` reads back, as std::to_chars(first, last, value) does:
/// plain notation, or scientific where that is shorter; of the shortest the one nearest to `value`. Returns
/// the place behind the text. `value` is finite; from `out` there is room for shortest_room characters, all
/// of which may change.
char* write_shortest(char* out, double value);

}  // namespace invdyn
