/*
 * layout.h - data of RKH's events
 *
 * Fields of the frame, and then its contents, in the byte order of this
 * machine.
 */
#ifndef PXT_FORMAT_RKH_LAYOUT_H
#define PXT_FORMAT_RKH_LAYOUT_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "format/rkh/config.h"
#include "format/rkh/events.h"
#include "format/rkh/frame.h"
#include "format/rkh/symbols.h"
#include "format/trace.h"

/* The role of an argument. */
enum pxt_rkh_role {
	PXT_RKH_NO_ROLE,
	PXT_RKH_IS_AO,
	PXT_RKH_IS_SIGNAL,
	PXT_RKH_IS_OBJECT, /* object to name */
	PXT_RKH_IS_NAME,
	PXT_RKH_IS_DEPTH, /* depth of a queue */
	PXT_RKH_ROLES
};

enum { PXT_RKH_ARGUMENTS = 8 };

/* The data of an event under construction, with room for all. */
struct pxt_rkh_data {
	uint8_t *bytes;
	size_t len, room;
};

/* The frame being read. */
struct pxt_rkh_record {
	const struct pxt_rkh_frame *frame; /* the frame itself; borrowed */
	uint32_t id;
	uint8_t seq;
	uint64_t ts;
	struct pxt_bytes in; /* arguments */

	/* Arguments whose objects are to be announced. */
	unsigned objects;
	struct {
		uint64_t number;
		enum pxt_rkh_space space;
	} object[PXT_RKH_ARGUMENTS];

	/* Values by role, where there is such an argument. */
	uint64_t value[PXT_RKH_ROLES];
	bool has[PXT_RKH_ROLES];
	const char *name; /* null-terminated */
};

/* Bytes of a number here. */
static inline unsigned pxt_rkh_room(unsigned width)
{
	return width <= 1 ? 1 : width == 2 ? 2 : width <= 4 ? 4 : 8;
}

/* Reads a number of at most eight bytes: of any width, the slow way; and the
 * fast one. Most of the time of reading is spent here. */
uint64_t pxt_rkh_number_odd(const uint8_t *at, unsigned width);

static inline uint64_t pxt_rkh_number(const uint8_t *at, unsigned width)
{
	switch (width) {
	case 1:
		return at[0];
	case 2:
		return at[0] | (uint32_t)at[1] << 8;
	case 4:
		return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
		       (uint32_t)at[3] << 24;
	default:
		return pxt_rkh_number_odd(at, width);
	}
}

static inline uint64_t pxt_rkh_take(struct pxt_bytes *in, unsigned width)
{
	const uint8_t *at = in->at;

	if (width > pxt_bytes_left(in)) {
		pxt_bytes_take(in, width);
		return 0;
	}
	in->at = at + width;
	return pxt_rkh_number(at, width);
}

/* Makes room for len more bytes, plus those that a number overwrites.
 * ENOMEM. */
int pxt_rkh_data_grow(struct pxt_rkh_data *data, size_t len);

static inline int pxt_rkh_data_reserve(struct pxt_rkh_data *data, size_t len)
{
	return len + sizeof(uint64_t) <= data->room - data->len ?
		       0 :
		       pxt_rkh_data_grow(data, len);
}

static inline void pxt_rkh_data_copy(struct pxt_rkh_data *data,
				     const void *from, size_t len)
{
	if (len)
		memcpy(data->bytes + data->len, from, len);
	data->len += len;
}

void pxt_rkh_data_hex(struct pxt_rkh_data *data, const uint8_t *from,
		      size_t len);

/* Puts a number. Bytes behind it are overwritten, for which there is always
 * room. */
static inline void pxt_rkh_data_put(struct pxt_rkh_data *data, uint64_t value,
				    unsigned room)
{
	if (BYTE_ORDER == BIG_ENDIAN)
		value <<= 64 - 8 * room;
	memcpy(data->bytes + data->len, &value, sizeof(value));
	data->len += room;
}

/* A description under construction; what makes it too long is left out. */
struct pxt_rkh_description {
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 2];
	size_t len;
};

/* Appends what printf() would make of %s and %u. Safe in signal handlers. */
void pxt_rkh_describe(struct pxt_rkh_description *description,
		      const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Describes the fields common to all events. has_header: with sequence number
 * and stamp. */
void pxt_rkh_describe_frame(struct pxt_rkh_description *description,
			    const struct pxt_rkh_config *config,
			    bool has_header);
static inline void pxt_rkh_data_frame(struct pxt_rkh_data *data,
				      const struct pxt_rkh_config *config,
				      const struct pxt_rkh_record *record,
				      bool has_header)
{
	pxt_rkh_data_put(data, record->id,
			 pxt_rkh_room(config->value[PXT_RKH_TE_ID]));
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_data_put(data, record->seq, 1);
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_data_put(data, record->ts,
				 pxt_rkh_room(config->value[PXT_RKH_TS]));
	pxt_rkh_data_put(data, record->frame->off, 8);
	pxt_rkh_data_put(data, record->frame->len, 4);
}

/* Describes a number that names an object. */
void pxt_rkh_describe_object(struct pxt_rkh_description *description,
			     const char *name, unsigned width,
			     enum pxt_rkh_space space);

#endif
