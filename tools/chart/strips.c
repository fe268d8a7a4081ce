/*
 * strips.c - the strips of a trace: threads, spans with keys, objects
 */
#include "chart/strips.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "chart/cells.h"
#include "common/text.h"
#include "source/programs.h"

void strips_init(struct strips *strips, struct source *source, bool ascii)
{
	memset(strips, 0, sizeof(*strips));
	strips->source = source;
	labels_init(&strips->labels, source, ascii);
}

void strips_fini(struct strips *strips)
{
	labels_fini(&strips->labels);
	texts_fini(&strips->names);
	pxt_map_fini(&strips->numbers);
	free(strips->strip);
}

/* The key of a strip, without holes. */
struct strip_key {
	struct entity entity;
	uint32_t kind, name;
};

static int add(struct strips *strips, const struct strip_key *key,
	       uint32_t *number)
{
	const bool is_rest = strips->count == CELLS_STRIPS - 1;
	size_t *value;

	if (pxt_array_reserve(&strips->strip, &strips->room, strips->count + 1,
			      sizeof(*strips->strip)))
		return ENOMEM;
	*number = (uint32_t)strips->count;
	strips->strip[strips->count] = (struct strip){
		.kind = is_rest ? STRIP_REST : (enum strip_kind)key->kind,
		.entity = key->entity,
		.name = key->name,
	};
	if (!is_rest) {
		value = pxt_map_at(&strips->numbers, key, sizeof(*key));
		if (!value)
			return ENOMEM;
		*value = strips->count + 1;
	}
	strips->count++;
	return 0;
}

static int find(struct strips *strips, const struct strip_key *key,
		uint32_t *number)
{
	const size_t value = pxt_map_get(&strips->numbers, key, sizeof(*key));

	if (!value && strips->count < CELLS_STRIPS)
		return add(strips, key, number);
	*number = (uint32_t)(value ? value : strips->count) - 1;
	return 0;
}

static struct entity entity_of(struct strips *strips,
			       const struct posix_trace_item_np *item)
{
	return (struct entity){
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.program = strips->source->has_no_programs ?
				   0 :
				   programs_which(strips->source, item->origin,
						  item->info.posix_pid,
						  &item->info.posix_timestamp),
	};
}

int strips_find_thread(struct strips *strips,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	struct strip_key key = {
		.kind = STRIP_THREAD,
		.entity = entity_of(strips, item),
	};
	int err = 0;

	key.entity.tid = item->tid;
	if (!strips->count ||
	    memcmp(&strips->last, &key.entity, sizeof(key.entity)))
		err = find(strips, &key, &strips->last_number);
	if (err)
		return err;
	strips->last = key.entity;
	*number = strips->last_number;
	return 0;
}

int strips_find_named(struct strips *strips, enum strip_kind kind,
		      const struct posix_trace_item_np *item, const char *name,
		      uint32_t *number)
{
	struct strip_key key = {
		.kind = kind,
		.entity = entity_of(strips, item),
	};
	int err;

	err = texts_find(&strips->names, name, strlen(name), &key.name);
	return err ? err : find(strips, &key, number);
}

static const char *text_of(const struct strips *strips,
			   const struct strip *strip)
{
	return strip->kind == STRIP_REST ?
		       "(others)" :
		       texts_get(&strips->names, strip->name);
}

char *strips_name(struct strips *strips, uint32_t number, char name[STRIP_NAME])
{
	const struct strip *strip = &strips->strip[number];
	const struct entity *its = &strip->entity;
	struct timespec when;
	struct label label;

	if (strip->kind == STRIP_THREAD) {
		label = labels_thread(
			&strips->labels, its->origin, its->pid, its->tid,
			its->program ? programs_when(its->program, &when) :
				       NULL);
		text_tame_part(name, STRIP_NAME, label.text, label.len);
	} else {
		text_tame(name, STRIP_NAME, text_of(strips, strip));
	}
	if (strips->labels.ascii)
		text_to_ascii(name);
	return name;
}

const char *strips_text(const struct strips *strips, uint32_t label)
{
	return label ? texts_get(&strips->names, label - 1) : "";
}

struct sorting {
	const struct strip *strip;
	uint32_t number;
};

static int compare_numbers(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int compare(const void *one, const void *other)
{
	const struct sorting *a = one, *b = other;
	const struct entity *first = &a->strip->entity;
	const struct entity *second = &b->strip->entity;
	int order = compare_numbers(a->strip->kind, b->strip->kind);

	if (!order)
		order = compare_numbers(first->origin, second->origin);
	if (!order)
		order = compare_numbers(first->pid, second->pid);
	if (!order)
		order = compare_numbers(first->program, second->program);
	return order ? order : compare_numbers(a->number, b->number);
}

void strips_sort(const struct strips *strips, uint32_t *order)
{
	struct sorting sorted[CELLS_STRIPS] = { 0 };

	for (uint32_t i = 0; i < strips->count; i++)
		sorted[i] = (struct sorting){ &strips->strip[i], i };
	qsort(sorted, strips->count, sizeof(*sorted), compare);
	for (uint32_t i = 0; i < strips->count; i++)
		order[i] = sorted[i].number;
}
