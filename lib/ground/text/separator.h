#pragma once

namespace invdyn {

/// The separator of fields in a row of text. For `blanks`, any number of blanks and tabs separates once; at
/// the ends of a line they separate nothing.
enum class Separator : char { comma = ',', semicolon = ';', tab = '\t', blanks = ' ' };

}  // namespace invdyn
