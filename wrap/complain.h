/* complain.h - saying that an environment variable is none of ours */
#ifndef WRAP_COMPLAIN_H
#define WRAP_COMPLAIN_H

#include <stddef.h>

/* One line: the variable, its first bytes, and why. */
void wrap_complain(const char *variable, const char *value, size_t len,
		   const char *why);

#endif
