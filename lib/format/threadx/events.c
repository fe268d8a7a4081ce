/* events.c - events of ThreadX, FileX, NetX and USBX */
#include "format/threadx/events.h"

#include <stdlib.h>
#include <string.h>

/* Ids with another meaning in old products, and the id that has this meaning
 * now. */
static const struct {
	uint16_t first, last; /* old ids */
	uint16_t now;	      /* current id of the first; 0: none */
} moved[] = {
	{ 441, 442, 443 }, /* static routes */
	{ 443, 445, 445 }, /* TCP peer and window, UDP interface */
	{ 446, 447, 449 }, /* interface information, data at an offset */
	{ 448, 448, 0 },   { 950, 957, 960 }, /* RNDIS */
};

static const struct pxt_threadx_event gone = {
	448,	      "NX_TCP_SOCKET_BYTES_AVAILABLE",
	"AB",	      "NetX",
	"UDP_EVENTS", { "ip_ptr", "socket_ptr", "bytes_available", NULL },
};

static int compare(const void *key, const void *element)
{
	const uint32_t id = *(const uint32_t *)key;
	const struct pxt_threadx_event *event = element;

	return (id > event->id) - (id < event->id);
}

static const struct pxt_threadx_event *look_up(uint32_t id)
{
	return bsearch(&id, pxt_threadx_event_table, pxt_threadx_event_count,
		       sizeof(pxt_threadx_event_table[0]), compare);
}

/* Returns the index of an id in moved[]; -1: it kept its meaning. */
static int find_moved(uint32_t id)
{
	for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++)
		if (id >= moved[i].first && id <= moved[i].last)
			return (int)i;
	return -1;
}

bool pxt_threadx_event_is_ambiguous(uint32_t id)
{
	return find_moved(id) >= 0;
}

const struct pxt_threadx_event *
pxt_threadx_event(uint32_t id, enum pxt_threadx_generation generation)
{
	int at;

	if (generation == PXT_THREADX_CURRENT)
		return look_up(id);

	at = find_moved(id);
	if (at < 0)
		return look_up(id);
	if (!moved[at].now)
		return &gone;
	return look_up(id - moved[at].first + moved[at].now);
}
