/*
 * fleet_list.h - the logs of a fleet's folder
 *
 * The folders say which logs there are, and the index what is in them, if the
 * file is still the same; else its heads are read, and the index keeps that.
 * Links are not followed, and names that begin with a dot are passed over.
 */
#ifndef FLEET_LIST_H
#define FLEET_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "source/fleet/fleet_index.h"
#include "source/fleet/fleet_log.h"
#include "source/fleet/fleet_pattern.h"

struct fleet_list {
	char *folder;
	struct fleet_index *index; /* NULL: none */
	struct fleet_log *log;	   /* in the order of paths */
	size_t count, room;
	size_t read;	/* logs whose heads were read */
	bool is_denied; /* a folder may not be read */
};

/* Lists the logs of a pattern. An error number. */
int fleet_list_read(struct fleet_list *list,
		    const struct fleet_pattern *wanted);
void fleet_list_fini(struct fleet_list *list);

#endif
