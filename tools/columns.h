/*
 * columns.h - what there is to tell of an item, by the names of -O
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

enum column {
	COLUMN_TIME, /* as --time says */
	COLUMN_DELTA,
	COLUMN_TS, /* nanoseconds since the epoch */
	COLUMN_THREAD,
	COLUMN_NAME,
	COLUMN_PID,
	COLUMN_TID,
	COLUMN_COMM,
	COLUMN_HOST,
	COLUMN_ADDR,
	COLUMN_LEN,
	COLUMN_DATA,
	COLUMN_HEX,
	COLUMN_LOST,
	COLUMNS_MAX
};

struct columns {
	size_t count; /* 0: none were asked for */
	enum column column[COLUMNS_MAX];
};

/* Names, separated by commas. False: one of them is no column, or is there
 * twice. */
bool columns_parse(const char *text, struct columns *columns);

const char *column_name(enum column column);

bool columns_have(const struct columns *columns, enum column column);

#endif
