/*
 * events.h - the events that ThreadX, FileX, NetX and USBX record
 *
 * The table is made of docs/threadx-events.csv, see events.awk. A few
 * ids changed their meaning with the products, and no file says which of them
 * wrote it.
 */
#ifndef PXT_FORMAT_THREADX_EVENTS_H
#define PXT_FORMAT_THREADX_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_THREADX_WORDS = 4,	      /* information words of an event */
	PXT_THREADX_FIRST_USER = 4096, /* below: reserved for the products */
};

struct pxt_threadx_event {
	uint16_t id;
	const char *name;	/* "TX_QUEUE_SEND" */
	const char *caption;	/* the letters that TraceX draws; "" */
	const char *component;	/* "ThreadX", "FileX", "NetX Duo", "USBX" */
	const char *filter;	/* the class it is filtered by; "": never met */
	const char *word[PXT_THREADX_WORDS]; /* their names; NULL: not used */
};

extern const struct pxt_threadx_event pxt_threadx_event_table[];
extern const unsigned pxt_threadx_event_count;

/* Whose ids. */
enum pxt_threadx_generation {
	PXT_THREADX_CURRENT, /* NetX Duo, and USBX since its PIMA properties */
	PXT_THREADX_OLD,     /* NetX, USBX before them, and TraceX */
};

/* The event of an id, or NULL. One of the old generation may have another id in
 * the current one: that is what its member says. */
const struct pxt_threadx_event *
pxt_threadx_event(uint32_t id, enum pxt_threadx_generation generation);

/* The one of a name, in the current generation, or NULL. */
const struct pxt_threadx_event *pxt_threadx_event_find(const char *name);

/* Whether the generations differ about an id. */
bool pxt_threadx_event_is_ambiguous(uint32_t id);

#endif
