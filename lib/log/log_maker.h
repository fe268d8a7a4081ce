/*
 * log_maker.h - making a log from single events
 *
 * Readers get the events at their times, whatever the order in which they were
 * put: see "Logs that were made" in docs/log-format.md. A bounded number of
 * events is buffered, to write a section for each thread.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_MAKER_H
#define PXT_LOG_MAKER_H

#include "log/log_writer.h"
#include "model/event.h"

struct pxt_log_maker;

/* Contract of pxt_log_create(); clock, ticks and rate of the header are set
 * here. fd: borrowed until close. */
int pxt_log_maker_create(int fd, const struct pxt_log_header *header,
			 struct pxt_log_maker **out);

/* The writer, for names and so on: to be put before the events that need
 * them. */
struct pxt_log_writer *pxt_log_maker_writer(struct pxt_log_maker *maker);

/* Puts an event, or a LOSS with an optional reason; ticks and family are
 * ignored. After an error, other than EMSGSIZE, the call may be repeated.
 * EMSGSIZE: more data than fits a section. */
int pxt_log_maker_put(struct pxt_log_maker *maker,
		      const struct pxt_event *event);

/* Writes buffered events. Short sections make a log long. */
int pxt_log_maker_flush(struct pxt_log_maker *maker);

/* Writes buffered events, and END. The counts of status are computed here. */
int pxt_log_maker_finish(struct pxt_log_maker *maker,
			 const struct pxt_log_end *status);

void pxt_log_maker_close(struct pxt_log_maker *maker);

#endif
