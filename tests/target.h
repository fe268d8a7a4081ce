/* target.h - what the program target and the tests that use it share */
#ifndef TESTS_TARGET_H
#define TESTS_TARGET_H

#include <stdatomic.h>
#include <stdint.h>

enum {
	TARGET_FD = 3,
	TARGET_THREADS = 8,
};

struct published {
	_Atomic uint32_t count[TARGET_THREADS]; /* events of each thread */
};

#endif
