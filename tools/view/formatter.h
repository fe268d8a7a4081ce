/*
 * formatter.h - lines that workers make
 *
 * The workers of a log format the selected items of each batch as text, lines or
 * JSON, and the output takes that instead of items. A line depends on those before it: on
 * the time of the last one, and on the widths of columns so far. A worker takes
 * these from the output's last state, and its text counts if that was right;
 * otherwise the output formats the items itself, in the worker still, as what
 * it puts of a batch comes from there.
 */
#ifndef FORMATTER_H
#define FORMATTER_H

#include "select/selection.h"
#include "source/log_workers.h"
#include "view/output.h"

struct formatter;

/* Makes the workers of a log format for an output, which has put nothing, and
 * is borrowed until close, as the selection is, which has begun. NULL: the
 * output, or the log, needs items one by one. */
struct formatter *formatter_create(struct output *output,
				   struct selection *selection,
				   struct log_workers *workers);
void formatter_close(struct formatter *formatter);

/* Puts the selected items, unless the output is over before, and counts them in
 * the selection. */
int formatter_put_all(struct formatter *formatter);

#endif
