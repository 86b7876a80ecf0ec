#pragma once

#include <string>

namespace invdyn {

/// Cleans a folder of the files that killed runs left there (unfinished_files.h); only the first call of a
/// process for a folder does this. Temporary files are removed. If several files were being put in place
/// together, this is completed or undone. Only regular files of the same user are touched. Files of active
/// runs stay, and files on file systems without locks. In a folder of very many files, some may be missed.
void clear_litter_once(const std::string& folder);

}  // namespace invdyn
