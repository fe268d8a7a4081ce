/*
 * seeds.h - what the parts of make_seeds share
 *
 * Each part makes the seeds of some targets. What goes wrong ends the program.
 */
#ifndef TESTS_FUZZ_SEEDS_H
#define TESTS_FUZZ_SEEDS_H

#include <stddef.h>
#include <stdint.h>

/* An error, which is told with what it hit, or zero. */
void seed_check(int err, const char *what);

/* The file of a target's seed: the byte that tells it what to do, and data. */
void seed_save(const char *target, const char *name, uint8_t mode,
	       const void *data, size_t len);

void seed_logs(void);
void seed_streams(void);
void seed_processes(void);

#endif
