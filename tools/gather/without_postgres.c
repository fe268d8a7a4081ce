/*
 * without_postgres.c - gathering into PostgreSQL, where libpq is not built in
 */
#include "gather/sink.h"

static const char *refuse(const char *where)
{
	return postgres_store.refuse(where);
}

const struct sink_class postgres_sink = { .refuse = refuse };
