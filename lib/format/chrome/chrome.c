/* chrome.c - Chrome's JSON of trace events */
#include "format/chrome/chrome.h"

#include <string.h>

#include "base/scan.h"
#include "format/chrome/import/import.h"

/* Takes a character, and the blanks before it. */
static bool take(const uint8_t **at, const uint8_t *end, char c)
{
	while (*at < end && pxt_scan_is_space((char)**at))
		++*at;
	if (*at == end || **at != (uint8_t)c)
		return false;
	++*at;
	return true;
}

static bool has(const uint8_t *at, const uint8_t *end, const char *word)
{
	return memmem(at, (size_t)(end - at), word, strlen(word));
}

/* Facts about the trace may come before its events, in any number. */
unsigned pxt_chrome_probe(const struct pxt_probe *probe)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
	const uint8_t *at = probe->start, *end = at + probe->len;

	if (probe->len >= sizeof(mark) && !memcmp(at, mark, sizeof(mark)))
		at += sizeof(mark);
	if (take(&at, end, '{'))
		return take(&at, end, '"') &&
				       has(at - 1, end, "\"traceEvents\"") ?
			       PXT_PROBE_SURE :
			       PXT_PROBE_NO;
	return take(&at, end, '[') && take(&at, end, '{') &&
			       take(&at, end, '"') &&
			       has(at - 1, end, "\"ph\"") ?
		       PXT_PROBE_SURE :
		       PXT_PROBE_NO;
}

static const struct pxt_format_option no_options[] = {
	{ NULL, NULL, NULL },
};

const struct pxt_format pxt_format_chrome = {
	.name = "chrome",
	.summary = "JSON of trace events, as Chrome made it, for many viewers",
	.patterns = "*.json",
	.import_options = no_options,
	.export_options = no_options,
	.probe = pxt_chrome_probe,
	.import = &pxt_chrome_importer,
};
