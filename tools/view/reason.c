/*
 * reason.c - reasons of losses, fit to be shown
 */
#include <stdio.h>

#include "common/text.h"
#include "view/reason.h"

const char *reason_of(const struct posix_trace_item_np *item,
		      char text[REASON_SIZE])
{
	char told[REASON_SIZE] = "";

	if (item->data_len)
		snprintf(told, sizeof(told), "%.*s", (int)item->data_len,
			 (const char *)item->data);
	text_tame(text, REASON_SIZE, told);
	return text;
}
