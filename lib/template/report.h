/*
 * report.h - events in columns, in AIX's layout
 *
 *	ID    ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT
 *	010   0.000000000       0.000000   loop pass 1
 *	030   0.000250000       0.250000           call
 *
 * The text of an event stands in one of four columns, by its level.
 */
#ifndef PXT_TEMPLATE_REPORT_H
#define PXT_TEMPLATE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "template/lines.h"

enum pxt_report_times {
	PXT_REPORT_BOTH, /* with the delta in milliseconds */
	PXT_REPORT_ELAPSED,
	PXT_REPORT_MICRO, /* with both, the delta in microseconds */
	PXT_REPORT_NO_TIMES,
};

/* Zero means default. */
struct pxt_report_options {
	bool no_ids, exec, cpuid, pid, tid;
	bool two_lines;
	bool histogram; /* for the caller, as the next three */
	enum pxt_report_times times;
	unsigned page_size; /* lines; 0: no pages */
	bool has_start, has_end;
	uint64_t start, end; /* in nanoseconds from the first event */
	bool others;	     /* options other than histogram's were given */
};

/* Parses "NAME=VALUE,NAME=VALUE" and adds to the options. histogram excludes
 * other options. False: the part of the text at *wrong is invalid, *why says
 * why. */
bool pxt_report_parse(struct pxt_report_options *options, const char *text,
		      const char **wrong, const char **why);

/* The process, thread and time of an event. */
struct pxt_report_event {
	uint16_t id;
	uint64_t time;	  /* in nanoseconds */
	const char *exec; /* NULL: unknown */
	int64_t pid, tid;
	unsigned cpu;
};

/* The receiver of lines: len bytes that end with a newline. */
struct pxt_report_output {
	void (*write)(struct pxt_report_output *output, const char *text,
		      size_t len);
};

struct pxt_report {
	struct pxt_report_options options;
	struct pxt_report_output *output; /* borrowed */
	bool has_titles;
	bool has_first, has_last;
	uint64_t first; /* time of the first event, */
	uint64_t last;	/* time of the last event reported */
	unsigned line;	/* line on the page */
	char text[PXT_LINES_MOST + 1024];
};

void pxt_report_init(struct pxt_report *report,
		     const struct pxt_report_options *options, bool has_titles,
		     struct pxt_report_output *output);

/* Notes an event, reported or not: the first one's time is the beginning of the
 * trace. */
void pxt_report_meet(struct pxt_report *report, uint64_t time);

/* True if a time is within the bounds of the options. */
bool pxt_report_wants(const struct pxt_report *report, uint64_t time);

/* Writes the event's text, with titles where these are due. */
void pxt_report_put(struct pxt_report *report,
		    const struct pxt_report_event *event,
		    const struct pxt_lines *lines);

/* Writes the titles if nothing was reported. */
void pxt_report_end(struct pxt_report *report);

#endif
