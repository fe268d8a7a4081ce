/*
 * examples.c - where a rule is broken: a few places, and the number of all
 *
 * The array is a heap, the least weight first.
 */
#include <errno.h>
#include <stdlib.h>

#include "check/examples.h"

static void swap(struct example *a, struct example *b)
{
	const struct example kept = *a;

	*a = *b;
	*b = kept;
}

static void rise(struct example *example, unsigned at)
{
	for (; at; at = (at - 1) / 2) {
		const unsigned above = (at - 1) / 2;

		if (example[above].weight <= example[at].weight)
			return;
		swap(&example[above], &example[at]);
	}
}

static void sift_down(struct example *example, unsigned count)
{
	unsigned at = 0, below;

	for (;;) {
		below = 2 * at + 1;
		if (below + 1 < count &&
		    example[below + 1].weight < example[below].weight)
			below++;
		if (below >= count ||
		    example[at].weight <= example[below].weight)
			return;
		swap(&example[at], &example[below]);
		at = below;
	}
}

bool examples_count(struct examples *examples, int64_t weight)
{
	examples->total++;
	return examples->count < examples->most ||
	       (examples->most && weight > examples->example[0].weight);
}

int examples_put(struct examples *examples, int64_t weight, struct place from,
		 struct place to, char *text)
{
	const struct example put = { from, to, text, weight };

	if (!text)
		return ENOMEM;
	if (!examples->example)
		examples->example =
			calloc(examples->most, sizeof(*examples->example));
	if (!examples->example) {
		free(text);
		return ENOMEM;
	}
	if (examples->count < examples->most) {
		examples->example[examples->count] = put;
		rise(examples->example, examples->count++);
	} else {
		free(examples->example[0].text);
		examples->example[0] = put;
		sift_down(examples->example, examples->count);
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct example *one = a, *other = b;

	if (one->from.line != other->from.line)
		return one->from.line < other->from.line ? -1 : 1;
	return (one->to.line > other->to.line) -
	       (one->to.line < other->to.line);
}

void examples_settle(struct examples *examples)
{
	if (examples->count)
		qsort(examples->example, examples->count,
		      sizeof(*examples->example), compare);
}

void examples_fini(struct examples *examples)
{
	for (unsigned i = 0; i < examples->count; i++)
		free(examples->example[i].text);
	free(examples->example);
	examples->example = NULL;
	examples->count = 0;
}
