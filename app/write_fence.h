#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <set>

namespace invdyn {

/// The places that a command may write to by its line: the folders of its output files, those behind symbolic
/// links too, as a file is written under another name beside its target; its output folders, or where one is
/// to be made, the nearest that is there; devices and pipes themselves; /dev/null. From options marked by
/// mark() alone, so one that is not cannot write.
std::set<std::filesystem::path> written_by(const CLI::App& command);

/// From here on, the process and its children can write, make and remove files beneath these places alone,
/// and what is open already; they can read everything. By Landlock (Linux 5.13), without it nothing happens.
/// Before the first thread begins, as it holds for the calling one and those that it starts. May be called
/// again, and then narrows what is left.
void fence_writes(const std::set<std::filesystem::path>& places);

}  // namespace invdyn
