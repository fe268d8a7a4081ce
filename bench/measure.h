/*
 * measure.h - how long things take, turn by turn, in the same threads
 *
 * What is compared is measured alternately: a round gives each subject its
 * turn, so whatever else the machine does meets all of them. All threads begin
 * a turn together. The first round, or more, is thrown away. A comparison is the
 * median of what the rounds say, not a quotient of two medians.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MEASURE_ROUNDS_MAX = 1000,
	MEASURE_SUBJECTS_MAX = 6,
};

/* What is done over and over: n times in one turn of a thread. */
struct measure_subject {
	void (*burst)(void *arg, unsigned n);
	void *arg;
	unsigned threads; /* that take part; 0: all */
};

struct measure {
	const struct measure_subject *subject; /* borrowed */
	unsigned subjects;
	unsigned threads;
	unsigned rounds; /* that count */
	unsigned events; /* in a turn of a thread */
	unsigned warm;	 /* of the same, before the first round */
	unsigned early;	 /* rounds that are thrown away; 0: the first */
	size_t ring;	 /* bytes of each thread's floor ring; 0: none */
	bool rewind;	 /* the rings before each round, as a stream emptied */
	bool pinned;	 /* as far as there are processors */
	bool quiet;	 /* what others disturb is made again: quiet.h */
	/* Between the rounds, unmeasured, by one thread; or NULL. */
	int (*pause)(void *arg);
	void *pause_arg;
};

/* One subject's nanoseconds for each event, means of its threads, by round. */
struct measure_series {
	double wall[MEASURE_ROUNDS_MAX];
	double cpu[MEASURE_ROUNDS_MAX];
	unsigned disturbed; /* rounds that count all the same */
};

/* series: one for each subject. EAGAIN: no threads to be had; ENOMEM; what
 * pause() said. */
int measure_run(const struct measure *measure, struct measure_series *series);

double measure_min(const double *value, unsigned n);
double measure_max(const double *value, unsigned n);
double measure_median(const double *value, unsigned n);

/* The median of a[i] / b[i]. */
double measure_ratio(const double *a, const double *b, unsigned n);

/* Where a thread runs from here on: the n-th processor it may use, counted
 * around. */
void measure_pin(unsigned n);

/* How many processors there are to be used. */
unsigned measure_processors(void);

uint64_t measure_now(void);	 /* ns, CLOCK_MONOTONIC */
uint64_t measure_cpu_time(void); /* ns, of the calling thread */
void measure_sleep_until(uint64_t ns);

#endif
