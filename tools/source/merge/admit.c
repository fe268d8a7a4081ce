/*
 * admit.c - adding a log to a merge
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "common/command.h"
#include "common/talk.h"
#include "source/merge/admit.h"
#include "source/merge/attributes.h"
#include "source/merge/input.h"
#include "source/merge/notes.h"
#include "source/merge/origins.h"
#include "source/merge/processes.h"
#include "source/merge/types.h"

/* The UUID of the log, and from 1 on of those that it was made of. NULL: it tells
 * nothing of that one. */
static const unsigned char *uuid_of(const struct merge *merge,
				    const struct merge_input *input, size_t i)
{
	if (!i)
		return input->uuid;
	return input->origins[i] == MERGE_NOBODY ?
		       NULL :
		       merge->origins.origin[input->origins[i]].uuid;
}

/* True if it was made from that origin. */
static bool has_origin(const struct merge *merge,
		       const struct merge_input *input,
		       const unsigned char uuid[16])
{
	for (unsigned i = 1; i < input->origin_count; i++) {
		const unsigned char *its = uuid_of(merge, input, i);

		if (its && !memcmp(its, uuid, sizeof(input->uuid)))
			return true;
	}
	return false;
}

/* True if a log may be included already: one of the same UUID was made, or
 * itself is there. */
static bool may_be_twice(struct merge *merge, const struct merge_input *added)
{
	bool may = false;

	for (size_t i = 0; i < added->origin_count || !i; i++) {
		const unsigned char *uuid = uuid_of(merge, added, i);
		size_t *seen;

		if (!uuid)
			continue;
		seen = pxt_map_at(&merge->uuids, uuid, 16);
		may |= !seen || *seen;
		if (seen)
			*seen = 1;
	}
	return may;
}

/* Events must not be duplicated. */
static bool is_twice(const struct merge *merge, const struct merge_input *added)
{
	for (const struct merge_input *input = merge->input; input < added;
	     input++) {
		if (!strcmp(input->name, added->name))
			talk("%s: is named twice", added->name);
		else if (!memcmp(input->uuid, added->uuid, sizeof(added->uuid)))
			talk("%s: is the same log as %s", added->name,
			     input->name);
		else if (has_origin(merge, added, input->uuid))
			talk("%s: was made of %s, among others", added->name,
			     input->name);
		else if (has_origin(merge, input, added->uuid))
			talk("%s: was made of %s, among others", input->name,
			     added->name);
		else
			continue;
		return true;
	}
	return false;
}

static int learn(struct merge *merge, struct merge_input *input)
{
	int err;

	err = merge_origins_meet(merge, input);
	if (!err)
		err = merge_attributes_meet(merge, input);
	if (!err)
		err = merge_input_read_times(input);
	if (err)
		return err;
	merge_types_meet(merge, input);
	merge_notes_meet(merge, input);
	input->is_complete = source_is_complete(input->source);
	merge->source.has_late_names |= input->source->has_late_names;
	merge->source.has_eras |= input->source->has_eras;
	merge->source.is_read_once |= input->source->is_read_once;
	return 0;
}

static void note_newest(struct merge *merge, const struct merge_input *input)
{
	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] != MERGE_NOBODY)
			merge->newest[input->origins[i]] =
				(size_t)(input - merge->input);
}

int merge_admit(struct merge *merge, struct merge_input *input,
		const char *name)
{
	int status, err;

	input->name = strdup(name);
	if (!input->name) {
		talk_error(name, ENOMEM);
		return EXIT_SYSTEM;
	}
	status = merge_input_open(merge, input);
	if (status)
		return status;
	source_follow(input->source, merge->follows);
	if (stat(name, &input->file))
		memset(&input->file, 0, sizeof(input->file));
	err = learn(merge, input);
	if (err == ESPIPE) {
		talk("%s: a trace that can be read only once is read alone: "
		     "record it first",
		     name);
		return EXIT_MISUSE;
	}
	if (err) {
		talk_error(name, err);
		return EXIT_SYSTEM;
	}
	if (may_be_twice(merge, input) && is_twice(merge, input))
		return EXIT_MISUSE;
	note_newest(merge, input);
	if (merge_is_crowded(merge) && input->is_complete) {
		merge_processes_admit(merge, input);
		source_close(input->source);
		input->source = NULL;
	}
	return EXIT_SUCCESS;
}
