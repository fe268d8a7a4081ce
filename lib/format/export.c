/* export.c - what all exporters need */
#include <stdio.h>
#include <string.h>

#include "format/export.h"

/* The last place takes what finds no other. */
void pxt_export_lose(struct pxt_export *export, const char *what)
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
	export->loss[i].count++;
}
