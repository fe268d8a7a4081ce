/*
 * result.h - what was measured, as text while it comes and as JSON at the end
 */
#ifndef RESULT_H
#define RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "measure.h"

enum { RESULT_SCENE_MAX = 80 };

/* Nanoseconds for each event, in two ways: the floor's and ours. What was not
 * measured, or means nothing here, is NAN. */
struct result_row {
	char scene[RESULT_SCENE_MAX];
	unsigned threads;
	size_t payload;
	double floor_min;
	double floor_median;
	double event_min;
	double event_median;
	double ratio; /* of the two, the median of the rounds */
	double cpu;   /* an event's processor time, the median */
	double cpu_ratio;
	double lost;	    /* events */
	double bytes;	    /* of log for each event */
	unsigned disturbed; /* rounds */
};

enum result_bound { RESULT_AT_MOST, RESULT_AT_LEAST };

/* Something that was to be reached. */
struct result_target {
	const char *what;
	const char *unit;
	enum result_bound bound;
	double wanted;
	double measured; /* or NAN */
};

struct result_entry;

struct results {
	FILE *text; /* borrowed; or NULL */
	unsigned rounds;
	const char *section; /* the current one; not copied */
	int failed;	     /* of the first allocation that did, or 0 */
	size_t count;
	struct result_entry *entry;
	size_t targets;
	struct result_target *target;
};

void results_init(struct results *results, FILE *text, unsigned rounds);
void results_fini(struct results *results);

/* What follows belongs to this section. */
void results_section(struct results *results, const char *name,
		     const char *summary);

/* A row of a scene with nothing known yet. */
struct result_row result_row_make(const char *scene, unsigned threads,
				  size_t payload);

/* The times of a row: how the floor and ours went. */
void result_row_times(struct result_row *row,
		      const struct measure_series *floor,
		      const struct measure_series *event, unsigned rounds);

void results_row(struct results *results, const struct result_row *row);

/* Anything else: one number. */
void results_value(struct results *results, double value, const char *unit,
		   const char *scene, ...)
	__attribute__((format(printf, 4, 5)));

/* Something, or all of a section, cannot be measured here. */
void results_skip(struct results *results, const char *why, ...)
	__attribute__((format(printf, 2, 3)));

void results_target(struct results *results,
		    const struct result_target *target);

/* Print the targets, if there are any. */
void results_verdict(const struct results *results);

/* Whether this was built with yajl. */
bool results_have_json(void);

/* Write all of it as JSON. ENOTSUP: built without yajl; ENOMEM; EIO. */
int results_json(const struct results *results, FILE *file);

#endif
