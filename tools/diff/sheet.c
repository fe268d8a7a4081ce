/*
 * sheet.c - what the runs of both sides have, aligned by name
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "diff/sheet.h"

enum { NAME_MOST = 1 << 12 }; /* bytes of a name that tell rows apart */

void sheet_fini(struct sheet *sheet)
{
	for (size_t i = 0; i < sheet->count; i++) {
		struct sheet_row *row = &sheet->row[i];

		for (unsigned side = 0; side < SIDES; side++) {
			free(row->side[side].runs.value);
			free(row->side[side].periods.value);
			spread_fini(&row->side[side].spread);
		}
		free(row->name);
	}
	for (unsigned side = 0; side < SIDES; side++) {
		free(sheet->side[side].run);
		free(sheet->side[side].period);
	}
	free(sheet->row);
	pxt_map_fini(&sheet->numbers);
}

int sheet_add_run(struct sheet *sheet, unsigned side,
		  const struct sheet_run *run)
{
	struct sheet_sample *sample = &sheet->side[side];

	if (pxt_array_reserve(&sample->run, &sample->run_room, sample->runs + 1,
			      sizeof(*run)))
		return ENOMEM;
	sample->run[sample->runs++] = *run;
	return 0;
}

int sheet_add_period(struct sheet *sheet, unsigned side, double seconds)
{
	struct sheet_sample *sample = &sheet->side[side];

	if (pxt_array_reserve(&sample->period, &sample->period_room,
			      sample->periods + 1, sizeof(seconds)))
		return ENOMEM;
	sample->period[sample->periods++] = seconds;
	return 0;
}

static int add_row(struct sheet *sheet, enum sheet_kind kind, const char *name)
{
	struct sheet_row row = { .kind = kind, .name = strdup(name) };

	if (!row.name || pxt_array_reserve(&sheet->row, &sheet->room,
					   sheet->count + 1, sizeof(row))) {
		free(row.name);
		return ENOMEM;
	}
	sheet->row[sheet->count++] = row;
	return 0;
}

int sheet_find(struct sheet *sheet, enum sheet_kind kind, const char *name,
	       uint32_t *number)
{
	char key[NAME_MOST];
	const size_t len = strnlen(name, sizeof(key) - 1);
	size_t *value;

	key[0] = (char)kind;
	memcpy(key + 1, name, len);
	value = pxt_map_at(&sheet->numbers, key, len + 1);
	if (!value)
		return ENOMEM;
	if (!*value) {
		*value = sheet->count + 1;
		if (add_row(sheet, kind, name))
			return ENOMEM;
	}
	*number = (uint32_t)(*value - 1);
	return 0;
}

struct sheet_value *sheet_value_at(struct sheet_values *values, size_t i)
{
	if (pxt_array_reserve_zeroed(&values->value, &values->room, i + 1,
				     sizeof(*values->value)))
		return NULL;
	return &values->value[i];
}

uint64_t sheet_total(const struct sheet *sheet, const struct sheet_row *row,
		     unsigned side)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < sheet->side[side].runs; i++)
		sum += sheet_value_of(&row->side[side].runs, i).count;
	return sum;
}
