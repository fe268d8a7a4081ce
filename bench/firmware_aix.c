/* firmware_aix.c - what AIX's hooks cost */
#include <sys/trchkid.h>
#include <sys/trcmacros.h>

#include "firmware_calls.h"

enum { SHORT = 16, MEDIUM = 48, LONG = 1024 };

static char bytes[LONG];

static void words0(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCHKL0(HKWD_USER1);
	(void)arg;
}

static void words1(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCHKL1(HKWD_USER1, i);
	(void)arg;
}

static void words5(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCHKL5(HKWD_USER2, i, i, i, i, i);
	(void)arg;
}

static void function(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		utrchook(HKWD_USER3 | 0xe0000, i, i, i, i, i);
	(void)arg;
}

static void generic_short(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCGEN(0, HKWD_USER4, i, SHORT, bytes);
	(void)arg;
}

static void generic_medium(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCGEN(1, HKWD_USER4, i, MEDIUM, bytes);
	(void)arg;
}

static void generic_long(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TRCGEN(0, HKWD_USER4, i, LONG, bytes);
	(void)arg;
}

static void generic_function(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		trcgen(0, HKWD_USER4, i, SHORT, bytes);
	(void)arg;
}

static const struct firmware_call calls[] = {
	{ .name = "AIX TRCHKL0", .burst = words0 },
	{ .name = "AIX TRCHKL1", .burst = words1 },
	{ .name = "AIX TRCHKL5", .burst = words5 },
	{ .name = "AIX utrchook", .burst = function },
	{ .name = "AIX TRCGEN, short", .burst = generic_short },
	{ .name = "AIX TRCGEN, medium", .burst = generic_medium },
	{ .name = "AIX TRCGEN, long", .burst = generic_long },
	{ .name = "AIX trcgen", .burst = generic_function },
};

int main(int argc, char **argv)
{
	return firmware_measure(calls, sizeof(calls) / sizeof(*calls), argc,
				argv);
}
