/*
 * log_reasons.h - reasons of losses in a section
 *
 * Null-terminated texts in a row. They are collected here until their section
 * is written, with the texts in its chunk's head.
 */
#ifndef PXT_LOG_REASONS_H
#define PXT_LOG_REASONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero at first. */
struct pxt_log_reasons {
	char *texts;
	size_t len, room;
	size_t last; /* start of the last one */
};

/* True if there is room for a text, which is not added yet. */
bool pxt_log_reasons_reserve(struct pxt_log_reasons *reasons, const char *text);

/* Adds a text that has room, unless it equals the last one. Returns the address
 * for its LOSS record. */
uint64_t pxt_log_reasons_add(struct pxt_log_reasons *reasons, const char *text);

/* Bytes of the texts in a chunk's head, with padding zeroes. */
size_t pxt_log_reasons_span(const struct pxt_log_reasons *reasons);

/* Empties the texts, after writing them. */
void pxt_log_reasons_forget(struct pxt_log_reasons *reasons);

void pxt_log_reasons_fini(struct pxt_log_reasons *reasons);

#endif
