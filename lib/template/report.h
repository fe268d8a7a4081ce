/*
 * report.h - events in columns, as AIX reports them
 *
 *	ID    ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT
 *	010   0.000000000       0.000000   loop pass 1
 *	030   0.000250000       0.250000           call
 *
 * What an event prints stands in one of four columns of text, by its level.
 */
#ifndef PXT_TEMPLATE_REPORT_H
#define PXT_TEMPLATE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "template/lines.h"

enum pxt_report_times {
	PXT_REPORT_BOTH, /* the delta in milliseconds */
	PXT_REPORT_ELAPSED,
	PXT_REPORT_MICRO, /* both, the delta in microseconds */
	PXT_REPORT_NO_TIMES,
};

/* Zeroes are the defaults. */
struct pxt_report_options {
	bool no_ids, exec, cpuid, pid, tid;
	bool two_lines;
	bool histogram; /* its user's matter, as the next three are */
	enum pxt_report_times times;
	unsigned page_size; /* lines; 0: there are no pages */
	bool has_start, has_end;
	uint64_t start, end; /* in nanoseconds from the first event */
	bool others;	     /* than that of the histogram were given */
};

/* Parse "NAME=VALUE,NAME=VALUE", and add to what is set. A histogram has no
 * other option beside it. False: *why tells of the part of the text that begins
 * at *wrong. */
bool pxt_report_parse(struct pxt_report_options *options, const char *text,
		      const char **wrong, const char **why);

/* Who and when an event was. */
struct pxt_report_event {
	uint16_t id;
	uint64_t time;	  /* in nanoseconds */
	const char *exec; /* NULL: nobody knows */
	int64_t pid, tid;
	unsigned cpu;
};

/* Where lines go: len bytes that end with a newline. */
struct pxt_report_sink {
	void (*write)(struct pxt_report_sink *sink, const char *text,
		      size_t len);
};

struct pxt_report {
	struct pxt_report_options options;
	struct pxt_report_sink *sink; /* borrowed */
	bool has_titles;
	bool has_first, has_last;
	uint64_t first; /* times: of the trace, */
	uint64_t last;	/* and of the last event that was reported */
	unsigned line;	/* on the page */
	char text[PXT_LINES_MOST + 1024];
};

void pxt_report_init(struct pxt_report *report,
		     const struct pxt_report_options *options, bool has_titles,
		     struct pxt_report_sink *sink);

/* An event was met, whether it is reported or not: the first one's time is that
 * of the trace. */
void pxt_report_meet(struct pxt_report *report, uint64_t time);

/* Whether it is within the bounds of the options. */
bool pxt_report_wants(const struct pxt_report *report, uint64_t time);

/* Write what it printed, with titles where these are due. */
void pxt_report_put(struct pxt_report *report,
		    const struct pxt_report_event *event,
		    const struct pxt_lines *lines);

/* Write the titles, if there are any and nothing was reported. */
void pxt_report_end(struct pxt_report *report);

#endif
