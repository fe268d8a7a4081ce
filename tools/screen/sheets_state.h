/*
 * sheets_state.h - tables on a terminal, and what the user has made of them
 */
#ifndef SCREEN_SHEETS_STATE_H
#define SCREEN_SHEETS_STATE_H

#include <stdbool.h>

#include "common/table.h"
#include "screen/history.h"

enum { SHEETS_MOST = 8, SHEETS_KEY = 256, SHEETS_HEAD = 256 };

/* The order of a table's rows. */
struct sheet_order {
	size_t column; /* number from 1; 0: as they come */
	bool is_reversed;
};

/* Zero at first. */
struct sheets {
	const char *title; /* title of the help: "posixtrace top" */
	bool ascii;
	const struct table *const *tables; /* borrowed */
	size_t count;
	char head[SHEETS_HEAD];
	const char *remarks; /* lines below; borrowed, or NULL */
	struct history history;
	struct sheet_order order[SHEETS_MOST];
	size_t table;		   /* the selected row's */
	char selected[SHEETS_KEY]; /* key of the selected row; "": none */
	size_t place;		   /* place of that row among all */
	size_t top;		   /* first line on the screen */
	size_t left;	/* number of columns that the user moved out of view */
	bool is_inside; /* the selected row is shown as a whole */
	bool helps;
};

#endif
