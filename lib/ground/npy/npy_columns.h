#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data_identity.h"

namespace invdyn {

// A `.npy` file has no names for its columns. They are in a JSON file with its full name and `.json`: for
// motion.npy, motion.npy.json is
// {"columns": ["t", "q_shoulder", "q_elbow"]}
// For an array of ours it also has `data`, which identifies the array (data_identity.h).

/// `motion.npy.json` for `motion.npy`.
std::string npy_columns_path(const std::string& npy_path);

/// The names of the `count` columns of an array, in order. Throws Error with file and JSON pointer if the
/// JSON file is missing, is invalid, or does not name each column once. Also throws Error if its `data` is
/// another array.
std::vector<std::string> read_npy_columns(const std::string& npy_path, std::size_t count,
                                          const DataIdentity& array);

/// The text of such a file for an array; `data` if it is known. Throws Error for a name that is not UTF-8.
std::string npy_columns_text(const std::vector<std::string>& names,
                             const std::optional<DescribedData>& data = {});

}  // namespace invdyn
