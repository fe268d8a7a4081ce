/*
 * found_place.h - the place in a log where a value was found
 *
 * Sections are walked through once: places are asked for in the order of the file.
 */
#ifndef REDACT_FOUND_PLACE_H
#define REDACT_FOUND_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/preface.h"
#include "source/section.h"

struct found_place {
	int fd; /* borrowed */
	bool is_log;
	uint64_t end; /* of the file */
	struct preface preface;
	struct section section; /* the one of the latest place */
};

void found_place_init(struct found_place *place, int fd);

/* Moves to an offset. Returns the name of its section's type, or "a section". */
const char *found_place_move(struct found_place *place, uint64_t offset);

/* True if that is the name of a constant, which a description has. */
bool found_place_is_constant(const struct found_place *place, uint64_t offset,
			     uint64_t len);

#endif
