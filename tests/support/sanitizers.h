#pragma once

// Whether the address or thread sanitizer watches the tests: they need memory of their own, and cannot be
// traced. g++ and clang++ say so in two ways.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INVDYN_UNDER_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INVDYN_UNDER_SANITIZER
#endif
#endif
