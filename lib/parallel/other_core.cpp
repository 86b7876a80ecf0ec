#include "other_core.h"

#include <pthread.h>
#include <sched.h>

namespace invdyn {

// Whatever fails here costs time at most: the thread runs wherever it is.
void move_to_other_core(std::thread::native_handle_type thread) noexcept {
  const int here = ::sched_getcpu();
  cpu_set_t allowed;
  if (here < 0 || ::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(here, &others);
  if (CPU_COUNT(&others) == 0) return;
  ::pthread_setaffinity_np(thread, sizeof others, &others);
  ::pthread_setaffinity_np(thread, sizeof allowed, &allowed);
}

}  // namespace invdyn
