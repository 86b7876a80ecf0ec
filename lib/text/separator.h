#pragma once

namespace invdyn {

/// What stands between the fields of a row of text. Of `blanks`, blanks and tabs, any number separates once,
/// and those at the ends of a line separate nothing.
enum class Separator : char { comma = ',', semicolon = ';', tab = '\t', blanks = ' ' };

}  // namespace invdyn
