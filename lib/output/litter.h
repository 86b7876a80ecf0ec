#pragma once

#include <string>

namespace invdyn {

/// Clears a folder of what runs left there that were killed (unfinished_files.h), the first time that this
/// process asks: temporary files are removed; of files that were being put in place together, those steps are
/// completed, or taken back. Only regular files of the own user count. The files of runs that are alive stay,
/// and so do those on file systems without locks. In a folder of very many files, some may be passed over.
void clear_litter_once(const std::string& folder);

}  // namespace invdyn
