/* always.c - POSIXTRACE_FIRMWARE=always */
#include "firmware/common/always.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool firmware_always;

__attribute__((constructor(101))) static void read_environment(void)
{
	const char *value = getenv("POSIXTRACE_FIRMWARE");

	if (!value || !*value)
		return;
	firmware_always = !strcmp(value, "always");
	if (!firmware_always)
		fprintf(stderr,
			"posixtrace: POSIXTRACE_FIRMWARE=%.40s: 'always' was expected\n",
			value);
}
