/* export.c - shared parts of the exporters */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "format/export.h"

int pxt_export_refuse(struct pxt_export *export, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(export->why, sizeof(export->why), format, arguments);
	va_end(arguments);
	return EINVAL;
}

/* The last slot collects losses that find no slot of their own. */
void pxt_export_lose_more(struct pxt_export *export, const char *what,
			  uint64_t count)
{
	size_t i = 0;

	while (i < export->losses && strcmp(export->loss[i].what, what))
		i++;
	if (i == PXT_EXPORT_LOSSES)
		i--;
	if (i == export->losses) {
		snprintf(export->loss[i].what, sizeof(export->loss[i].what),
			 "%s", what);
		export->losses++;
	}
	export->loss[i].count += count;
}

void pxt_export_lose(struct pxt_export *export, const char *what)
{
	pxt_export_lose_more(export, what, 1);
}

int64_t pxt_export_round(struct pxt_export *export, double number)
{
	const double rounded = rint(number);

	if (!(fabs(rounded) < 0x1p63)) {
		pxt_export_lose(export, "numbers out of range");
		return 0;
	}
	if (rounded != number)
		pxt_export_lose(export, "fractions of numbers");
	return (int64_t)rounded;
}

void pxt_export_lose_place(struct pxt_export *export,
			   const struct posix_trace_item_np *item)
{
	if (item->info.posix_prog_address)
		pxt_export_lose(export, "places in programs");
}
