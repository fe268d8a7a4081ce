/*
 * log_section.h - what the sections of each type hold
 *
 * Some hold entries, which END has once more: names, processes and so on. A
 * section has one of them, or several where an entry ends with its text; in END
 * the others have their length before them.
 */
#ifndef PXT_LOG_SECTION_H
#define PXT_LOG_SECTION_H

#include "log/log_dictionary.h"
#include "log/log_format.h"

struct pxt_log_section_type {
	const char *name;
	/* Bytes of a payload. A longer one is damage, whatever its checksum:
	 * verifying it could take for ever. */
	uint64_t most;
	pxt_log_add_entry *add; /* NULL: no entries */
	bool is_text;		/* an entry ends with its text */
};

/* Returns the type of a section; sections of unknown number have one, too. */
const struct pxt_log_section_type *pxt_log_section_type(uint32_t type);

static inline bool pxt_log_section_has_entries(uint32_t type)
{
	return pxt_log_section_type(type)->add;
}

/* Takes the next entry of a section. EBADMSG: it has no end. */
int pxt_log_section_take(uint32_t type, struct pxt_bytes *in, const void **data,
			 size_t *len);

/* Adds all entries of a section END to a dictionary. A damaged entry, in spite
 * of its checksum, ends it. ENOMEM. */
int pxt_log_section_add_recap(const struct pxt_log_recap *recap,
			      struct pxt_log_dictionary *dictionary);

#endif
