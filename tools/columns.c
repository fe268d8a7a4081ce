/*
 * columns.c - what there is to tell of an item, by the names of -O
 */
#include <string.h>

#include "columns.h"

static const char *const names[COLUMNS_MAX] = {
	[COLUMN_TIME] = "time", [COLUMN_DELTA] = "delta",
	[COLUMN_TS] = "ts",	[COLUMN_THREAD] = "thread",
	[COLUMN_NAME] = "name", [COLUMN_PID] = "pid",
	[COLUMN_TID] = "tid",	[COLUMN_COMM] = "comm",
	[COLUMN_HOST] = "host", [COLUMN_ADDR] = "addr",
	[COLUMN_LEN] = "len",	[COLUMN_DATA] = "data",
	[COLUMN_HEX] = "hex",	[COLUMN_LOST] = "lost",
};

const char *column_name(enum column column)
{
	return names[column];
}

bool columns_have(const struct columns *columns, enum column column)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->column[i] == column)
			return true;
	return false;
}

static bool add(struct columns *columns, const char *name, size_t len)
{
	for (size_t i = 0; i < COLUMNS_MAX; i++) {
		if (strlen(names[i]) != len || memcmp(names[i], name, len))
			continue;
		if (columns_have(columns, (enum column)i))
			return false;
		columns->column[columns->count++] = (enum column)i;
		return true;
	}
	return false;
}

bool columns_parse(const char *text, struct columns *columns)
{
	columns->count = 0;
	for (;;) {
		size_t len = strcspn(text, ",");

		if (!add(columns, text, len))
			return false;
		if (!text[len])
			return true;
		text += len + 1;
	}
}
