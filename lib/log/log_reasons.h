/*
 * log_reasons.h - why events are missing, as a section tells of its losses
 *
 * Texts, one behind the other, each with its null. They wait here until the
 * section that they belong to is written, and stand in its chunk's head then.
 */
#ifndef PXT_LOG_REASONS_H
#define PXT_LOG_REASONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroes at first. */
struct pxt_log_reasons {
	char *texts;
	size_t len, room;
	size_t last; /* where the last one begins */
};

/* Whether a text finds room; it is not there yet. */
bool pxt_log_reasons_reserve(struct pxt_log_reasons *reasons, const char *text);

/* Add one that was given room, unless it is the same as the last one. Gives
 * what its LOSS record has for an address. */
uint64_t pxt_log_reasons_add(struct pxt_log_reasons *reasons, const char *text);

/* As many bytes of texts as a chunk's head takes: zeroes are behind them. */
size_t pxt_log_reasons_span(const struct pxt_log_reasons *reasons);

/* They were written. */
void pxt_log_reasons_forget(struct pxt_log_reasons *reasons);

void pxt_log_reasons_fini(struct pxt_log_reasons *reasons);

#endif
