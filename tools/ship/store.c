/*
 * store.c - the kinds of destinations to ship to
 */
#include <string.h>

#include "nats/nats_address.h"
#include "ship/ssh/ssh_address.h"
#include "ship/store.h"

/* SCHEME://... */
static bool is_elsewhere(const char *where)
{
	return strstr(where, "://");
}

const struct store_class *store_find(const char *where)
{
	if (nats_address_is(where))
		return &nats_store;
	if (!strncmp(where, "postgresql://", 13) ||
	    !strncmp(where, "postgres://", 11))
		return &postgres_store;
	if (ssh_address_is(where))
		return &ssh_store;
	return is_elsewhere(where) ? NULL : &folder_store;
}
