/*
 * log_damage.h - notes of what is damaged in a log, each place once
 */
#ifndef PXT_LOG_DAMAGE_H
#define PXT_LOG_DAMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct pxt_log_damage {
	unsigned count;	 /* damaged places so far */
	uint64_t offset; /* of the first */
	char what[96];
};

struct pxt_log_notes {
	struct pxt_log_damage damage; /* what is damaged for good */
	void *places;		      /* those in it, a tree of tsearch() */
	bool at_end;		      /* end holds */
	struct pxt_log_damage end;    /* of a file that may yet grow */
};

/* Note a place, unless it was noted before. */
__attribute__((format(printf, 3, 4))) void
pxt_log_damage_note(struct pxt_log_notes *notes, uint64_t offset,
		    const char *format, ...);

/* Note how the file ends, in place of what was noted of that before. */
__attribute__((format(printf, 3, 4))) void
pxt_log_damage_note_end(struct pxt_log_notes *notes, uint64_t offset,
			const char *format, ...);

/* The file has something sound at offset: it does not end there any more. */
void pxt_log_damage_forget_end(struct pxt_log_notes *notes, uint64_t offset);

void pxt_log_damage_sum(const struct pxt_log_notes *notes,
			struct pxt_log_damage *damage);

void pxt_log_damage_fini(struct pxt_log_notes *notes);

#endif
