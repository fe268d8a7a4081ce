/*
 * sink.c - the kinds of sinks
 */
#include <string.h>

#include "gather/sink.h"

const struct sink_class *sink_find(const char *where)
{
	const struct store_class *store = *where ? store_find(where) : NULL;

	if (store == &postgres_store)
		return &postgres_sink;
	return store == &folder_store ? &folder_sink : NULL;
}
