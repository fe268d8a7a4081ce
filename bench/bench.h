/*
 * bench.h - a section of the benchmark is a constant, and what all share
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

#include "result.h"
#include "target.h"

struct bench {
	struct results results;
	struct targets targets;
	unsigned rounds;
	bool quick;
	unsigned long long log_size; /* bytes of the large log */
	const char *build;	     /* the directory above that of bench */
};

struct section {
	const char *name;
	const char *summary;
	void (*run)(struct bench *bench);
};

extern const struct section section_compression;
extern const struct section section_events;
extern const struct section section_firmware;
extern const struct section section_foreign;
extern const struct section section_log;
extern const struct section section_lttng;
extern const struct section section_parts;
extern const struct section section_process;
extern const struct section section_reading;
extern const struct section section_scale;
extern const struct section section_scaling;
extern const struct section section_signals;
extern const struct section section_sizes;
extern const struct section section_startup;
extern const struct section section_streams;
extern const struct section section_templates;
extern const struct section section_workers;
extern const struct section section_wrap;

/* End the program if something that always works did not. */
void must(int err, const char *what);

/* The same for what sets errno. */
void must_not_fail(long result, const char *what);

/* What there is much of is done a fourth as often when in a hurry. */
static inline unsigned bench_scaled(const struct bench *bench, unsigned n)
{
	return bench->quick ? n / 4 : n;
}

#endif
