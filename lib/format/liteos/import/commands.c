/*
 * commands.c - commands sent to LiteOS
 *
 * Seven bytes: the command, five params, and 0x0d. The vendor's client appends
 * a line feed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/import/import.h"
#include "format/liteos/import/mask.h"
#include "format/liteos/liteos.h"

enum {
	LEN = 7,
	END = 0x0d,
	CLIENT = 1, /* thread of the client */

	NOTHING = 0,
	START = 1,
	STOP = 2,
	SET_EVENT_MASK = 3,
	RECORD_DUMP = 4,
	COMMANDS,
};

static const char *const names[COMMANDS] = {
	"none", "START", "STOP", "SET_EVENT_MASK", "RECORD_DUMP",
};

#define HEAD "[[packed]]; uint8_t cmd; bool accepted; "
#define TAIL "char hex[14] [[detail]]; uint64_t offset [[detail]]"

static const char plain[] = HEAD TAIL;
static const char with_mask[] =
	HEAD "uint32_t mask [[hex]]; uint32_t maskInEffect [[hex]]; " TAIL;

/* Reading commands needs no state. */
static int open_commands(struct pxt_liteos *liteos)
{
	liteos->reading = liteos;
	pxt_trace_note(liteos->trace, "kind", "commands");
	return 0;
}

static void close_commands(struct pxt_liteos *liteos)
{
	liteos->reading = NULL;
}

static uint32_t mask_of(const uint8_t *at)
{
	return (uint32_t)at[1] << 24 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 8 | at[4];
}

static void put(uint8_t **to, const void *bytes, size_t len)
{
	memcpy(*to, bytes, len);
	*to += len;
}

static void put_command(struct pxt_liteos *liteos, const uint8_t *at,
			struct posix_trace_item_np *item)
{
	const uint64_t offset = pxt_feed_offset(liteos->feed);
	const bool known = at[0] < COMMANDS;
	const uint8_t accepted = known && at[LEN - 1] == END;
	const uint32_t mask = mask_of(at);
	const uint32_t effect = liteos->tree == 'l' ? mask : mask & ~15U;
	uint8_t *to = liteos->data;
	char hex[2 * LEN + 1];
	trace_event_id_t type;

	for (int i = 0; i < LEN; i++)
		snprintf(hex + 2 * i, 3, "%02x", at[i]);
	put(&to, at, 1);
	put(&to, &accepted, 1);
	if (at[0] == SET_EVENT_MASK) {
		put(&to, &mask, sizeof(mask));
		put(&to, &effect, sizeof(effect));
	}
	put(&to, hex, sizeof(hex) - 1);
	put(&to, &offset, sizeof(offset));
	type = pxt_trace_type(liteos->trace, names[known ? at[0] : NOTHING],
			      at[0] == SET_EVENT_MASK ? with_mask : plain);
	pxt_trace_thread(liteos->trace, PXT_TRACE_PID, CLIENT, "client");
	pxt_trace_place(liteos->trace, offset);
	pxt_trace_event(liteos->trace, item, type, 0, PXT_TRACE_PID, CLIENT,
			liteos->data, (size_t)(to - liteos->data));
}

/* Line feeds belong to the command before. */
static int next(struct pxt_liteos *liteos, struct posix_trace_item_np *item,
		int *unavailable)
{
	const uint8_t *at;
	size_t len;
	int err;

	err = pxt_feed_need(liteos->feed, LEN + 1);
	if (err && err != ENODATA)
		return err;
	at = pxt_feed_peek(liteos->feed, &len);
	if (len < LEN) {
		*unavailable = 1;
		if (!len || !pxt_feed_ended(liteos->feed))
			return 0;
		pxt_trace_damage(liteos->trace, pxt_feed_offset(liteos->feed),
				 len, "a part of a command");
		pxt_feed_take(liteos->feed, len);
		*unavailable = 0;
		pxt_trace_loss(liteos->trace, item, 0, 0, 1,
			       "a part of a command");
		return 0;
	}
	put_command(liteos, at, item);
	pxt_feed_take(liteos->feed, LEN + (len > LEN && at[LEN] == '\n'));
	return 0;
}

const struct pxt_liteos_reader pxt_liteos_commands = {
	.open = open_commands,
	.next = next,
	.close = close_commands,
};

/* Sending commands */

static unsigned find(const char *order)
{
	static const struct {
		const char *name;
		unsigned command;
	} orders[] = {
		{ "start", START },
		{ "stop", STOP },
		{ "dump", RECORD_DUMP },
	};

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		if (!strcmp(order, orders[i].name))
			return orders[i].command;
	return NOTHING;
}

size_t pxt_liteos_order(const char *order, uint8_t *bytes, size_t size)
{
	static const char mask_is[] = "mask=";
	const size_t prefix = sizeof(mask_is) - 1;
	unsigned command = find(order);
	uint32_t mask = 0;

	if (!strncmp(order, mask_is, prefix) &&
	    pxt_liteos_mask_parse(order + prefix, &mask))
		command = SET_EVENT_MASK;
	if (!command || size < LEN + 1)
		return 0;
	memset(bytes, 0, LEN);
	bytes[0] = (uint8_t)command;
	for (int i = 1; i <= 4; i++)
		bytes[i] = (uint8_t)(mask >> (32 - 8 * i));
	bytes[LEN - 1] = END;
	bytes[LEN] = '\n';
	return LEN + 1;
}
