/*
 * hook_id.h - what kind of event an entry is: three or four hex digits
 *
 * The id hhh and the id hhh0 are the same one. Below 1000 there are only such.
 */
#ifndef PXT_TEMPLATE_HOOK_ID_H
#define PXT_TEMPLATE_HOOK_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_HOOK_ID_SIZE = 5 }; /* bytes of its text, with the null */

/* False: these are no digits of an id. */
bool pxt_hook_id_parse(const char *text, size_t len, uint16_t *id);

/* What was expected in place of such: "... was expected". */
const char *pxt_hook_id_expected(const char *text, size_t len);

/* As people write it: with three digits where these suffice. Gives text. */
char *pxt_hook_id_text(uint16_t id, char text[PXT_HOOK_ID_SIZE]);

/*
 * A list of ids: two digits are all that begin with them and end in 0, three
 * or four are one id. Commas, or blanks, stand between.
 */
struct pxt_hook_ids {
	uint64_t bit[65536 / 64];
};

/* Add those of a list. False: at *wrong, which is a part of the text, stands
 * what is none. */
bool pxt_hook_ids_add(struct pxt_hook_ids *ids, const char *text,
		      const char **wrong);

static inline bool pxt_hook_ids_has(const struct pxt_hook_ids *ids, uint16_t id)
{
	return ids->bit[id / 64] >> id % 64 & 1;
}

#endif
