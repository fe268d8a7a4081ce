/* expect.h - what the programs here find wrong, and go on */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>

static int failures;

static inline void expect_at(int line, int ok, const char *what)
{
	if (ok)
		return;
	printf("line %d: not so: %s\n", line, what);
	failures++;
}

#define expect(condition) expect_at(__LINE__, (condition) ? 1 : 0, #condition)

#endif
