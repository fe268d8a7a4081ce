/*
 * search.h - finding events by their names, or by a condition
 *
 * A text with an operator of -w is a condition; any other is a list of names and
 * patterns, as that of -e, or a part of a name.
 */
#ifndef SCREEN_SEARCH_H
#define SCREEN_SEARCH_H

#include "screen/timeline.h"
#include "select/selection.h"

enum { SEARCH_TEXT = 256 };

/* Zero at first. */
struct search {
	struct selection selection;
	char text[SEARCH_TEXT]; /* the user's text; "": none */
	bool is_running;
	int64_t at_ns; /* time of the last item, */
	unsigned same; /* items of that time so far */
};

void search_fini(struct search *search);

/* Begins a search behind the first event at the cursor. What is wrong with the
 * text is said. */
int search_begin(struct search *search, struct timeline *timeline,
		 const char *text);

/* Goes on with the text of the last one. */
int search_again(struct search *search, struct timeline *timeline);

/* Searches for a moment, where nothing else reads; the cursor moves to what is
 * found. */
int search_step(struct search *search, struct timeline *timeline);

#endif
