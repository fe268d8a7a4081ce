/*
 * nesting.h - spans of a thread that nest
 *
 * Viewers draw a thread's spans without keys inside each other, as calls are. A
 * span that is still open when an earlier one of its thread ends sticks out, and
 * cannot be drawn so. Only that end tells, so items are met twice: the survey
 * finds the spans that stick out, and afterwards they are known by their
 * beginning. The other spans of a thread are a stack.
 */
#ifndef BRIDGE_NESTING_H
#define BRIDGE_NESTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nesting_node {
	uint64_t ordinal;      /* number of its beginning, from 1; 0: not on
				 * a stack */
	uint32_t above, below; /* open spans of its thread; 0: none */
	uint32_t thread;
};

/* Zero at first. */
struct nesting {
	struct nesting_node *node; /* open spans, by number */
	uint32_t *top;		   /* innermost span, by thread */
	size_t nodes, tops;	   /* room */
	uint64_t begun;		   /* beginnings so far */
	uint64_t *out;		   /* beginnings of spans that stick out */
	size_t outs, out_room;
	size_t next;	/* after the survey: the first of them still to come */
	bool is_known;	/* after the survey */
	bool is_causal; /* spans that stick out are not to be known */
};

void nesting_fini(struct nesting *nesting);

/* Begins the survey anew, or ends it: the same items follow again. */
void nesting_survey(struct nesting *nesting);
void nesting_surveyed(struct nesting *nesting);

/* Begins a span. open: its number while it is open, counted from 1.
 * *sticks_out: known after the survey. ENOMEM. */
int nesting_begin(struct nesting *nesting, uint32_t thread, uint32_t open,
		  bool *sticks_out);

/* Ends a span, and in the survey all that stick out of it. ENOMEM. */
int nesting_end(struct nesting *nesting, uint32_t open);

/* The span that has this number will not end. */
void nesting_give_up(struct nesting *nesting, uint32_t open);

/* The innermost open span of a thread; 0: none. Then the one around it. */
uint32_t nesting_top(const struct nesting *nesting, uint32_t thread);
uint32_t nesting_below(const struct nesting *nesting, uint32_t open);

#endif
