#pragma once

#include <string>

namespace invdyn {

/// Removes files that killed runs left in a folder (unfinished_files.h), on the first call of this process
/// for it. Temporary files are removed. Files that were being put in place together are completed, or taken
/// back. Only regular files of the same user are touched. Files of living runs stay, and files on file
/// systems without locks. In a folder of very many files, some may be missed.
void clear_litter_once(const std::string& folder);

}  // namespace invdyn
