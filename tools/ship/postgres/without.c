/*
 * without.c - a destination in PostgreSQL, where libpq is not built in
 */
#include <stddef.h>

#include "ship/postgres/postgres_store.h"
#include "ship/store.h"

bool postgres_is_there(void)
{
	return false;
}

static const char *refuse(const char *where)
{
	(void)where;
	return "built without libpq";
}

const struct store_class postgres_store = { .refuse = refuse };
