/* hook_sets.c - sets of ids, of three or four digits */
#include <errno.h>
#include <string.h>

#include "firmware/aix/public.h"

enum { BITS = 8 * sizeof(unsigned long) };

static int change(unsigned long *bits, size_t size, unsigned hook, int on)
{
	const unsigned long bit = 1ul << hook % BITS;

	if (!bits || hook >= 8 * size)
		return EINVAL;
	if (on)
		bits[hook / BITS] |= bit;
	else
		bits[hook / BITS] &= ~bit;
	return 0;
}

static int set_all(void *set, size_t size, int byte)
{
	if (!set)
		return EINVAL;
	memset(set, byte, size);
	return 0;
}

static int has(const unsigned long *bits, size_t size, unsigned hook)
{
	return bits && hook < 8 * size && bits[hook / BITS] >> hook % BITS & 1;
}

/* The functions of a size of sets: their names end alike. */
#define SETS(type, end)                                                     \
	int trc_hkemptyset##end(type *set)                                  \
	{                                                                   \
		return set_all(set, sizeof(*set), 0);                       \
	}                                                                   \
                                                                            \
	int trc_hkfillset##end(type *set)                                   \
	{                                                                   \
		return set_all(set, sizeof(*set), 0xff);                    \
	}                                                                   \
                                                                            \
	int trc_hkaddset##end(type *set, trc_hookid_t hook)                 \
	{                                                                   \
		return change(set ? set->__bits : NULL, sizeof(*set), hook, \
			      1);                                           \
	}                                                                   \
                                                                            \
	int trc_hkdelset##end(type *set, trc_hookid_t hook)                 \
	{                                                                   \
		return change(set ? set->__bits : NULL, sizeof(*set), hook, \
			      0);                                           \
	}                                                                   \
                                                                            \
	int trc_hkisset##end(const type *set, trc_hookid_t hook)            \
	{                                                                   \
		return has(set ? set->__bits : NULL, sizeof(*set), hook);   \
	}

SETS(trc_hookset_t, )
SETS(trc_hookset64_t, 64)
