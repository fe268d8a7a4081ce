/*
 * items.h - the items of a user's event of RKH
 *
 * Each item tells its type and how wide it is to be shown. They become fields
 * "u8_0", "str_1"..., after the array "formats" with these bytes. Where they
 * are too many, or of too many different forms, they become one text, and the
 * array "raw" with all their bytes.
 */
#ifndef PXT_FORMAT_RKH_ITEMS_H
#define PXT_FORMAT_RKH_ITEMS_H

#include "base/map.h"
#include "format/rkh/layout.h"

enum pxt_rkh_item {
	PXT_RKH_I8,
	PXT_RKH_U8,
	PXT_RKH_I16,
	PXT_RKH_U16,
	PXT_RKH_I32,
	PXT_RKH_U32,
	PXT_RKH_X32,
	PXT_RKH_STR,
	PXT_RKH_MEM,
	PXT_RKH_OBJ,
	PXT_RKH_FUN_ITEM,
	PXT_RKH_SIG_ITEM,
	PXT_RKH_ITEM_TYPES
};

extern const char *const pxt_rkh_item_name[PXT_RKH_ITEM_TYPES];

/* The bytes of one that is a number. */
unsigned pxt_rkh_item_width(unsigned type, const struct pxt_rkh_config *config);

enum {
	PXT_RKH_ITEMS_MAX = 48,	 /* that are fields */
	PXT_RKH_FORMS_MAX = 512, /* whose items are */
};

struct pxt_rkh_form; /* of an event: which, and its items' formats */

/* Zeroes at first. */
struct pxt_rkh_forms {
	struct pxt_map numbers; /* plus one, by what they are of */
	struct pxt_rkh_form *form;
	size_t count, room;
	uint8_t *formats; /* of the event that is read */
	size_t formats_room;
};

/* Take the items of an event with that number into data, behind its words
 * about the frame. number: the user's. False: they are not whole, or of no
 * type; or *err is ENOMEM. */
bool pxt_rkh_items_take(struct pxt_rkh_forms *forms,
			const struct pxt_rkh_event *event, unsigned number,
			const struct pxt_rkh_config *config,
			struct pxt_rkh_symbols *symbols,
			struct pxt_rkh_record *record,
			struct pxt_rkh_data *data, trace_event_id_t *type,
			int *err);

/* Other widths are in force. */
void pxt_rkh_forms_forget(struct pxt_rkh_forms *forms);
void pxt_rkh_forms_fini(struct pxt_rkh_forms *forms);

#endif
