/*
 * reopened.c - logs that are opened again for a question
 */
#include <stdlib.h>
#include <string.h>

#include "source/merge/input.h"
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

/* The log that was opened the longest time ago is closed. */
static void keep(struct merge *merge, size_t log)
{
	size_t *place = &merge->reopened[merge->reopened_next++];

	merge->reopened_next %= MERGE_REOPENED;
	if (*place)
		leave(merge, *place - 1);
	*place = log + 1;
}

/* A log that began to be read meanwhile, and is closed now, left its place. */
static void forget(struct merge *merge, size_t log)
{
	for (unsigned i = 0; i < MERGE_REOPENED; i++)
		if (merge->reopened[i] == log + 1)
			merge->reopened[i] = 0;
}

const struct merge_input *merge_reopened_get(struct merge *merge, size_t log)
{
	struct merge_input *input = &merge->input[log];
	int status;

	if (input->source)
		return input;
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
	forget(merge, log);
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
	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] == origin) {
			*there = i;
			return merge_reopened_get(merge, merge->newest[origin]);
		}
	return NULL;
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
