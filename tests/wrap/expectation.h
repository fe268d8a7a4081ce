/*
 * expectation.h - what a program that is recorded has to see
 *
 * It ends with STATUS where all is as it would be without us, and else says
 * what is not, and where.
 */
#ifndef TESTS_TOOLS_EXPECTATION_H
#define TESTS_TOOLS_EXPECTATION_H

#include <stdio.h>
#include <unistd.h>

enum {
	STATUS = 42,
	NONSENSE = 77, /* an error number that nothing gives */
};

/* Also in a child, which has its parent's things to do at an exit. */
#define MUST(condition)                                                \
	do {                                                           \
		if (!(condition)) {                                    \
			printf("line %d: %s\n", __LINE__, #condition); \
			fflush(stdout);                                \
			_exit(1);                                      \
		}                                                      \
	} while (0)

#endif
