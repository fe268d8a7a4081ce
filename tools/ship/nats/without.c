/*
 * without.c - streams of NATS, where libnats is not
 */
#include <errno.h>

#include "ship/store.h"

static const char *refuse(const char *where)
{
	(void)where;
	return "built without libnats";
}

const struct store_class nats_store = { .refuse = refuse };
