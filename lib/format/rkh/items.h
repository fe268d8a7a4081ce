/*
 * items.h - items of RKH's user events
 *
 * Each item has its type and its display width. Items become fields "u8_0",
 * "str_1"..., behind the array "formats" with these bytes. Events with too many
 * items, or of too many forms, become one text, and the array "raw" with all
 * bytes.
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

/* The size of a numeric item. */
unsigned pxt_rkh_item_width(unsigned type, const struct pxt_rkh_config *config);

enum {
	PXT_RKH_ITEMS_MAX = 48,	 /* limit for items as fields */
	PXT_RKH_FORMS_MAX = 512, /* limit for events whose items are fields */
};

struct pxt_rkh_form; /* The formats of an event's items. */

/* Zero at first. */
struct pxt_rkh_forms {
	struct pxt_map numbers; /* plus one, by what they are of */
	struct pxt_rkh_form *form;
	size_t count, room;
	uint8_t *formats; /* formats of the current event */
	size_t formats_room;
};

/* Reads the items of an event into data, behind the fields of the frame.
 * number: the user's. False: incomplete, or of unknown type; or *err is
 * ENOMEM. */
bool pxt_rkh_items_take(struct pxt_rkh_forms *forms,
			const struct pxt_rkh_event *event, unsigned number,
			const struct pxt_rkh_config *config,
			struct pxt_rkh_symbols *symbols,
			struct pxt_rkh_record *record,
			struct pxt_rkh_data *data, trace_event_id_t *type,
			int *err);

/* Forgets the forms, as widths have changed. */
void pxt_rkh_forms_forget(struct pxt_rkh_forms *forms);
void pxt_rkh_forms_fini(struct pxt_rkh_forms *forms);

#endif
