/*
 * events.h - the events of RKH, as its releases number and lay them out
 *
 * An event has a name, and its arguments are told by a text of words, one for
 * each in the order of the stream: a name, a colon, and a letter for its type.
 */
#ifndef PXT_FORMAT_RKH_EVENTS_H
#define PXT_FORMAT_RKH_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The types of arguments. An object of the symbols has a kind of its own only
 * where these are numbers; addresses share one space. */
enum {
	PXT_RKH_SYMBOL = 'P', /* an address of data */
	PXT_RKH_TARGET = 'G', /* likewise; 0: an internal transition */
	PXT_RKH_FUNCTION = 'F',
	PXT_RKH_SENDER_OF = 'D', /* as P, there only with SENDER */
	PXT_RKH_SIGNAL = 'S',
	PXT_RKH_BLOCKS = 'B',
	PXT_RKH_BLOCKS_MIN = 'M', /* there only with MP_LWM */
	PXT_RKH_BLOCK_SIZE = 'Z',
	PXT_RKH_ELEMENTS = 'N',
	PXT_RKH_ELEMENTS_MIN = 'L', /* there only with QUE_LWMARK */
	PXT_RKH_TICKS = 'T',
	PXT_RKH_EVENT_SIZE = 'E',
	PXT_RKH_EVENT_ID = 'I',
	PXT_RKH_USER_ID = 'U', /* as I: the number of an event of the user */
	PXT_RKH_BYTE = '1',
	PXT_RKH_POOL = 'p',   /* a byte, the first pool is 1 */
	PXT_RKH_POOL0 = 'o',  /* a byte, the first pool is 0 */
	PXT_RKH_ACTION = 'a', /* a byte */
	PXT_RKH_HALF = '2',
	PXT_RKH_WORD = '4',
	PXT_RKH_TEXT = 'C',
	PXT_RKH_REST = 'R',	/* all that is left */
	PXT_RKH_ITEMS = 'i',	/* those of a user's event */
	PXT_RKH_OPTIONAL = '?', /* before a name: from here on there may be
				 * nothing more */
};

/* What filters look at. */
enum pxt_rkh_filtered {
	PXT_RKH_UNFILTERED = '-',
	PXT_RKH_BY_EVENT = 'e',
	PXT_RKH_BY_AO = 'a',	/* and by event */
	PXT_RKH_BY_SIGNAL = 's' /* and by both */
};

/* What an event means to who reads on. */
enum pxt_rkh_meaning {
	PXT_RKH_MEANS_NOTHING,
	PXT_RKH_POST_FIFO,
	PXT_RKH_POST_LIFO,
	PXT_RKH_GET,
	PXT_RKH_BEGINS, /* of a step of an active object */
	PXT_RKH_ENDS,
	PXT_RKH_CONFIGURES,
	PXT_RKH_TEST_STEP, /* of a unit test */
	PXT_RKH_TEST_EXPECTS,
	PXT_RKH_TEST_ENDS,
	PXT_RKH_USER_EVENT,
	/* A symbol: */
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

struct pxt_rkh_event {
	const char *name;
	const char *arguments;
	char filtered; /* enum pxt_rkh_filtered */
	uint8_t meaning;
};

enum pxt_rkh_dialect {
	PXT_RKH_V20A, /* what the captures of 2012 have */
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
	PXT_RKH_EVENTS = 256, /* numbers of a dialect */
	PXT_RKH_GROUPS = 8,
	PXT_RKH_GROUP_SIZE = 32,
	PXT_RKH_USERS = 6, /* the group of the user's events */
};

/* The dialect of a release, as a user writes it: "v3", "2.4.05"; DIALECTS: of
 * none. */
enum pxt_rkh_dialect pxt_rkh_dialect_find(const char *name);
const char *pxt_rkh_dialect_name(enum pxt_rkh_dialect dialect);

/* Whether a dialect has groups: its numbers are group * 32 + event. */
bool pxt_rkh_dialect_has_groups(enum pxt_rkh_dialect dialect);

/* Whether its record of the configuration has the header of any other, with the
 * number in the sequence and the stamp, or the id alone. */
static inline bool pxt_rkh_dialect_has_header(enum pxt_rkh_dialect dialect)
{
	return dialect < PXT_RKH_V2404;
}

/* The event of a number below PXT_RKH_EVENTS, or NULL. */
const struct pxt_rkh_event *pxt_rkh_event_of(enum pxt_rkh_dialect dialect,
					     unsigned number);

/* The group of that name, len bytes: "SMA", "RQ"; GROUPS: there is none. */
unsigned pxt_rkh_group_find(const char *name, size_t len);

/* The number in a group's scheme of an id in as many bytes; EVENTS: there is
 * none. And the other way round. */
unsigned pxt_rkh_id_number(uint32_t id, unsigned width);
uint32_t pxt_rkh_number_id(unsigned number, unsigned width);

#endif
