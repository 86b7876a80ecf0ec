#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data_identity.h"

namespace invdyn {

// A `.npy` file has no names for its columns. They stand in a JSON file beside it, of its whole name and
// `.json`: beside motion.npy, motion.npy.json is
// {"columns": ["t", "q_shoulder", "q_elbow"]}
// Beside an array of ours it also has `data`, which tells that array from others (data_identity.h).

/// `motion.npy.json` for `motion.npy`.
std::string npy_columns_path(const std::string& npy_path);

/// The names of the columns of an array of so many, in their order. Throws Error with file and JSON pointer
/// where the file beside it is missing, is no such JSON, or does not name each column once; and where it has
/// `data`, which is not this array.
std::vector<std::string> read_npy_columns(const std::string& npy_path, std::size_t count,
                                          const DataIdentity& array);

/// The text of such a file beside an array; `data` where it is known. Throws Error for a name that is no
/// UTF-8.
std::string npy_columns_text(const std::vector<std::string>& names,
                             const std::optional<DescribedData>& data = {});

}  // namespace invdyn
