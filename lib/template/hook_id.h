/*
 * hook_id.h - ids of events: three or four hex digits
 *
 * The ids hhh and hhh0 are the same. Ids below 1000 have three digits only.
 */
#ifndef PXT_TEMPLATE_HOOK_ID_H
#define PXT_TEMPLATE_HOOK_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_HOOK_ID_SIZE = 5 }; /* bytes of its text, with the null */

/* False: the text is no id. */
bool pxt_hook_id_parse(const char *text, size_t len, uint16_t *id);

/* Returns what was expected of an invalid id, for "... was expected". */
const char *pxt_hook_id_expected(const char *text, size_t len);

/* Formats the id, with three digits where these suffice; returns text. */
char *pxt_hook_id_text(uint16_t id, char text[PXT_HOOK_ID_SIZE]);

/*
 * A set of ids. In a list, two digits are all ids that begin with them and end
 * in 0; three or four are one id. Commas or blanks separate.
 */
struct pxt_hook_ids {
	uint64_t bit[65536 / 64];
};

/* Adds the ids of a list. False: the part at *wrong is invalid. */
bool pxt_hook_ids_add(struct pxt_hook_ids *ids, const char *text,
		      const char **wrong);

static inline bool pxt_hook_ids_has(const struct pxt_hook_ids *ids, uint16_t id)
{
	return ids->bit[id / 64] >> id % 64 & 1;
}

#endif
