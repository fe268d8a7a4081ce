/*
 * rkh_layout.h - the data of an event of RKH, as it is here
 *
 * How the arguments of an event lie in a frame follows from the widths of the
 * stream; here they follow some words about the frame, in the byte order of
 * this machine. An event is made by a plan for its number and these widths.
 */
#ifndef PXT_FORMAT_RKH_LAYOUT_H
#define PXT_FORMAT_RKH_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "format/rkh_config.h"
#include "format/rkh_events.h"
#include "format/rkh_frame.h"
#include "format/rkh_symbols.h"
#include "format/trace.h"

/* What an argument is asked for. */
enum pxt_rkh_role {
	PXT_RKH_NO_ROLE,
	PXT_RKH_IS_AO,
	PXT_RKH_IS_SIGNAL,
	PXT_RKH_IS_OBJECT, /* that gets a name */
	PXT_RKH_IS_NAME,
	PXT_RKH_IS_DEPTH, /* of a queue */
	PXT_RKH_ROLES
};

enum { PXT_RKH_NAME = 8 };

struct pxt_rkh_argument {
	char type;
	uint8_t width; /* in the frame; 0: of its own length, or not there */
	uint8_t room;  /* bytes here */
	uint8_t space; /* of symbols; SPACES: none */
	uint8_t role;
	bool is_optional;
	char name[PXT_RKH_NAME];
};

enum { PXT_RKH_ARGUMENTS = 8 };

struct pxt_rkh_plan {
	const struct pxt_rkh_event *event; /* NULL: not made */
	trace_event_id_t type;
	unsigned count;
	struct pxt_rkh_argument argument[PXT_RKH_ARGUMENTS];
};

/* Where the data of an event is put together: there is room for all. */
struct pxt_rkh_data {
	uint8_t *bytes;
	size_t len, room;
};

/* A frame that is being read. */
struct pxt_rkh_record {
	const struct pxt_rkh_frame *frame; /* that it is in; borrowed */
	uint32_t id;
	uint8_t seq;
	uint64_t ts;
	struct pxt_bytes in; /* its arguments */

	/* Of each argument that was taken, but for texts. */
	unsigned taken;
	uint64_t number[PXT_RKH_ARGUMENTS];

	/* By role, where there is such an argument. */
	uint64_t value[PXT_RKH_ROLES];
	bool has[PXT_RKH_ROLES];
	const char *name; /* with its null */
};

/* Bytes that a number takes here. */
unsigned pxt_rkh_room(unsigned width);

/* A number of up to eight bytes: any, the long way; and the short one. Most of
 * the time of reading is spent here. */
uint64_t pxt_rkh_take_odd(struct pxt_bytes *in, unsigned width);

static inline uint64_t pxt_rkh_take(struct pxt_bytes *in, unsigned width)
{
	const uint8_t *at = in->at;

	if (width > (size_t)(in->end - at))
		return pxt_rkh_take_odd(in, width);
	switch (width) {
	case 1:
		in->at = at + 1;
		return at[0];
	case 2:
		in->at = at + 2;
		return at[0] | (uint32_t)at[1] << 8;
	case 4:
		in->at = at + 4;
		return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
		       (uint32_t)at[3] << 24;
	default:
		return pxt_rkh_take_odd(in, width);
	}
}

/* ENOMEM. */
int pxt_rkh_data_reserve(struct pxt_rkh_data *data, size_t len);
void pxt_rkh_data_copy(struct pxt_rkh_data *data, const void *from, size_t len);
void pxt_rkh_data_hex(struct pxt_rkh_data *data, const uint8_t *from,
		      size_t len);

/* Put a number there is room for. */
static inline void pxt_rkh_data_put(struct pxt_rkh_data *data, uint64_t value,
				    unsigned room)
{
	uint8_t *at = data->bytes + data->len;
	const uint32_t word = (uint32_t)value;
	const uint16_t half = (uint16_t)value;

	switch (room) {
	case 1:
		*at = (uint8_t)value;
		break;
	case 2:
		memcpy(at, &half, sizeof(half));
		break;
	case 4:
		memcpy(at, &word, sizeof(word));
		break;
	default:
		memcpy(at, &value, sizeof(value));
	}
	data->len += room;
}

/* A description that is put together: what is too long is cut. */
struct pxt_rkh_description {
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	size_t len;
};

void pxt_rkh_describe(struct pxt_rkh_description *description,
		      const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What all begin with. has_header: with a number and a stamp. */
void pxt_rkh_describe_frame(struct pxt_rkh_description *description,
			    const struct pxt_rkh_config *config,
			    bool has_header);
void pxt_rkh_data_frame(struct pxt_rkh_data *data,
			const struct pxt_rkh_config *config,
			const struct pxt_rkh_record *record, bool has_header);

/* A number that is an object's. */
void pxt_rkh_describe_object(struct pxt_rkh_description *description,
			     const char *name, unsigned width,
			     enum pxt_rkh_space space);

/* The arguments of an event. */
void pxt_rkh_plan_init(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config);

/* The same, and its type. */
void pxt_rkh_plan_make(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace);

/* Take the arguments of a record into data, behind its words about the frame.
 * False: it ends before they do. */
bool pxt_rkh_plan_take(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record,
		       struct pxt_rkh_data *data);

#endif
