#pragma once

// Whether the address or thread sanitizer is active. The tests then need extra memory and cannot be traced.
// g++ and clang++ report it in two ways.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INVDYN_UNDER_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INVDYN_UNDER_SANITIZER
#endif
#endif
