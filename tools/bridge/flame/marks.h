/*
 * marks.h - beginnings and ends of frames, by thread
 *
 * A format whose threads stand one behind the other is written when all items
 * have been met. Until then the marks of each thread wait in chunks: the last
 * one in memory, all before in a file without a name.
 */
#ifndef BRIDGE_FLAME_MARKS_H
#define BRIDGE_FLAME_MARKS_H

#include <stdint.h>

enum {
	MARKS_END = UINT32_MAX, /* the innermost frame ends */
	MARKS_OF_CHUNK = 127,
};

struct mark {
	int64_t at;
	uint64_t frame; /* frame that begins, or MARKS_END */
};

struct marks_chunk {
	uint64_t next; /* place of the next chunk of the thread */
	struct mark mark[MARKS_OF_CHUNK];
};

/* The marks of a thread. Zero at first. */
struct marks_list {
	struct marks_chunk *last; /* NULL: none so far */
	uint64_t first, place;	  /* of the first chunk, of the last one */
	uint64_t whole;		  /* chunks before the last one */
	unsigned used;		  /* marks in the last one */
};

/* The file of all threads. */
struct marks {
	int fd; /* -1: none so far */
	uint64_t places;
	int error; /* of the file */
};

void marks_init(struct marks *marks);
void marks_fini(struct marks *marks);
void marks_free(struct marks_list *list);

/* ENOMEM, or errors of the file. */
int marks_add(struct marks *marks, struct marks_list *list,
	      const struct mark *mark);

/* Visits all marks of a thread, until an error. */
typedef int marks_visit(void *context, const struct mark *mark);
int marks_for_each(struct marks *marks, const struct marks_list *list,
		   marks_visit *visit, void *context);

#endif
