/*
 * term.c - the events that a rule is about: a selection within its text
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/term.h"

static const char no_event[] = "here should be an event";

static bool add_words(struct scan *scan, struct select_words *words,
		      const char *what)
{
	const char *at;
	char *list;
	int err;

	scan_next(scan);
	at = scan->at;
	list = scan_word(scan, what);
	if (!list)
		return false;
	err = select_words_add(words, list);
	free(list);
	return !err || scan_fail(scan, at,
				 err == ENOMEM ? "no memory is left" :
						 "this name is empty");
}

static bool add_condition(struct scan *scan, struct selection *selection)
{
	struct where_error error;
	const char *at;
	char *text;

	scan_next(scan);
	at = scan->at;
	text = scan_word(scan, "here should be a condition");
	if (!text)
		return false;
	where_free(selection->where);
	selection->where = where_parse(text, &error);
	free(text);
	/* The column counts in the condition, behind its quotation mark. */
	return selection->where ||
	       scan_fail(scan,
			 at + (*at == '"' || *at == '\'') + error.column - 1,
			 error.what);
}

/* The letter of the option that is next; '\0': none is. */
static char next_option(struct scan *scan)
{
	if (scan_next(scan) != '-' || !scan->at[1] ||
	    !strchr("eptHw", scan->at[1]) ||
	    !(isspace((unsigned char)scan->at[2]) || scan->at[2] == '"' ||
	      scan->at[2] == '\''))
		return '\0';
	return scan->at[1];
}

static bool add_option(struct scan *scan, struct term *term, char letter)
{
	struct selection *selection = &term->selection;

	scan->at += 2;
	term->is_more |= letter != 'e';
	switch (letter) {
	case 'e':
		return add_words(scan, &selection->events, no_event);
	case 'p':
		return add_words(scan, &selection->processes,
				 "here should be a process");
	case 't':
		return add_words(scan, &selection->threads,
				 "here should be a thread");
	case 'H':
		return add_words(scan, &selection->hosts,
				 "here should be a host");
	default:
		return add_condition(scan, selection);
	}
}

static bool parse(struct scan *scan, struct term *term)
{
	char letter = next_option(scan);

	if (!letter && !add_words(scan, &term->selection.events, no_event))
		return false;
	while ((letter = next_option(scan)))
		if (!add_option(scan, term, letter))
			return false;
	return true;
}

static bool names_system(const struct select_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (!strncmp(words->word[i], "posix_trace", 11))
			return true;
	return false;
}

static size_t length(const char *begin, const char *end)
{
	while (end > begin && isspace((unsigned char)end[-1]))
		end--;
	return (size_t)(end - begin);
}

struct term *term_parse(struct scan *scan)
{
	struct term *term = calloc(1, sizeof(*term));
	const char *begin;

	scan_next(scan);
	begin = scan->at;
	if (!term) {
		scan_fail(scan, begin, "no memory is left");
		return NULL;
	}
	if (parse(scan, term)) {
		term->has_system = names_system(&term->selection.events);
		term->text = strndup(begin, length(begin, scan->at));
	}
	if (term->text)
		return term;
	scan_fail(scan, begin, "no memory is left");
	term_free(term);
	return NULL;
}

void term_free(struct term *term)
{
	if (!term)
		return;
	selection_fini(&term->selection);
	free(term->text);
	free(term);
}

int term_begin(struct term *term, struct source *source)
{
	return selection_begin(&term->selection, source, false);
}

bool term_wants_type(struct term *term, trace_event_id_t type)
{
	return (term->has_system || type >= POSIX_TRACE_UNNAMED_USEREVENT) &&
	       selection_wants_type(&term->selection, type);
}
