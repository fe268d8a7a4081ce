/*
 * columns.h - what there is to tell of an item, by the names of -O
 *
 * A name that is none of ours is that of a field which programs have described.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/guess.h"

enum column_kind {
	COLUMN_TIME, /* as --time says */
	COLUMN_DELTA,
	COLUMN_TS, /* nanoseconds since the epoch */
	COLUMN_THREAD,
	COLUMN_NAME,
	COLUMN_PID,
	COLUMN_TID,
	COLUMN_COMM,
	COLUMN_TNAME, /* of the thread */
	COLUMN_HOST,
	COLUMN_ADDR,
	COLUMN_FUNCTION, /* what is at this address, */
	COLUMN_PLACE,	 /* ... and in which line of the source */
	COLUMN_MANGLED,	 /* the function as the linker has it, */
	COLUMN_INLINED,	 /* ... and all that is inlined around the line */
	COLUMN_LEN,
	COLUMN_DATA,
	COLUMN_HEX,
	COLUMN_ARGS, /* all fields */
	COLUMN_LOST,
	COLUMN_FIELD, /* one of them, by its name */
};

enum {
	COLUMNS_MAX = 64,
	COLUMNS_NAME = 80, /* bytes of a name that is "args." and a field's */
	COLUMNS_WHY = 160,
};

struct column {
	enum column_kind kind;
	char name[COLUMNS_NAME]; /* as the user wrote it */
};

struct columns {
	size_t count; /* 0: none were asked for */
	struct column column[COLUMNS_MAX];
};

/* Names, separated by commas. False: one of them can be no column, or is there
 * twice, or these are too many; and which, into COLUMNS_WHY bytes. */
bool columns_parse(const char *text, struct columns *columns, char *why);

/* Consider the names of those that are no fields. */
void columns_guess(struct guess *guess);

bool columns_have(const struct columns *columns, enum column_kind kind);

/* The name of each column that is no field, in turn; NULL: there are no more. */
const char *columns_name(size_t index);

#endif
