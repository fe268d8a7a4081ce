/*
 * foreign.h - what every importer has to do with whatever bytes there are
 */
#ifndef TESTS_FUZZ_FOREIGN_H
#define TESTS_FUZZ_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#include "format/format.h"

struct foreign_limits {
	/* Bytes in use at most: some, and some for each byte of the input. */
	size_t bytes, bytes_for_each;
	/* Items at most: some, and one for that many bytes of the input. */
	size_t items, bytes_of_each;
};

/* Import bytes, and, if it is their turn, begin anew: every item is of a type with a name, whose
 * description can be taken apart, and the import comes to an end, both times with
 * the same number of items. Nothing takes more than the limits. */
void foreign_import(const struct pxt_format *format,
		    const struct pxt_settings *settings, const uint8_t *data,
		    size_t size, const struct foreign_limits *limits);

#endif
