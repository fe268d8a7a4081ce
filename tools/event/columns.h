/*
 * columns.h - columns of items, option -O
 *
 * An unknown name is that of a described field.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/guess.h"

enum column_kind {
	COLUMN_TIME, /* time in the form of --time */
	COLUMN_DELTA,
	COLUMN_TS, /* nanoseconds since the epoch */
	COLUMN_THREAD,
	COLUMN_NAME,
	COLUMN_PID,
	COLUMN_TID,
	COLUMN_COMM,
	COLUMN_TNAME, /* name of the thread */
	COLUMN_HOST,
	COLUMN_ADDR,
	COLUMN_FUNCTION, /* function at the address, */
	COLUMN_PLACE,	 /* source file and line of it, */
	COLUMN_MANGLED,	 /* linker's name of the function, */
	COLUMN_INLINED,	 /* functions inlined at the line */
	COLUMN_LEN,
	COLUMN_DATA,
	COLUMN_HEX,
	COLUMN_ARGS, /* all fields */
	COLUMN_LOST,
	COLUMN_FIELD, /* a field by its name */
};

enum {
	COLUMNS_MAX = 64,
	COLUMNS_NAME = 80, /* bytes of "args." and a field's name */
	COLUMNS_WHY = 160,
};

struct column {
	enum column_kind kind;
	char name[COLUMNS_NAME]; /* the user's spelling */
};

struct columns {
	size_t count; /* 0: not given */
	struct column column[COLUMNS_MAX];
};

/* Parses names, separated by commas. False: an invalid name, a duplicate, or
 * too many; the reason goes to COLUMNS_WHY bytes. */
bool columns_parse(const char *text, struct columns *columns, char *why);

/* Considers the names of columns that are no fields. */
void columns_guess(struct guess *guess);

bool columns_have(const struct columns *columns, enum column_kind kind);

/* The names of columns that are no fields, by index; NULL: no more. */
const char *columns_name(size_t index);

#endif
