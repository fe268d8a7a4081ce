/*
 * log_table.c - the logs that messages name
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "gather/log_table.h"

enum { LOGS_MOST = 1 << 14 };

static struct gathered_log *add(struct log_table *table,
				const struct fleet_subject *name)
{
	struct gathered_log *log;

	if (pxt_array_reserve(&table->logs, &table->room, table->count + 1,
			      sizeof(log)))
		return NULL;
	log = calloc(1, sizeof(*log));
	if (!log)
		return NULL;
	log->there.name = *name;
	table->logs[table->count++] = log;
	return log;
}

static struct gathered_log *touch(struct log_table *table,
				  struct gathered_log *log)
{
	if (log->is_touched)
		return log;
	if (pxt_array_reserve(&table->touched, &table->touched_room,
			      table->touched_count + 1, sizeof(log)))
		return NULL;
	log->is_touched = true;
	table->touched[table->touched_count++] = log;
	return log;
}

struct gathered_log *log_table_find(struct log_table *table,
				    const struct fleet_subject *name)
{
	char key[FLEET_SUBJECT];
	struct gathered_log *log;
	size_t *at, known;

	fleet_subject_make(key, "", name);
	known = pxt_map_get(&table->map, key, strlen(key));
	if (known)
		return touch(table, table->logs[known - 1]);
	log = add(table, name);
	if (!log)
		return NULL;
	at = pxt_map_at(&table->map, key, strlen(key));
	if (!at) {
		free(table->logs[--table->count]);
		return NULL;
	}
	*at = table->count;
	return touch(table, log);
}

static void forget_all(struct log_table *table)
{
	while (table->count) {
		struct gathered_log *log = table->logs[--table->count];

		arrivals_clear(&log->arrivals);
		free(log->there.path);
		free(log);
	}
	pxt_map_clear(&table->map);
}

void log_table_rest(struct log_table *table)
{
	while (table->touched_count) {
		struct gathered_log *log =
			table->touched[--table->touched_count];

		arrivals_clear(&log->arrivals);
		log->is_absent = log->is_evicted = log->is_touched = false;
		log->had_names = false;
		log->names = NAMES_KNOWN;
		log->confirmed = 0;
	}
	if (table->count > LOGS_MOST)
		forget_all(table);
}

void log_table_fini(struct log_table *table)
{
	log_table_rest(table);
	forget_all(table);
	pxt_map_fini(&table->map);
	free(table->logs);
	free(table->touched);
}
