/*
 * kind.h - recognizing the kinds of LiteOS data
 */
#ifndef PXT_FORMAT_LITEOS_KIND_H
#define PXT_FORMAT_LITEOS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of the option "kind"; see PXT_LITEOS_KIND_WORDS. */
enum pxt_liteos_what {
	PXT_LITEOS_UNKNOWN,
	PXT_LITEOS_OFFLINE,
	PXT_LITEOS_TLV,
	PXT_LITEOS_TEXT,
	PXT_LITEOS_COMMANDS,
};

#define PXT_LITEOS_KIND_WORDS "auto|offline|tlv|text|commands"

enum {
	/* Bytes that are looked at together, and the part of them that is
	 * looked at again with the next ones: nothing decisive is longer. */
	PXT_LITEOS_KIND_BYTES = 64 << 10,
	PXT_LITEOS_KIND_AGAIN = 4 << 10,
};

/* begun: the first bytes; ended: the last ones. UNKNOWN: more bytes are needed,
 * or the kind is none of these. */
enum pxt_liteos_what pxt_liteos_kind(const uint8_t *data, size_t len,
				     bool begun, bool ended);

#endif
