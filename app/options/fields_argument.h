#pragma once

#include <map>
#include <string>
#include <vector>

namespace invdyn {

/// Values by their names.
using Fields = std::map<std::string, std::string>;

/// The fields of an option's text, with blanks between them, such as `fx=1 fz=-10`: each of `keys` once at
/// the most. The values of the keys `with_blanks` may have blanks in them, and go on up to the next word with
/// a sign. `example` is a field for messages. Throws UsageError.
Fields fields_argument(const std::string& option, const std::string& text,
                       const std::vector<std::string>& keys, const std::string& example,
                       const std::vector<std::string>& with_blanks = {});

}  // namespace invdyn
