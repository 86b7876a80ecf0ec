#pragma once

#include <thread>

namespace invdyn {

/// Moves a thread that has just begun to another core than the calling one's, if the process may use one;
/// where the thread goes afterwards is left to the system. Systems that begin a thread on its creator's core,
/// and look for idle cores every few milliseconds alone, would else let it wait for longer than a short run
/// takes.
void move_to_other_core(std::thread::native_handle_type thread) noexcept;

}  // namespace invdyn
