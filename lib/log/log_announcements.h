/*
 * log_announcements.h - names, processes and so on for the section END
 *
 * The writer keeps them for END, and for sections that are overwritten or
 * cleared.
 */
#ifndef PXT_LOG_ANNOUNCEMENTS_H
#define PXT_LOG_ANNOUNCEMENTS_H

#include "log/log_output.h"

/* Bytes in front of each entry that is not a text. */
enum { PXT_LOG_ENTRY_SIZE = 4 };

/* Encoded entries in a row. */
struct pxt_log_entries {
	uint8_t *data;
	size_t len, room;
	uint32_t count;
};

struct pxt_log_announcements {
	struct pxt_log_entries entries[PXT_LOG_TYPES];
	bool incomplete; /* Exceeds the room in END */
};

/* Makes room, before the entry is written to the file: keeping a written entry
 * must not fail. ENOMEM. */
int pxt_log_announcements_reserve(struct pxt_log_announcements *announcements,
				  uint32_t type, size_t len);

/* After reserve: adds an entry, encoded as in its section. */
void pxt_log_announcements_add(struct pxt_log_announcements *announcements,
			       uint32_t type, const void *data, size_t len);

/* Bytes of all entries in END. */
size_t
pxt_log_announcements_length(const struct pxt_log_announcements *announcements);

/* Writes sections for all entries. */
int pxt_log_announcements_put(const struct pxt_log_announcements *announcements,
			      struct pxt_log_output *output);

void pxt_log_announcements_fini(struct pxt_log_announcements *announcements);

#endif
