/*
 * kind.h - which of the things of LiteOS some bytes are
 */
#ifndef PXT_FORMAT_LITEOS_KIND_H
#define PXT_FORMAT_LITEOS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As the option "kind" has them; see PXT_LITEOS_KIND_WORDS. */
enum pxt_liteos_what {
	PXT_LITEOS_UNKNOWN,
	PXT_LITEOS_OFFLINE,
	PXT_LITEOS_TLV,
	PXT_LITEOS_TEXT,
	PXT_LITEOS_COMMANDS,
};

#define PXT_LITEOS_KIND_WORDS "auto|offline|tlv|text|commands"

enum {
	/* So many are looked at together, and so many of these again with what
	 * comes behind: whatever tells it is not longer. */
	PXT_LITEOS_KIND_BYTES = 64 << 10,
	PXT_LITEOS_KIND_AGAIN = 4 << 10,
};

/* begun: these are the first bytes; ended: and the last. UNKNOWN: they may be
 * told apart when there are more, or not at all. */
enum pxt_liteos_what pxt_liteos_kind(const uint8_t *data, size_t len,
				     bool begun, bool ended);

#endif
