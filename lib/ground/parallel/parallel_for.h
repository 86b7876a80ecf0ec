#pragma once

#include <cstddef>
#include <functional>

namespace invdyn {

/// Calls work(i) for every i below `count`, on up to `threads` threads, including the caller's. A free thread
/// takes the next i, so a long piece does not delay the others. Returns when all are done. After an exception
/// no further piece is started. The caller gets the first exception when all threads have ended.
void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace invdyn
