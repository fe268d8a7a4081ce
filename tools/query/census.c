/*
 * census.c - what a trace consists of: threads, processes, types, logs
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "common/stamp.h"
#include "info/log_facts.h"
#include "query/census.h"
#include "source/programs.h"

/* Counting */

static void list_init(struct census_list *list)
{
	memset(list, 0, sizeof(*list));
	entities_init(&list->entities, ENTITIES_MOST);
}

static void list_fini(struct census_list *list)
{
	entities_fini(&list->entities);
	free(list->count);
}

void census_init(struct census *census, struct event_cells *cells)
{
	census->cells = cells;
	list_init(&census->threads);
	list_init(&census->processes);
	list_init(&census->types);
	list_init(&census->origins);
}

void census_fini(struct census *census)
{
	list_fini(&census->threads);
	list_fini(&census->processes);
	list_fini(&census->types);
	list_fini(&census->origins);
}

static bool is_same(const struct entity *one, const struct entity *other)
{
	return one->origin == other->origin && one->pid == other->pid &&
	       one->tid == other->tid && one->type == other->type &&
	       one->program == other->program;
}

/* Events of few entities follow each other. */
static int find_recent(struct census_list *list, const struct entity *entity,
		       uint32_t *number)
{
	const unsigned slot = ((unsigned)entity->tid ^ (unsigned)entity->pid ^
			       (unsigned)entity->type) %
			      CENSUS_RECENT;
	uint32_t *recent = &list->recent[slot];
	int err;

	*number = *recent - 1;
	if (*recent && is_same(&list->entities.entity[*number], entity))
		return 0;
	err = entities_find(&list->entities, entity, number);
	*recent = err ? 0 : *number + 1;
	return err;
}

static int add(struct census_list *list, const struct entity *entity,
	       const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	struct census_count *count;
	uint32_t number;
	int err;

	err = find_recent(list, entity, &number);
	if (!err)
		err = entities_reserve(&list->entities, &list->count,
				       &list->room, sizeof(*count));
	if (err)
		return err;
	count = &list->count[number];
	count->events += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	count->lost = pxt_sum(count->lost, item->lost);
	if (!count->is_met || ns < count->first_ns)
		count->first_ns = ns;
	if (!count->is_met || ns > count->last_ns)
		count->last_ns = ns;
	count->is_met = true;
	return 0;
}

int census_add(struct census *census)
{
	const struct posix_trace_item_np *item = census->cells->item;
	const bool is_event = item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	const pid_t pid = item->info.posix_pid;
	const pid_t tid = is_event ? event_cells_tid(item) : item->tid;
	struct entity entity = { .origin = item->origin };
	int err;

	err = add(&census->origins, &entity, item);
	entity.pid = pid;
	if (!err && pid)
		err = add(&census->processes, &entity, item);
	entity.tid = tid;
	if (!err && tid)
		err = add(&census->threads, &entity, item);
	if (err || !is_event)
		return err;
	entity = (struct entity){ .type = item->info.posix_event_id };
	return add(&census->types, &entity, item);
}

int census_add_log(struct census *census)
{
	uint32_t number;
	int err;

	err = entities_find(&census->origins.entities,
			    &(struct entity){ .origin = 0 }, &number);
	return err ? err :
		     entities_reserve(&census->origins.entities,
				      &census->origins.count,
				      &census->origins.room,
				      sizeof(*census->origins.count));
}

/* Rows */

int census_rows_add(struct census_rows *rows, const struct cell *cell)
{
	if (pxt_array_reserve(&rows->cell, &rows->room, rows->count + 1,
			      sizeof(*cell)))
		return ENOMEM;
	return cell_copy(&rows->cell[rows->count++], cell);
}

void census_rows_fini(struct census_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		cell_fini(&rows->cell[i]);
	free(rows->cell);
	*rows = (struct census_rows){ 0 };
}

/* A table under construction; the first error ends it. */
struct making {
	struct census *census;
	struct census_rows *rows;
	unsigned origin;
	int error;
};

static void put(struct making *making, const struct cell *cell)
{
	if (!making->error)
		making->error = census_rows_add(making->rows, cell);
}

static void put_number(struct making *making, int64_t number)
{
	struct cell cell;

	cell_set_integer(&cell, number);
	put(making, &cell);
}

static void put_nothing(struct making *making)
{
	put(making, &(struct cell){ .kind = CELL_NULL });
}

static void put_text(struct making *making, const char *text)
{
	struct cell cell;

	if (!text || !*text) {
		put_nothing(making);
		return;
	}
	if (!making->error)
		making->error = event_cells_set_text(making->census->cells,
						     &cell, text, strlen(text));
	if (!making->error)
		put(making, &cell);
}

static void put_count(struct making *making, const struct census_count *count)
{
	struct cell lost;

	put_number(making, (int64_t)count->events);
	cell_set_unsigned(&lost, count->lost);
	put(making, &lost);
	put_number(making, count->first_ns);
	put_number(making, count->last_ns);
}

static struct source *source_of(const struct making *making)
{
	return making->census->cells->source;
}

static void put_program(struct making *making, const struct entity *entity)
{
	char program[PROGRAMS_NAME];

	programs_name(source_of(making), entity->origin, entity->pid, NULL,
		      program, NULL);
	put_text(making, program);
}

static void put_thread(struct making *making, const struct entity *entity,
		       const struct census_count *count)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (source_get_thread(source_of(making), entity->origin, entity->pid,
			      entity->tid, name, sizeof(name)))
		*name = '\0';
	put_number(making, entity->pid);
	put_number(making, entity->tid);
	put_text(making, source_get_host(source_of(making), entity->origin));
	put_program(making, entity);
	put_text(making, name);
	put_count(making, count);
	put_number(making, entity->origin);
}

static void put_process(struct making *making, const struct entity *entity,
			const struct census_count *count)
{
	struct posix_trace_process_np process;

	put_number(making, entity->pid);
	put_text(making, source_get_host(source_of(making), entity->origin));
	put_program(making, entity);
	if (source_get_process(source_of(making), entity->origin, entity->pid,
			       &process))
		put_nothing(making);
	else
		put_text(making, process.command);
	put_count(making, count);
	put_number(making, entity->origin);
}

static void put_type(struct making *making, const struct entity *entity,
		     const struct census_count *count)
{
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];

	if (source_get_description(source_of(making), entity->type, description,
				   sizeof(description)))
		*description = '\0';
	put_text(making,
		 labels_event(&making->census->cells->labels, entity->type)
			 .text);
	put_number(making, (int64_t)count->events);
	put_number(making, count->first_ns);
	put_number(making, count->last_ns);
	put_number(making, entity->type < POSIX_TRACE_UNNAMED_USEREVENT);
	put_text(making, description);
}

static void put_origin(struct making *making, const struct entity *entity,
		       const struct census_count *count)
{
	struct posix_trace_process_np process;
	struct source_origin origin;
	char uuid[LOG_FACTS_UUID];

	making->error =
		source_get_origin(source_of(making), entity->origin, &origin);
	if (making->error)
		return;
	log_facts_uuid(origin.uuid, uuid);
	put_number(making, entity->origin);
	put_text(making, origin.host);
	put_text(making, origin.system);
	if (origin.target)
		put_number(making, origin.target);
	else
		put_nothing(making);
	if (source_get_process(source_of(making), entity->origin, origin.target,
			       &process))
		put_nothing(making);
	else
		put_text(making, process.name);
	put_text(making, uuid);
	if (origin.created.tv_sec)
		put_number(making, stamp_ns(&origin.created));
	else
		put_nothing(making);
	put_number(making, origin.offset_ns);
	put_number(making, (int64_t)origin.error_ns);
	put_count(making, count);
}

static void put_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct making *making = argument;
	const char *its = *object->name ? object->name : NULL;
	struct cell address;
	char name[256 + 64 + 32];

	if (its && *its == '/')
		snprintf(name, sizeof(name), "%s", its);
	else if (its)
		snprintf(name, sizeof(name), "%s/%s", object->kind, its);
	else
		snprintf(name, sizeof(name), "%s/0x%llx", object->kind,
			 object->address);
	cell_set_unsigned(&address, object->address);
	put_text(making, name);
	put_text(making, object->kind);
	put_text(making, its);
	put(making, &address);
	put_number(making, object->pid);
	put_text(making, object->details);
	if (object->since.tv_sec)
		put_number(making, stamp_ns(&object->since));
	else
		put_nothing(making);
	put_number(making, making->origin);
}

static void put_objects(struct making *making)
{
	struct source_origin origin;

	for (making->origin = 0;
	     !making->error &&
	     !source_get_origin(source_of(making), making->origin, &origin);
	     making->origin++) {
		const int err = source_list_objects(
			source_of(making), making->origin, put_object, making);

		if (err && !making->error)
			making->error = err;
	}
}

typedef void put_entity(struct making *making, const struct entity *entity,
			const struct census_count *count);

static void put_list(struct making *making, const struct census_list *list,
		     put_entity *put_one)
{
	for (uint32_t i = 0; i < list->entities.count && !making->error; i++)
		put_one(making, &list->entities.entity[i], &list->count[i]);
}

int census_make(struct census *census, const struct schema_table *table,
		struct census_rows *rows)
{
	struct making making = { .census = census, .rows = rows };

	rows->columns = table->columns;
	if (table->kind == SCHEMA_THREADS)
		put_list(&making, &census->threads, put_thread);
	else if (table->kind == SCHEMA_PROCESSES)
		put_list(&making, &census->processes, put_process);
	else if (table->kind == SCHEMA_TYPES)
		put_list(&making, &census->types, put_type);
	else if (table->kind == SCHEMA_LOGS)
		put_list(&making, &census->origins, put_origin);
	else if (table->kind == SCHEMA_OBJECTS)
		put_objects(&making);
	return making.error;
}
