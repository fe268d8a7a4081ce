/* events_file.c - files with names of events */
#include "format/events_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LARGEST = 4 << 20, /* bytes of a file */
	NAME_MOST = 60,	   /* characters that are kept */
};

/* Reading */

/* UTF-8 files may begin with a byte order mark, written by some editors. */
static void drop_mark(char *text, size_t *len)
{
	if (*len < 3 || memcmp(text, "\xef\xbb\xbf", 3))
		return;
	*len -= 3;
	memmove(text, text + 3, *len + 1);
}

static int read_file(FILE *file, const char *path, char **text, size_t *len,
		     struct pxt_trace *trace)
{
	char *read = malloc(LARGEST + 1);

	if (!read)
		return ENOMEM;
	errno = 0;
	*len = fread(read, 1, LARGEST + 1, file);
	if (ferror(file))
		pxt_trace_refuse(trace, "events: %s: %s", path,
				 strerror(errno));
	else if (*len > LARGEST)
		pxt_trace_refuse(trace, "events: %s: is too large", path);
	else {
		read[*len] = '\0';
		drop_mark(read, len);
		*text = read;
		return 0;
	}
	free(read);
	return EINVAL;
}

int pxt_events_file_read(const struct pxt_settings *settings, char **text,
			 size_t *len, struct pxt_trace *trace)
{
	const char *path = pxt_settings_get(settings, "events");
	FILE *file;
	int err;

	*text = NULL;
	if (!path || !*path)
		return 0;
	file = fopen(path, "re");
	if (!file) {
		pxt_trace_refuse(trace, "events: %s: %s", path,
				 strerror(errno));
		return EINVAL;
	}
	err = read_file(file, path, text, len, trace);
	fclose(file);
	return err;
}

int pxt_events_file_refuse(struct pxt_trace *trace, unsigned line,
			   const char *why)
{
	pxt_trace_refuse(trace, "events: line %u: %s", line, why);
	return EINVAL;
}

/* Names */

bool pxt_events_file_has_word(const char *const *words, const char *name)
{
	for (; *words; words++)
		if (!strcmp(*words, name))
			return true;
	return false;
}

/* Reserved words of descriptions, and names of types. */
static bool is_reserved(const char *name)
{
	static const char *const words[] = {
		"_Atomic", "_Bool",    "_Complex", "bool",   "char",
		"const",   "double",   "enum",	   "extern", "float",
		"int",	   "long",     "restrict", "short",  "signed",
		"static",  "struct",   "typedef",  "union",  "unsigned",
		"void",	   "volatile", NULL,
	};
	const size_t len = strlen(name);

	return pxt_events_file_has_word(words, name) ||
	       (len > 2 && !strcmp(name + len - 2, "_t"));
}

size_t pxt_events_file_name(char *name, const char *written, size_t len)
{
	char *to = name;

	if (isdigit((unsigned char)*written))
		*to++ = '_';
	for (size_t i = 0; i < len && i < NAME_MOST; i++)
		*to++ = isalnum((unsigned char)written[i]) ? written[i] : '_';
	*to = '\0';
	if (is_reserved(name)) {
		*to++ = '_';
		*to = '\0';
	}
	return (size_t)(to - name);
}
