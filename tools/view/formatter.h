/*
 * formatter.h - lines that workers make
 *
 * The workers of a log format each batch of items as text, lines or JSON, and
 * the output takes that instead of items. A line depends on those before it: on
 * the time of the last one, and on the widths of columns so far. A worker takes
 * these from the output's last state, and its text counts if that was right;
 * otherwise the output formats the items itself.
 */
#ifndef FORMATTER_H
#define FORMATTER_H

#include "source/log_workers.h"
#include "view/output.h"

struct formatter;

/* Makes the workers of a log format for an output, which has put nothing, and
 * is borrowed until close. NULL: the output, or the log, needs items one by
 * one. */
struct formatter *formatter_create(struct output *output,
				   struct log_workers *workers);
void formatter_close(struct formatter *formatter);

/* Numbers of items in a batch. */
struct formatter_counts {
	unsigned long long events, lost;
	unsigned long long uncounted; /* losses of unknown size */
};

/* Puts the next batch. *none: there is no more. */
int formatter_put_batch(struct formatter *formatter,
			struct formatter_counts *counts, bool *none);

#endif
