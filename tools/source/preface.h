/*
 * preface.h - what a log begins with: the preamble, and HEADER
 */
#ifndef SOURCE_PREFACE_H
#define SOURCE_PREFACE_H

#include <stdbool.h>

#include "source/section.h"

enum { PREFACE_MOST = 3 * 4096 };

enum preface_policy { PREFACE_APPEND = 4 };

struct preface {
	unsigned char uuid[SECTION_UUID];
	bool appends;	/* logs of other policies are overwritten, or cleared */
	bool is_mended; /* a part was damaged, and is made from the other */
	bool is_native; /* records are little-endian */
	uint64_t ticks; /* at the creation */
	uint64_t rate;	/* nanoseconds per tick, times 2^32; 0: none */
	int64_t created_ns; /* time of CLOCK_REALTIME */
	uint64_t last;	    /* the number of its last section */
	size_t len;
	unsigned char bytes[PREFACE_MOST];
};

/* Reads it. Returns an error number; ENODATA: there is less of it than a log
 * has, EBADMSG: that is no log, ENOTSUP: a version that is not known. */
int preface_read(struct preface *preface, int fd);

/* The same from the first bytes of a log, at most PREFACE_MOST. */
int preface_parse(struct preface *preface, const unsigned char *bytes,
		  size_t len);

/* The time of the last event of a chunk, from its SECTION_CHUNK_HEAD bytes, or
 * of the first one; or 0. */
int64_t preface_chunk_time(const struct preface *preface,
			   const unsigned char *head, bool first);

#endif
