#pragma once

#include <cstddef>
#include <functional>

namespace invdyn {

/// Calls work(i) for every i below `count`, on up to `threads` threads, the calling one among them. Each
/// takes the next i as it comes free, so a long piece holds nobody up. Returns when all is done. After an
/// exception no further piece is begun; the first one is thrown to the caller when all threads have come to
/// their end.
void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace invdyn
