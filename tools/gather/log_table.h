/*
 * log_table.h - the logs that messages name, and those of a visit
 */
#ifndef LOG_TABLE_H
#define LOG_TABLE_H

#include "base/map.h"
#include "gather/gathered_log.h"

struct log_table {
	struct pxt_map map; /* names to places in `logs`, from 1 */
	struct gathered_log **logs;
	size_t count, room;
	struct gathered_log **touched; /* since log_table_rest() */
	size_t touched_count, touched_room;
};

/* The log of that name, which is touched then. NULL: no memory. */
struct gathered_log *log_table_find(struct log_table *table,
				    const struct fleet_subject *name);

/* Forgets what came and was not stored, and logs if they are many. All are
 * closed. */
void log_table_rest(struct log_table *table);
void log_table_fini(struct log_table *table);

#endif
