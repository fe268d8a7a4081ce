/*
 * posts.c - posts of active objects, and their time in queues
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/objects.h"
#include "figures/posts.h"

enum { NAME = 2 * OBJECTS_TEXT };

void posts_init(struct posts *posts, struct fields *fields,
		struct labels *labels)
{
	*posts = (struct posts){ .fields = fields, .labels = labels };
	keys_init(&posts->ways, POSTS_MOST, sizeof(struct posts_way));
}

void posts_fini(struct posts *posts)
{
	for (uint32_t i = 0; i < posts->ways.count; i++) {
		struct posts_way *way = posts_way(posts, i);

		free(way->from);
		free(way->to);
		free(way->signal);
	}
	keys_fini(&posts->ways);
	free(posts->latest);
}

/* Kinds of events */

static enum posts_role find_role(struct posts *posts, trace_event_id_t type)
{
	const struct posix_trace_layout_np *layout =
		fields_layout(posts->fields, type);
	const char *name = labels_event(posts->labels, type).text;

	if (!layout || !fields_layout_has(layout, "nseq") ||
	    !fields_layout_has(layout, "sig") ||
	    !fields_layout_has(layout, "ao"))
		return POSTS_NOTHING;
	if (!strcmp(name, "SMA_FIFO"))
		return POSTS_LAST;
	if (!strcmp(name, "SMA_LIFO"))
		return POSTS_FIRST;
	if (!strcmp(name, "SMA_GET") && fields_layout_has(layout, "rt"))
		return POSTS_TAKEN;
	return POSTS_NOTHING;
}

static enum posts_role role_of(struct posts *posts, trace_event_id_t type)
{
	if (type >= FIELDS_TYPES)
		return POSTS_NOTHING;
	if (posts->role[type] == POSTS_UNKNOWN)
		posts->role[type] = (uint8_t)find_role(posts, type);
	return posts->role[type];
}

/* 0: no such field. */
static uint64_t get(const struct fields *fields, const char *name)
{
	const struct posix_trace_value_np *value = fields_find(fields, name);
	struct posix_trace_number_np found;

	if (!value ||
	    posix_trace_value_number_np(fields->layout, value, 0, &found))
		return 0;
	return found.kind == POSIX_TRACE_FIELD_SIGNED_NP ?
		       (uint64_t)found.as.s :
		       found.as.u;
}

/* "ao/server", "address/0x20001234", or nothing. */
static void name_object(const struct fields *fields, const char *name,
			char text[NAME])
{
	const struct posix_trace_value_np *value = fields_find(fields, name);
	char raw[OBJECTS_TEXT], digits[OBJECTS_NUMBER];
	struct posix_trace_number_np number;
	size_t at;

	*text = '\0';
	if (!value ||
	    posix_trace_value_number_np(fields->layout, value, 0, &number))
		return;
	if (objects_name(fields, value->field, &number, raw, &at)) {
		text_tame(text, NAME, raw);
		return;
	}
	objects_print(digits, value->field, &number);
	snprintf(raw, sizeof(raw), "%s/%s", value->field->object, digits);
	text_tame(text, NAME, raw);
}

/* Ways with colliding keys share a row. */
static struct key key_of(unsigned origin, const char *const names[3])
{
	struct key key = { { origin, ~UINT64_C(0) } };

	for (int i = 0; i < 3; i++) {
		const char *at = names[i];

		do {
			key.word[0] = (key.word[0] ^ (uint8_t)*at) *
				      UINT64_C(0x100000001b3);
			key.word[1] = (key.word[1] + (uint8_t)*at) *
				      UINT64_C(0x9e3779b97f4a7c15);
		} while (*at++);
	}
	return key;
}

/* KEYS_NONE: too many. */
static int find_way(struct posts *posts, const struct posix_trace_item_np *item,
		    uint32_t *number)
{
	char from[NAME], to[NAME], signal[NAME];
	const char *const names[] = { from, to, signal };
	const uint32_t known = posts->ways.count;
	struct posts_way *way;
	struct key key;
	int err;

	name_object(posts->fields, "snr", from);
	name_object(posts->fields, "ao", to);
	name_object(posts->fields, "sig", signal);
	key = key_of(item->origin, names);
	err = keys_find(&posts->ways, &key, true, number);
	if (err || posts->ways.count == known)
		return err;
	way = posts_way(posts, *number);
	way->origin = item->origin;
	way->pid = item->info.posix_pid;
	way->from = strdup(from);
	way->to = strdup(to);
	way->signal = strdup(signal);
	return way->from && way->to && way->signal ? 0 : ENOMEM;
}

static struct posts_latest *latest_of(struct posts *posts, unsigned origin,
				      uint64_t number)
{
	return &posts->latest[(number + origin * 61) % POSTS_LATEST];
}

static int post(struct posts *posts, const struct posix_trace_item_np *item,
		bool is_first)
{
	struct posts_way *way;
	uint32_t number;
	uint64_t nseq;
	int err;

	err = find_way(posts, item, &number);
	if (err || number == KEYS_NONE)
		return err;
	nseq = get(posts->fields, "nseq");
	way = posts_way(posts, number);
	way->posted++;
	way->first += is_first;
	*latest_of(posts, item->origin, nseq) = (struct posts_latest){
		.origin = item->origin,
		.number = nseq,
		.way = number + 1,
	};
	return 0;
}

static void take(struct posts *posts, const struct posix_trace_item_np *item)
{
	struct posts_latest *latest;
	struct posts_way *way;
	uint64_t nseq, took;

	nseq = get(posts->fields, "nseq");
	took = get(posts->fields, "rt");
	latest = latest_of(posts, item->origin, nseq);
	if (!nseq || !latest->way || latest->origin != item->origin ||
	    latest->number != nseq || took > INT64_MAX)
		return;
	way = posts_way(posts, latest->way - 1);
	way->taken++;
	way->queued_ns += took;
	if (took > way->longest_ns)
		way->longest_ns = took;
	latest->way = 0;
}

bool posts_want(struct posts *posts, trace_event_id_t type)
{
	return role_of(posts, type) != POSTS_NOTHING;
}

int posts_add(struct posts *posts, const struct posix_trace_item_np *item)
{
	const enum posts_role role = role_of(posts, item->info.posix_event_id);

	if (!posts->latest)
		posts->latest = calloc(POSTS_LATEST, sizeof(*posts->latest));
	if (!posts->latest)
		return ENOMEM;
	if (role != POSTS_TAKEN)
		return post(posts, item, role == POSTS_FIRST);
	take(posts, item);
	return 0;
}
