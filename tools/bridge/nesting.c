/*
 * nesting.c - spans of a thread that nest
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "bridge/nesting.h"

void nesting_fini(struct nesting *nesting)
{
	free(nesting->node);
	free(nesting->top);
	free(nesting->out);
	*nesting = (struct nesting){ 0 };
}

static void empty(struct nesting *nesting)
{
	for (size_t i = 0; i < nesting->nodes; i++)
		nesting->node[i].ordinal = 0;
	for (size_t i = 0; i < nesting->tops; i++)
		nesting->top[i] = 0;
	nesting->begun = 0;
	nesting->next = 0;
}

void nesting_survey(struct nesting *nesting)
{
	empty(nesting);
	nesting->outs = 0;
	nesting->is_known = false;
}

static int compare(const void *a, const void *b)
{
	const uint64_t *first = a, *second = b;

	return (*first > *second) - (*first < *second);
}

void nesting_surveyed(struct nesting *nesting)
{
	empty(nesting);
	if (nesting->outs)
		qsort(nesting->out, nesting->outs, sizeof(*nesting->out),
		      compare);
	nesting->is_known = true;
}

static int make_room(struct nesting *nesting, uint32_t thread, uint32_t open)
{
	int err;

	err = pxt_array_reserve_zeroed(&nesting->node, &nesting->nodes,
				       (size_t)open + 1,
				       sizeof(*nesting->node));
	return err ? err :
		     pxt_array_reserve_zeroed(&nesting->top, &nesting->tops,
					      (size_t)thread + 1,
					      sizeof(*nesting->top));
}

static bool is_on_stack(const struct nesting *nesting, uint32_t open)
{
	return open < nesting->nodes && nesting->node[open].ordinal;
}

static void leave(struct nesting *nesting, uint32_t open)
{
	struct nesting_node *node = &nesting->node[open];

	if (node->above)
		nesting->node[node->above].below = node->below;
	else
		nesting->top[node->thread] = node->below;
	if (node->below)
		nesting->node[node->below].above = node->above;
	node->ordinal = 0;
}

/* Beginnings come in the order in which the survey has sorted them. */
static bool is_out(struct nesting *nesting)
{
	if (nesting->next == nesting->outs ||
	    nesting->out[nesting->next] != nesting->begun)
		return false;
	nesting->next++;
	return true;
}

int nesting_begin(struct nesting *nesting, uint32_t thread, uint32_t open,
		  bool *sticks_out)
{
	nesting->begun++;
	*sticks_out = nesting->is_known && is_out(nesting);
	if (*sticks_out)
		return 0;
	if (make_room(nesting, thread, open))
		return ENOMEM;
	nesting->node[open] = (struct nesting_node){
		.ordinal = nesting->begun,
		.below = nesting->top[thread],
		.thread = thread,
	};
	if (nesting->top[thread])
		nesting->node[nesting->top[thread]].above = open;
	nesting->top[thread] = open;
	return 0;
}

static int add_out(struct nesting *nesting, uint64_t ordinal)
{
	if (nesting->is_causal)
		return 0;
	if (pxt_array_reserve(&nesting->out, &nesting->out_room,
			      nesting->outs + 1, sizeof(*nesting->out)))
		return ENOMEM;
	nesting->out[nesting->outs++] = ordinal;
	return 0;
}

int nesting_end(struct nesting *nesting, uint32_t open)
{
	uint32_t above;

	if (!is_on_stack(nesting, open))
		return 0;
	while ((above = nesting->node[open].above)) {
		if (add_out(nesting, nesting->node[above].ordinal))
			return ENOMEM;
		leave(nesting, above);
	}
	leave(nesting, open);
	return 0;
}

void nesting_give_up(struct nesting *nesting, uint32_t open)
{
	if (is_on_stack(nesting, open))
		leave(nesting, open);
}

uint32_t nesting_top(const struct nesting *nesting, uint32_t thread)
{
	return thread < nesting->tops ? nesting->top[thread] : 0;
}

uint32_t nesting_below(const struct nesting *nesting, uint32_t open)
{
	return nesting->node[open].below;
}
