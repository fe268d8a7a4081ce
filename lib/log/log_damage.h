/*
 * log_damage.h - damaged places of a log, each noted once
 */
#ifndef PXT_LOG_DAMAGE_H
#define PXT_LOG_DAMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct pxt_log_damage {
	unsigned count;	 /* damaged places so far */
	uint64_t offset; /* offset of the first in the file, in whatever order
			  * the places are met */
	char what[96];
};

struct pxt_log_damage_place;

struct pxt_log_damage_report {
	struct pxt_log_damage damage;	   /* damage that is final */
	void *places;			   /* places of the damage, a tree of
				       * tsearch() */
	struct pxt_log_damage_place *last; /* place that was noted last */
	bool at_end;			   /* end holds */
	struct pxt_log_damage end; /* damage at the end of a file that may
				    * still grow */
};

/* A report at some time. */
struct pxt_log_damage_state {
	struct pxt_log_damage damage, end;
	struct pxt_log_damage_place *last;
	bool at_end;
};

/* Notes a place, once. */
__attribute__((format(printf, 3, 4))) void
pxt_log_damage_note(struct pxt_log_damage_report *report, uint64_t offset,
		    const char *format, ...);

/* Notes the state of the end of the file, in place of the previous one. */
__attribute__((format(printf, 3, 4))) void
pxt_log_damage_note_end(struct pxt_log_damage_report *report, uint64_t offset,
			const char *format, ...);

/* Withdraws the note about the end, as there is something valid at offset. */
void pxt_log_damage_forget_end(struct pxt_log_damage_report *report,
			       uint64_t offset);

/* Keeps the state of the report, and goes back to it. */
void pxt_log_damage_keep(const struct pxt_log_damage_report *report,
			 struct pxt_log_damage_state *state);
void pxt_log_damage_return(struct pxt_log_damage_report *report,
			   const struct pxt_log_damage_state *state);

void pxt_log_damage_sum(const struct pxt_log_damage_report *report,
			struct pxt_log_damage *damage);

void pxt_log_damage_fini(struct pxt_log_damage_report *report);

#endif
