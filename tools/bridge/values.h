/*
 * values.h - values of fields for viewers
 *
 * Integers, floating-point numbers, truth values and addresses remain what they
 * are. All else is a text, as `show' has it: names of constants and objects,
 * flags, characters. Texts are UTF-8; what was not is counted.
 */
#ifndef BRIDGE_VALUES_H
#define BRIDGE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "common/out.h"

enum bridge_kind {
	BRIDGE_UNSIGNED,
	BRIDGE_SIGNED,
	BRIDGE_FLOAT,
	BRIDGE_BOOL,	/* as.u */
	BRIDGE_ADDRESS, /* as.u */
	BRIDGE_TEXT_VALUE,
};

struct bridge_value {
	enum bridge_kind kind;
	bool is_narrow; /* FLOAT: it was a float, not a double */
	union {
		uint64_t u;
		int64_t s;
		double f;
	} as;
	const char *text; /* borrowed until the next value */
	size_t len;
};

struct bridge_values {
	struct bridge *bridge; /* borrowed */
	char *text;
	size_t room, len;
	struct out words;
};

/* bridge: borrowed until fini. */
void bridge_values_init(struct bridge_values *values, struct bridge *bridge);
void bridge_values_fini(struct bridge_values *values);

/* Gets an element of a field of the present event; a field that is a text, or
 * no array, has one. EINVAL: no such element. ENOMEM. */
int bridge_values_get(struct bridge_values *values,
		      const struct posix_trace_value_np *from, size_t index,
		      struct bridge_value *value);

/* Bytes as a text. ENOMEM. */
int bridge_values_text(struct bridge_values *values, const void *data,
		       size_t len, struct bridge_value *value);

/* The data of a system event in words. ENODATA: the present event is none.
 * ENOMEM. */
int bridge_values_system(struct bridge_values *values,
			 struct bridge_value *value);

/* The data of the present event that is in no field, as a text: all of it, if
 * the event is not described; else what follows the fields. ENODATA: none.
 * ENOMEM. */
int bridge_values_rest(struct bridge_values *values,
		       struct bridge_value *value);

#endif
