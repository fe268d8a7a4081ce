/*
 * events.h - events of ThreadX, FileX, NetX and USBX
 *
 * The table is made from docs/threadx-events.csv, see events.awk. A few ids
 * have changed their meaning, and files do not tell the version.
 */
#ifndef PXT_FORMAT_THREADX_EVENTS_H
#define PXT_FORMAT_THREADX_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_THREADX_WORDS = 4,	       /* information words of an event */
	PXT_THREADX_FIRST_USER = 4096, /* below: reserved for the products */
};

struct pxt_threadx_event {
	uint16_t id;
	const char *name;      /* "TX_QUEUE_SEND" */
	const char *caption;   /* the letters that TraceX draws; "" */
	const char *component; /* "ThreadX", "FileX", "NetX Duo", "USBX" */
	const char *filter;    /* the class of its filter; "": none */
	const char *word[PXT_THREADX_WORDS]; /* names of the words; NULL:
					      * unused */
};

extern const struct pxt_threadx_event pxt_threadx_event_table[];
extern const unsigned pxt_threadx_event_count;

/* The version of the ids. */
enum pxt_threadx_generation {
	PXT_THREADX_CURRENT, /* NetX Duo, and USBX since its PIMA properties */
	PXT_THREADX_OLD,     /* NetX, USBX before them, and TraceX */
};

/* Finds the event of an id, or NULL. An event of the old generation may have
 * another id now, in its member id. */
const struct pxt_threadx_event *
pxt_threadx_event(uint32_t id, enum pxt_threadx_generation generation);

/* True if the id's meaning has changed. */
bool pxt_threadx_event_is_ambiguous(uint32_t id);

#endif
