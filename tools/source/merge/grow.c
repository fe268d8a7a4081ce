/*
 * grow.c - adding logs that appear later
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/lognames.h"
#include "source/merge/admit.h"
#include "source/merge/grow.h"
#include "source/merge/items.h"
#include "source/merge/origins.h"
#include "source/origins.h"

static bool is_known(const struct merge *merge, const char *name)
{
	for (size_t i = 0; i < merge->count; i++)
		if (!strcmp(merge->input[i].name, name))
			return true;
	return false;
}

/* Pointers to the array are adjusted. */
static void move(struct merge *merge, struct merge_input *to)
{
	struct merge_input *from = merge->input;

	memcpy(to, from, merge->count * sizeof(*to));
	for (size_t i = 0; i < merge->count; i++) {
		if (merge->current == &from[i])
			merge->current = &to[i];
		if (from[i].item.data == from[i].sets)
			to[i].item.data = to[i].sets;
	}
	merge->input = to;
	free(from);
}

static struct merge_input *add_input(struct merge *merge)
{
	const size_t count = merge->count + 1;
	struct merge_input *longer;

	if (heap_reserve(&merge->heap, count))
		return NULL;
	longer = calloc(count, sizeof(*longer));
	if (!longer)
		return NULL;
	move(merge, longer);
	return &longer[merge->count++];
}

/* A refused log stays, without items, so that it is reported once. */
static void let_be(struct merge *merge, struct merge_input *input, int status)
{
	if (status > merge->status)
		merge->status = status;
	if (!input->name) {
		merge->count--;
		return;
	}
	source_close(input->source);
	input->source = NULL;
	input->has_times = false;
	input->is_complete = true;
	input->state = MERGE_OVER;
}

static const struct source_origin *origin_of(const struct merge *merge,
					     const struct merge_input *input)
{
	for (size_t i = 0; i < input->origin_count; i++)
		if (input->origins[i] != MERGE_NOBODY)
			return &merge->origins.origin[input->origins[i]];
	return NULL;
}

/* Logs of one clock are shifted alike. */
static void shift_alike(struct merge *merge, struct merge_input *input)
{
	const struct source_origin *origin = origin_of(merge, input), *other;

	for (size_t i = 0; origin && &merge->input[i] < input; i++) {
		other = origin_of(merge, &merge->input[i]);
		if (!other || !origins_share_clock(other, origin))
			continue;
		merge_origins_shift(merge, input, &merge->input[i].shift);
		return;
	}
}

static bool take(struct merge *merge, const char *name)
{
	struct merge_input *input = add_input(merge);
	int status;

	if (!input) {
		talk_error(name, ENOMEM);
		merge->status = EXIT_SYSTEM;
		return false;
	}
	status = merge_admit(merge, input, name);
	if (status) {
		let_be(merge, input, status);
		return false;
	}
	shift_alike(merge, input);
	merge_items_expect(merge, input);
	return true;
}

/* A name without a log at present is kept. */
static bool is_there(const char *name)
{
	struct stat st;

	return !stat(name, &st) && S_ISREG(st.st_mode);
}

bool merge_grow(struct source *source)
{
	struct merge *merge = merge_of(source);
	struct lognames names;
	bool grew = false;

	if (!merge->given || lognames_find_in(&names, merge->given,
					      merge->given_count, &merge->as))
		return false;
	for (size_t i = 0; i < names.count; i++)
		if (!is_known(merge, names.name[i]) && is_there(names.name[i]))
			grew |= take(merge, names.name[i]);
	lognames_fini(&names);
	return grew;
}
