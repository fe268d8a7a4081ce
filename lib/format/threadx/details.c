/* details.c - details of objects as registry slots of ThreadX */
#include "format/threadx/details.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text behind "key=", or NULL. */
static const char *find(const char *text, const char *key)
{
	const size_t len = strlen(key);

	while (text) {
		if (!strncmp(text, key, len) && text[len] == '=')
			return text + len + 1;
		text = strchr(text, ' ');
		if (text)
			text++;
	}
	return NULL;
}

bool pxt_threadx_details_number(const char *text, const char *key,
				uint64_t *number)
{
	const char *const value = find(text, key);
	char *end;

	if (!value || *value < '0' || *value > '9')
		return false;
	errno = 0;
	*number = strtoull(value, &end, 0);
	return !errno && (!*end || *end == ' ');
}

static bool byte_of(const char *text, const char *key, uint8_t *byte)
{
	uint64_t number;

	if (!pxt_threadx_details_number(text, key, &number) ||
	    number > UINT8_MAX)
		return false;
	*byte = (uint8_t)number;
	return true;
}

bool pxt_threadx_details_parse_object(struct pxt_threadx_details *details,
				      const char *text)
{
	return byte_of(text, "type", &details->type) &&
	       byte_of(text, "reserved1", &details->reserved1) &&
	       byte_of(text, "reserved2", &details->reserved2) &&
	       pxt_threadx_details_number(text, "param1",
					  &details->parameter[0]) &&
	       pxt_threadx_details_number(text, "param2",
					  &details->parameter[1]);
}

bool pxt_threadx_details_parse(struct pxt_threadx_details *details,
			       const char *text)
{
	return pxt_threadx_details_number(text, "slot", &details->slot) &&
	       byte_of(text, "available", &details->available) &&
	       pxt_threadx_details_parse_object(details, text);
}
