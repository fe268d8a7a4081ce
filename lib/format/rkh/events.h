/*
 * events.h - events of RKH, by release
 *
 * Arguments of an event are listed in a text of words, in the order of the
 * stream: a name, a colon, and a letter for the type.
 */
#ifndef PXT_FORMAT_RKH_EVENTS_H
#define PXT_FORMAT_RKH_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types of arguments. Objects of symbols have a kind of their own only where
 * these are numbers; addresses share one space. */
enum {
	PXT_RKH_SYMBOL = 'P', /* an address of data */
	PXT_RKH_TARGET = 'G', /* an address of data; 0: an internal
			       * transition */
	PXT_RKH_FUNCTION = 'F',
	PXT_RKH_SENDER_OF = 'D', /* like P, present only with SENDER */
	PXT_RKH_SIGNAL = 'S',
	PXT_RKH_BLOCKS = 'B',
	PXT_RKH_BLOCKS_MIN = 'M', /* present only with MP_LWM */
	PXT_RKH_BLOCK_SIZE = 'Z',
	PXT_RKH_ELEMENTS = 'N',
	PXT_RKH_ELEMENTS_MIN = 'L', /* present only with QUE_LWMARK */
	PXT_RKH_TICKS = 'T',
	PXT_RKH_EVENT_SIZE = 'E',
	PXT_RKH_EVENT_ID = 'I',
	PXT_RKH_USER_ID = 'U', /* like I: the number of a user's event */
	PXT_RKH_BYTE = '1',
	PXT_RKH_POOL = 'p',   /* a byte, the first pool is 1 */
	PXT_RKH_POOL0 = 'o',  /* a byte, the first pool is 0 */
	PXT_RKH_ACTION = 'a', /* a byte */
	PXT_RKH_HALF = '2',
	PXT_RKH_WORD = '4',
	PXT_RKH_TEXT = 'C',
	PXT_RKH_REST = 'R',	/* the rest of the frame */
	PXT_RKH_ITEMS = 'i',	/* items of a user's event */
	PXT_RKH_OPTIONAL = '?', /* before a name: this and later arguments may
				 * be missing */
};

/* Filters go by events, and by these. */
enum pxt_rkh_filtered {
	PXT_RKH_UNFILTERED = '-',
	PXT_RKH_BY_EVENT = 'e',
	PXT_RKH_BY_AO = 'a',	/* filtered by event and active object */
	PXT_RKH_BY_SIGNAL = 's' /* filtered by event, active object and
				 * signal */
};

/* The meaning of an event for the importer. */
enum pxt_rkh_meaning {
	PXT_RKH_MEANS_NOTHING,
	PXT_RKH_POST_FIFO,
	PXT_RKH_POST_LIFO,
	PXT_RKH_GET,
	PXT_RKH_BEGINS, /* beginning of a step of an active object */
	PXT_RKH_ENDS,
	PXT_RKH_CONFIGURES,
	PXT_RKH_TEST_STEP, /* step of a unit test */
	PXT_RKH_TEST_EXPECTS,
	PXT_RKH_TEST_ENDS,
	PXT_RKH_USER_EVENT,
	/* Events that name a symbol: */
	PXT_RKH_NAMES_OBJECT,
	PXT_RKH_NAMES_SIGNAL,
	PXT_RKH_NAMES_FUNCTION,
	PXT_RKH_NAMES_USER,
	PXT_RKH_NAMES_AO,
	PXT_RKH_NAMES_STATE,
	PXT_RKH_NAMES_PSEUDOSTATE,
	PXT_RKH_NAMES_TIMER,
	PXT_RKH_NAMES_POOL,
	PXT_RKH_NAMES_QUEUE,
	PXT_RKH_NAMES_ACTOR,
};

/* True for an event of the test helper. */
static inline bool pxt_rkh_is_of_tests(enum pxt_rkh_meaning meaning)
{
	return meaning >= PXT_RKH_TEST_STEP && meaning <= PXT_RKH_TEST_ENDS;
}

struct pxt_rkh_event {
	const char *name;
	const char *arguments;
	char filtered; /* enum pxt_rkh_filtered */
	uint8_t meaning;
};

enum pxt_rkh_dialect {
	PXT_RKH_V20A, /* dialect of the captures of 2012 */
	PXT_RKH_V20,
	PXT_RKH_V22,
	PXT_RKH_V23,
	PXT_RKH_V2403,
	PXT_RKH_V2404,
	PXT_RKH_V2405,
	PXT_RKH_V30,
	PXT_RKH_DIALECTS
};

enum {
	PXT_RKH_EVENTS = 256, /* number of events of a dialect */
	PXT_RKH_GROUPS = 8,
	PXT_RKH_GROUP_SIZE = 32,
	PXT_RKH_USERS = 6, /* group of the user's events */
};

/* Finds the dialect of a release as users write it: "v3", "2.4.05"; DIALECTS:
 * none. */
enum pxt_rkh_dialect pxt_rkh_dialect_find(const char *name);
const char *pxt_rkh_dialect_name(enum pxt_rkh_dialect dialect);

/* True if the dialect has groups: numbers are group * 32 + event. */
bool pxt_rkh_dialect_has_groups(enum pxt_rkh_dialect dialect);

/* True if the dialect's configuration record has the usual header, with
 * sequence number and stamp; otherwise it has the id alone. */
static inline bool pxt_rkh_dialect_has_header(enum pxt_rkh_dialect dialect)
{
	return dialect < PXT_RKH_V2404;
}

/* The event of a number below PXT_RKH_EVENTS, or NULL. */
const struct pxt_rkh_event *pxt_rkh_event_of(enum pxt_rkh_dialect dialect,
					     unsigned number);

/* Finds a group by its name of len bytes: "SMA", "RQ"; GROUPS: none. */
unsigned pxt_rkh_group_find(const char *name, size_t len);

/* Converts an id of that width to its number in a scheme of groups, EVENTS:
 * none; and back. */
unsigned pxt_rkh_id_number(uint32_t id, unsigned width);
uint32_t pxt_rkh_number_id(unsigned number, unsigned width);

#endif
