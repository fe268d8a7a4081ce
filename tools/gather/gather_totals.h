/*
 * gather_totals.h - how the gathering goes
 */
#ifndef GATHER_TOTALS_H
#define GATHER_TOTALS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct gather_totals {
	uint64_t sections, bytes, events; /* stored for good */
	uint64_t duplicates;
	uint64_t conflicts; /* sections that came again with other bytes */
	uint64_t refused;   /* messages that are not sound */
	uint64_t left_out;  /* rows that a database has refused */
	uint64_t gone;	    /* sections that never came */
	uint64_t rewound;   /* shards read again, as the stream was set back */
	uint64_t failures;  /* attempts at which a side was not to be had */
	uint64_t held;	    /* logs that other processes write at present */
	uint64_t pending;   /* messages that are not read yet */
	bool is_unknown;    /* there may be others, as a side does not answer */
	time_t confirmed;   /* when last */
};

/* Tells of it, on a terminal in a line that is replaced, or, at the end, in one
 * that stays. */
void gather_totals_tell(const struct gather_totals *totals, const char *where,
			bool is_last);

/* Writes a file of figures. Returns an error number. */
int gather_totals_write(const struct gather_totals *totals, const char *file,
			const char *where);

#endif
