/*
 * shared_link.c - a connection that logs going to the same database have in common
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ship/postgres/shared_link.h"
#include "ship/postgres/tables.h"

static struct shared_link *newest;

void shared_link_leave(struct shared_link *shared)
{
	if (!shared || --shared->users)
		return;
	if (newest == shared)
		newest = NULL;
	link_close(&shared->link);
	free(shared->where);
	free(shared);
}

static int join_new(struct shared_link **shared, const char *where,
		    const struct store_options *options)
{
	struct shared_link *made = calloc(1, sizeof(*made));
	int err;

	if (!made)
		return ENOMEM;
	made->users = 1;
	made->where = strdup(where);
	err = made->where ? link_open(&made->link, made->where, options) :
			    ENOMEM;
	if (!err)
		err = tables_prepare(&made->link, options, &made->kind);
	if (err) {
		shared_link_leave(made);
		return err;
	}
	newest = *shared = made;
	return 0;
}

int shared_link_join(struct shared_link **shared, const char *where,
		     const struct store_options *options)
{
	if (!newest || strcmp(newest->where, where) ||
	    !link_is_up(&newest->link))
		return join_new(shared, where, options);
	newest->users++;
	*shared = newest;
	return 0;
}
