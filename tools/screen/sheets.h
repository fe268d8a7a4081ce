/*
 * sheets.h - tables on a terminal, that change, and whose rows are looked into
 *
 *	head       a line about all, with the history of its rate
 *	TITLE ...  bold; the column that the rows are sorted by is underlined
 *	row ...    the selected one is inverse; Enter shows all of it
 *
 * A percentage has a bar, a rate its history. Rows are known again by the texts of
 * their first columns.
 */
#ifndef SCREEN_SHEETS_H
#define SCREEN_SHEETS_H

#include <stdbool.h>

#include "screen/sheets_state.h"

void sheets_fini(struct sheets *sheets);

/* Shows tables, which are borrowed until the next call. head: a text; rate: its
 * rate, below 0: none. remarks: borrowed as well, or NULL. ENOMEM. */
int sheets_show(struct sheets *sheets, const struct table *const *tables,
		size_t count, const char *head, double rate,
		const char *remarks);

/* Obeys keys for that long. False: the user has quit. */
bool sheets_wait(struct sheets *sheets, double seconds);

#endif
