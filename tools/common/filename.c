/*
 * filename.c - patterns for names of logs, option -o
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/filename.h"
#include "common/text.h"

bool filename_is_sound(const char *pattern, const char *letters)
{
	for (; (pattern = strchr(pattern, '%')); pattern += 2)
		if (!pattern[1] ||
		    (pattern[1] != '%' && !strchr(letters, pattern[1])))
			return false;
	return true;
}

bool filename_has(const char *pattern, char letter)
{
	for (; (pattern = strchr(pattern, '%')) && pattern[1]; pattern += 2)
		if (pattern[1] == letter)
			return true;
	return false;
}

/* The result must be a single name in a directory. */
static void put_tame(FILE *out, const char *name)
{
	char tame[256];

	text_tame(tame, sizeof(tame), name);
	if (!*tame)
		putc('_', out);
	for (char *c = tame; *c; c++)
		putc(*c == '/' ? '_' : *c, out);
}

static void put_host(FILE *out, const char *name)
{
	char host[HOST_NAME_MAX + 1] = "";

	if (!name)
		gethostname(host, sizeof(host) - 1);
	put_tame(out, name ? name : host);
}

static void put_time(FILE *out, time_t time)
{
	char text[32];
	struct tm tm;

	if (localtime_r(&time, &tm) &&
	    strftime(text, sizeof(text), "%Y%m%d-%H%M%S", &tm))
		fputs(text, out);
}

static void put(FILE *out, char letter, const struct filename_facts *facts)
{
	switch (letter) {
	case 'p':
		fprintf(out, "%d", (int)facts->pid);
		break;
	case 'c':
		put_tame(out, facts->program);
		break;
	case 'h':
		put_host(out, facts->host);
		break;
	case 't':
		put_time(out, facts->time);
		break;
	case 'n':
		fprintf(out, "%06u", facts->number);
		break;
	case 'e':
		put_tame(out, facts->event);
		break;
	case 'I':
		put_tame(out, facts->incident);
		break;
	case 'i':
		fprintf(out, "%d", (int)facts->tid);
		break;
	default:
		putc(letter, out);
	}
}

char *filename_expand(const char *pattern, const struct filename_facts *facts)
{
	char *name = NULL;
	size_t size;
	FILE *out = open_memstream(&name, &size);

	if (!out)
		return NULL;
	for (; *pattern; pattern++)
		if (*pattern == '%' && pattern[1])
			put(out, *++pattern, facts);
		else
			putc(*pattern, out);
	if (fclose(out)) {
		free(name);
		return NULL;
	}
	return name;
}

char *filename_with(const char *pattern, char letter)
{
	const char *slash = strrchr(pattern, '/');
	const char *base = slash ? slash + 1 : pattern;
	const char *suffix = strrchr(base, '.');
	char *with;

	if (filename_has(pattern, letter))
		return strdup(pattern);
	if (!suffix || suffix == base)
		suffix = base + strlen(base);
	if (asprintf(&with, "%.*s.%%%c%s", (int)(suffix - pattern), pattern,
		     letter, suffix) < 0)
		return NULL;
	return with;
}

char *filename_numbered(const char *pattern)
{
	return filename_with(pattern, 'n');
}
