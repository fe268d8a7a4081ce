/*
 * arrivals.c - sections of a log that wait for those before them
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "gather/arrivals.h"

static void free_arrival(struct arrival *arrival)
{
	for (unsigned i = 0; arrival->fragment && i < arrival->fragments; i++)
		free(arrival->fragment[i]);
	free(arrival->fragment);
	free(arrival->len);
}

/* The place of a number, or where it would stand. */
static size_t find(const struct arrivals *arrivals, uint64_t number)
{
	size_t low = 0, high = arrivals->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (arrivals->list[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int insert(struct arrivals *arrivals, size_t at,
		  const struct message *message, unsigned fragments)
{
	struct arrival new = {
		.number = message->number,
		.at = message->at,
		.fragments = fragments,
		.fragment = calloc(fragments, sizeof(*new.fragment)),
		.len = calloc(fragments, sizeof(*new.len)),
	};

	if (!new.fragment || !new.len ||
	    pxt_array_reserve(&arrivals->list, &arrivals->room,
			      arrivals->count + 1, sizeof(new))) {
		free(new.fragment);
		free(new.len);
		return ENOMEM;
	}
	memmove(arrivals->list + at + 1, arrivals->list + at,
		(arrivals->count - at) * sizeof(new));
	arrivals->list[at] = new;
	arrivals->count++;
	return 0;
}

int arrivals_add(struct arrivals *arrivals, const struct message *message,
		 uint64_t sequence, int64_t ns)
{
	const bool is_fragment = message->type == MESSAGE_FRAGMENT;
	const unsigned fragments = is_fragment ? message->fragments : 1;
	const unsigned i = is_fragment ? message->fragment : 0;
	const size_t at = find(arrivals, message->number);
	struct arrival *arrival;
	int err = 0;

	if (at == arrivals->count ||
	    arrivals->list[at].number != message->number)
		err = insert(arrivals, at, message, fragments);
	if (err)
		return err;
	arrival = &arrivals->list[at];
	if (arrival->fragments != fragments)
		return EBADMSG;
	if (arrival->fragment[i])
		return arrival->len[i] == message->len &&
				       !memcmp(arrival->fragment[i],
					       message->bytes, message->len) ?
			       0 :
			       EEXIST;
	if (arrival->size + message->len > SECTION_HEAD + SECTION_MOST)
		return EBADMSG;
	arrival->fragment[i] = malloc(message->len);
	if (!arrival->fragment[i])
		return ENOMEM;
	memcpy(arrival->fragment[i], message->bytes, message->len);
	if (!arrival->count || sequence < arrival->sequence) {
		arrival->sequence = sequence;
		arrival->ns = ns;
	}
	arrival->len[i] = message->len;
	arrival->size += message->len;
	arrival->count++;
	arrivals->bytes += message->len;
	return 0;
}

void arrivals_dispute(struct arrivals *arrivals, uint64_t number,
		      uint64_t sequence)
{
	const size_t at = find(arrivals, number);

	if (at < arrivals->count && arrivals->list[at].number == number)
		arrivals->list[at].dispute = sequence;
}

const unsigned char *arrival_join(struct arrival *arrival)
{
	unsigned char *whole;
	size_t at = 0;

	if (arrival->fragments == 1)
		return arrival->fragment[0];
	whole = malloc(arrival->size);
	if (!whole)
		return NULL;
	for (unsigned i = 0; i < arrival->fragments; i++) {
		memcpy(whole + at, arrival->fragment[i], arrival->len[i]);
		at += arrival->len[i];
		free(arrival->fragment[i]);
		arrival->fragment[i] = NULL;
	}
	arrival->fragment[0] = whole;
	arrival->fragments = arrival->count = 1;
	arrival->len[0] = arrival->size;
	return whole;
}

void arrivals_drop_first(struct arrivals *arrivals)
{
	arrivals->bytes -= arrivals->list->size;
	free_arrival(arrivals->list);
	memmove(arrivals->list, arrivals->list + 1,
		--arrivals->count * sizeof(*arrivals->list));
}

void arrivals_clear(struct arrivals *arrivals)
{
	while (arrivals->count)
		free_arrival(&arrivals->list[--arrivals->count]);
	free(arrivals->list);
	*arrivals = (struct arrivals){ .count = 0 };
}

const struct arrival *arrivals_oldest(const struct arrivals *arrivals)
{
	const struct arrival *oldest = NULL;

	for (size_t i = 0; i < arrivals->count; i++)
		if (!oldest || arrivals->list[i].sequence < oldest->sequence)
			oldest = &arrivals->list[i];
	return oldest;
}
