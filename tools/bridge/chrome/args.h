/*
 * args.h - fields of events as the arguments of a span
 *
 * The line of a span stands at its end, with the fields of the events at both
 * ends: those of the beginning are kept as text until then.
 */
#ifndef BRIDGE_CHROME_ARGS_H
#define BRIDGE_CHROME_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "bridge/json.h"

/* Members of a JSON object. Zero at first. */
struct args_text {
	char *text;
	size_t len, room;
};

struct args {
	struct pxt_output output;
	struct bridge_json json;
	struct args_text made;
	bool has_places;
};

/* bridge: borrowed until fini. Errors of bridge_json_init(). */
int args_init(struct args *args, struct bridge *bridge);
void args_fini(struct args *args);

/* Puts the fields of the present event as members of an open object. */
void args_put(const struct args *args, struct bridge_json *json);

/* True if args_put() puts any. */
bool args_are_there(const struct args *args, const struct bridge *bridge);

/* Copies those of the present event to a text. ENOMEM. */
int args_keep(struct args *args, struct args_text *text);

/* Appends those of the present event that the text has not; of the same name as
 * another one, and another value, they are called end_NAME. ENOMEM. */
int args_add(struct args *args, struct args_text *text);

#endif
