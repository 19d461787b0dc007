/* sanitized.h - SANITIZED is 1 in a build with the address sanitizer (of gcc or clang), which needs
 * a large address space and has its own allocator; otherwise 0. */
#ifndef CHESSCADE_CORE_UTIL_SANITIZED_H
#define CHESSCADE_CORE_UTIL_SANITIZED_H

#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
