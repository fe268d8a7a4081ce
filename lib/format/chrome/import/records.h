/*
 * records.h - from events of the JSON to items of a trace, in order of time
 *
 * An event of the JSON becomes one item, two, or a name. They are sorted by
 * the times of the JSON, as the start may come behind them.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_RECORDS_H
#define PXT_FORMAT_CHROME_IMPORT_RECORDS_H

#include "format/chrome/import/numbers.h"
#include "format/chrome/import/open_spans.h"
#include "format/chrome/import/types.h"
#include "format/event_sorter.h"
#include "format/gap.h"

/* A loss is sorted as a type that no event has, with this and a text. */
enum { PXT_CHROME_LOSS = UINT32_MAX };

struct pxt_chrome_loss {
	uint64_t lost;
	int64_t end_ns;
};

enum {
	PXT_CHROME_LOSSES = 256, /* losses that have not ended */
	PXT_CHROME_LOSS_KEY = 64,
};

/* A loss that has begun. */
struct pxt_chrome_open_loss {
	char key[PXT_CHROME_LOSS_KEY]; /* "" for no loss */
	pid_t pid, tid;		       /* 0: unknown */
	int64_t ns;
	uint64_t lost;
	char why[PXT_TRACE_WHY + PXT_GAP_TEXT];
};

/* Zero at first, but for trace, sorter, types.trace and numbers.trace. */
struct pxt_chrome_records {
	struct pxt_trace *trace;
	struct pxt_event_sorter *sorter;
	struct pxt_chrome_types types;
	struct pxt_chrome_numbers numbers;
	struct pxt_chrome_open_spans open;
	struct pxt_chrome_open_loss *loss;
	uint64_t number;	 /* number of the next record */
	int64_t ns;		 /* time of the last event */
	uint64_t left_out;	 /* metadata */
	char first_left_out[64]; /* name of such metadata */
	struct {
		char *at;
		size_t room;
	} key; /* text of an id */
};

void pxt_chrome_records_fini(struct pxt_chrome_records *records);

/* Takes an event. Errors of the sorter. */
int pxt_chrome_records_take(void *context, struct pxt_chrome_event *event);

/* Takes a loss at the time of the last event; lost 0: an unknown number. Errors
 * of the sorter. */
int pxt_chrome_records_lose(void *context, uint64_t lost, const char *why);

/* Takes the losses that have not ended, and tells what was left out. Errors of
 * the sorter. */
int pxt_chrome_records_end(struct pxt_chrome_records *records);

#endif
