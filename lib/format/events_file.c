/* events_file.c - a file that says what events are called */
#include "format/events_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 4 << 20 }; /* bytes of a file */

bool pxt_events_file_is_reserved(const char *word)
{
	static const char *const words[] = {
		"_Atomic", "_Bool",  "_Complex", "bool",   "char",   "const",
		"double",  "enum",   "extern",	 "float",  "int",    "long",
		"restrict", "short", "signed",	 "static", "struct", "typedef",
		"union",   "unsigned", "void",	 "volatile",
	};
	const size_t len = strlen(word);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i], word))
			return true;
	return len > 2 && !strcmp(word + len - 2, "_t");
}

static int read_file(FILE *file, const char *path, char **text, size_t *len,
		     struct pxt_trace *trace)
{
	*text = malloc(LARGEST + 1);
	if (!*text)
		return ENOMEM;
	errno = 0;
	*len = fread(*text, 1, LARGEST + 1, file);
	if (ferror(file))
		pxt_trace_refuse(trace, "events: %s: %s", path,
				 strerror(errno));
	else if (*len > LARGEST)
		pxt_trace_refuse(trace, "events: %s: is too large", path);
	else {
		(*text)[*len] = '\0';
		return 0;
	}
	free(*text);
	return EINVAL;
}

int pxt_events_file_read(const char *path, char **text, size_t *len,
			 struct pxt_trace *trace)
{
	FILE *file = fopen(path, "re");
	int err;

	if (!file) {
		pxt_trace_refuse(trace, "events: %s: %s", path,
				 strerror(errno));
		return EINVAL;
	}
	err = read_file(file, path, text, len, trace);
	fclose(file);
	return err;
}
