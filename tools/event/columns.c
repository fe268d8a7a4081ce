/*
 * columns.c - columns of items, option -O
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "event/columns.h"
#include "event/fields.h"

static const char *const names[COLUMN_FIELD] = {
	[COLUMN_TIME] = "time",	      [COLUMN_DELTA] = "delta",
	[COLUMN_TS] = "ts",	      [COLUMN_THREAD] = "thread",
	[COLUMN_NAME] = "name",	      [COLUMN_PID] = "pid",
	[COLUMN_TID] = "tid",	      [COLUMN_COMM] = "comm",
	[COLUMN_HOST] = "host",	      [COLUMN_ADDR] = "addr",
	[COLUMN_TNAME] = "tname",     [COLUMN_FUNCTION] = "func",
	[COLUMN_PLACE] = "src",	      [COLUMN_MANGLED] = "mangled",
	[COLUMN_INLINED] = "inlined", [COLUMN_LEN] = "len",
	[COLUMN_DATA] = "data",	      [COLUMN_HEX] = "hex",
	[COLUMN_ARGS] = "args",	      [COLUMN_LOST] = "lost",
};

void columns_guess(struct guess *guess)
{
	guess_add_all(guess, names, COLUMN_FIELD);
}

bool columns_have(const struct columns *columns, enum column_kind kind)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->column[i].kind == kind)
			return true;
	return false;
}

const char *columns_name(size_t index)
{
	return index < COLUMN_FIELD ? names[index] : NULL;
}

/* Names of fields are identifiers of C. */
static bool is_field(const char *written)
{
	const char *name = fields_bare(written);

	if (!*name || isdigit((unsigned char)*name))
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

static bool find(struct column *column)
{
	for (size_t i = 0; i < COLUMN_FIELD; i++) {
		column->kind = (enum column_kind)i;
		if (!strcmp(names[i], column->name))
			return true;
	}
	column->kind = COLUMN_FIELD;
	return is_field(column->name);
}

static bool is_there(const struct columns *columns, const struct column *other)
{
	for (size_t i = 0; i < columns->count; i++) {
		const struct column *column = &columns->column[i];

		if (column->kind == other->kind &&
		    (column->kind != COLUMN_FIELD ||
		     !strcmp(fields_bare(column->name),
			     fields_bare(other->name))))
			return true;
	}
	return false;
}

static const char *add(struct columns *columns, const char *name, size_t len)
{
	struct column *column = &columns->column[columns->count];

	if (!len)
		return "a name is empty";
	if (columns->count == COLUMNS_MAX)
		return "too many columns";
	if (len >= COLUMNS_NAME)
		return "no field has a name as long";
	memcpy(column->name, name, len);
	column->name[len] = '\0';
	if (!find(column))
		return "neither a column, see --help, nor the name of a field";
	if (is_there(columns, column))
		return "given twice";
	columns->count++;
	return NULL;
}

bool columns_parse(const char *text, struct columns *columns, char *why)
{
	const char *wrong;

	columns->count = 0;
	for (;;) {
		size_t len = strcspn(text, ",");

		wrong = add(columns, text, len);
		if (wrong)
			break;
		if (!text[len])
			return true;
		text += len + 1;
	}
	snprintf(why, COLUMNS_WHY, "%.*s%s%s", (int)strcspn(text, ","), text,
		 *text && *text != ',' ? ": " : "", wrong);
	return false;
}
