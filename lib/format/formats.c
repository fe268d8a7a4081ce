/* formats.c - the list of formats */
#include "format/formats.h"

#include <string.h>

#include "format/chrome/chrome.h"
#include "format/liteos/liteos.h"
#include "format/rkh/rkh.h"
#include "format/threadx/threadx.h"

const struct pxt_format *const pxt_formats[] = {
	&pxt_format_chrome,
	&pxt_format_liteos,
	&pxt_format_rkh,
	&pxt_format_threadx,
	NULL,
};

const struct pxt_format *pxt_format_find(const char *name)
{
	for (size_t i = 0; pxt_formats[i]; i++)
		if (!strcmp(pxt_formats[i]->name, name))
			return pxt_formats[i];
	return NULL;
}

const struct pxt_format *pxt_format_guess(const struct pxt_probe *probe,
					  unsigned *sure)
{
	const struct pxt_format *best = NULL;

	*sure = PXT_PROBE_NO;
	for (size_t i = 0; pxt_formats[i]; i++) {
		const unsigned found = pxt_formats[i]->probe(probe);

		if (found <= *sure)
			continue;
		*sure = found;
		best = pxt_formats[i];
	}
	return best;
}
