#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <set>

namespace invdyn {

/// The places that a command may write to: the folders of its output files, also after symbolic links, as a
/// file is first written under another name next to its target; its output folders, or the nearest existing
/// parent of a folder to be made; devices and pipes themselves; /dev/null. They come only from options marked
/// by mark(), so a command cannot write to the place of an unmarked option.
std::set<std::filesystem::path> written_by(const CLI::App& command);

/// From now on, the process and its children can write, make and remove files only below these places, and in
/// files that are already open. They can read everything. Uses Landlock (Linux 5.13); without it nothing
/// happens. Call it before the first thread starts, as it holds for the calling thread and threads started by
/// it. A second call narrows the places further.
void fence_writes(const std::set<std::filesystem::path>& places);

}  // namespace invdyn
