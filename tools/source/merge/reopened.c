/*
 * reopened.c - logs that are opened again for a question
 */
#include <stdlib.h>
#include <string.h>

#include "source/merge/input.h"
#include "source/merge/origins.h"
#include "source/merge/reopened.h"

enum { UNKNOWN_MAX = 1 << 12 }; /* limit of questions that are remembered */

static void leave(struct merge *merge, size_t log)
{
	struct merge_input *input = &merge->input[log];

	if (!input->is_reopened)
		return;
	input->is_reopened = false;
	source_close(input->source);
	input->source = NULL;
}

/* Takes a log out of the list, if it is there. */
static void take_out(struct merge *merge, size_t log)
{
	size_t *const list = merge->reopened;
	unsigned i = 0;

	while (i < merge->reopened_count && list[i] != log)
		i++;
	if (i == merge->reopened_count)
		return;
	merge->reopened_count--;
	memmove(&list[i], &list[i + 1],
		(merge->reopened_count - i) * sizeof(*list));
}

/* The log that was asked the longest time ago is closed. */
static void keep(struct merge *merge, size_t log)
{
	take_out(merge, log);
	if (merge->reopened_count == MERGE_REOPENED) {
		leave(merge, merge->reopened[0]);
		take_out(merge, merge->reopened[0]);
	}
	merge->reopened[merge->reopened_count++] = log;
}

const struct merge_input *merge_reopened_get(struct merge *merge, size_t log)
{
	struct merge_input *input = &merge->input[log];
	int status;

	if (input->source) {
		if (input->is_reopened)
			keep(merge, log);
		return input;
	}
	if (input->is_gone)
		return NULL;
	status = merge_input_open(merge, input);
	if (status) {
		input->is_gone = true;
		if (status > merge->status)
			merge->status = status;
		return NULL;
	}
	input->is_reopened = true;
	keep(merge, log);
	return input;
}

const struct merge_input *
merge_reopened_newest(struct merge *merge, unsigned origin, unsigned *there)
{
	const struct merge_input *input;

	if (!merge_is_crowded(merge) || origin >= merge->origins.count)
		return NULL;
	input = &merge->input[merge->newest[origin]];
	if (input->source && !input->is_reopened)
		return NULL;
	return merge_origins_there(input, origin, there) ?
		       merge_reopened_get(merge, merge->newest[origin]) :
		       NULL;
}

struct question {
	uint64_t number;
	unsigned origin;
	pid_t pid;
	char kind[POSIX_TRACE_OBJECT_KIND_MAX_NP + 1];
};

/* Fills the question. Returns its length. */
static size_t ask(struct question *question, unsigned origin, pid_t pid,
		  uint64_t number, const char *kind)
{
	size_t len = 0;

	memset(question, 0, sizeof(*question));
	question->number = number;
	question->origin = origin;
	question->pid = pid;
	if (kind) {
		len = strnlen(kind, sizeof(question->kind) - 1);
		memcpy(question->kind, kind, len++);
	}
	return offsetof(struct question, kind) + len;
}

bool merge_reopened_lacks(const struct merge *merge, unsigned origin, pid_t pid,
			  uint64_t number, const char *kind)
{
	struct question question;
	const size_t len = ask(&question, origin, pid, number, kind);

	return pxt_map_get(&merge->unknown, &question, len);
}

void merge_reopened_miss(struct merge *merge, unsigned origin, pid_t pid,
			 uint64_t number, const char *kind)
{
	struct question question;
	const size_t len = ask(&question, origin, pid, number, kind);
	size_t *known;

	if (merge->unknown.count >= UNKNOWN_MAX)
		pxt_map_clear(&merge->unknown);
	known = pxt_map_at(&merge->unknown, &question, len);
	if (known)
		*known = 1;
}
