/*
 * sanitizers.h - what tests have to know of how they were built
 *
 *	SANITIZED	the program is slow: do less
 *	KNOWS_FENCES	the race detector, if any, understands why a copy of
 *			bytes that are overwritten meanwhile does no harm
 */
#ifndef TESTS_SANITIZERS_H
#define TESTS_SANITIZERS_H

#if defined(__SANITIZE_THREAD__)
#define FINDS_RACES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FINDS_RACES 1
#endif
#endif
#ifndef FINDS_RACES
#define FINDS_RACES 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define CHECKS_ADDRESSES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECKS_ADDRESSES 1
#endif
#endif
#ifndef CHECKS_ADDRESSES
#define CHECKS_ADDRESSES 0
#endif

#define SANITIZED (FINDS_RACES || CHECKS_ADDRESSES)
#define KNOWS_FENCES (!FINDS_RACES)

#endif
