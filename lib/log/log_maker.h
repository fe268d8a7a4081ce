/*
 * log_maker.h - a log out of events that are given one by one
 *
 * In whatever order they are given readers get them, at the times they were
 * given. How that is done docs/log-format.md tells, "Logs that were made".
 * Events wait in memory, a bounded number of them, until a section of each
 * thread can be written.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_MAKER_H
#define PXT_LOG_MAKER_H

#include "log/log_writer.h"
#include "model/event.h"

struct pxt_log_maker;

/* As pxt_log_create(); clock, ticks and rate of the header are set. fd:
 * borrowed until close. */
int pxt_log_maker_create(int fd, const struct pxt_log_header *header,
			 struct pxt_log_maker **out);

/* For the names and so on: before the events that need them. */
struct pxt_log_writer *pxt_log_maker_writer(struct pxt_log_maker *maker);

/* An event, or a LOSS, which may say why; its ticks and family do not count.
 * After an error, other than EMSGSIZE, the same may be tried again. EMSGSIZE:
 * more data than a section may have. */
int pxt_log_maker_put(struct pxt_log_maker *maker,
		      const struct pxt_event *event);

/* Write what waits. Sections that are short make a log long. */
int pxt_log_maker_flush(struct pxt_log_maker *maker);

/* Write what waits, and END. Of status the events and losses do not count. */
int pxt_log_maker_finish(struct pxt_log_maker *maker,
			 const struct pxt_log_end *status);

void pxt_log_maker_close(struct pxt_log_maker *maker);

#endif
