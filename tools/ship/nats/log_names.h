/*
 * log_names.h - the sections of a log that give names to what others have
 */
#ifndef SHIP_NATS_LOG_NAMES_H
#define SHIP_NATS_LOG_NAMES_H

#include "source/preface.h"

enum { LOG_NAMES_MOST = 16 << 20 }; /* bytes; what is beyond is left out */

/* Gives those with numbers up to `last`, in the order of the file; bytes:
 * section_size() of them. Ends with the first error that `give` returns. */
int log_names_walk(int fd, const struct preface *preface, uint64_t last,
		   int (*give)(void *context, const struct section *section,
			       const unsigned char *bytes),
		   void *context);

#endif
