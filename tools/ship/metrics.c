/*
 * metrics.c - a file of figures, in the text format of Prometheus
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge/texts.h"
#include "ship/metrics.h"

/* A name may have any bytes, and readers of the file want UTF-8. */
static char *mend_label(const char *label)
{
	enum { WIDEST = 3 }; /* bytes of U+FFFD */
	const size_t len = strlen(label), room = WIDEST * len;
	char *mended = malloc(room + 1);
	size_t at = 0;

	if (!mended)
		return NULL;
	texts_append(mended, &at, room, label, len);
	mended[at] = '\0';
	return mended;
}

static void put_label(FILE *out, const char *label)
{
	for (; *label; label++)
		if (*label == '\n')
			fputs("\\n", out);
		else
			fprintf(out, "%s%c",
				*label == '"' || *label == '\\' ? "\\" : "",
				*label);
}

static void put(FILE *out, const char *command, const char *label,
		const struct metric *metric)
{
	fprintf(out,
		"# HELP posixtrace_%s_%s %s\n"
		"# TYPE posixtrace_%s_%s %s\n"
		"posixtrace_%s_%s{name=\"",
		command, metric->name, metric->help, command, metric->name,
		metric->type, command, metric->name);
	put_label(out, label);
	fprintf(out, "\"} %.17g\n", metric->value);
}

static int write_draft(const char *draft, const char *command, const char *name,
		       const struct metric *metrics, size_t count)
{
	FILE *out = fopen(draft, "we");
	int err = 0;

	if (!out)
		return errno;
	for (size_t i = 0; i < count; i++)
		put(out, command, name, &metrics[i]);
	if (ferror(out))
		err = EIO;
	if (fclose(out) && !err)
		err = errno;
	return err;
}

int metrics_write(const char *file, const char *command, const char *name,
		  const struct metric *metrics, size_t count)
{
	char *draft, *label;
	int err = ENOMEM;

	if (asprintf(&draft, "%s~", file) < 0)
		return ENOMEM;
	label = mend_label(name);
	if (label)
		err = write_draft(draft, command, label, metrics, count);
	free(label);
	if (!err && rename(draft, file))
		err = errno;
	if (err)
		unlink(draft);
	free(draft);
	return err;
}
