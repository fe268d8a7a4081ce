/*
 * edges.h - beginnings and ends of frames, by thread
 *
 * A format whose threads stand one behind the other is written when all items
 * have been met. Until then the edges of each thread wait in blocks: the last
 * one in memory, all before in a file without a name.
 */
#ifndef BRIDGE_FLAME_EDGES_H
#define BRIDGE_FLAME_EDGES_H

#include <stdint.h>

enum {
	EDGES_END = UINT32_MAX, /* the innermost frame ends */
	EDGES_OF_BLOCK = 127,
};

struct edge {
	int64_t at;
	uint64_t frame; /* frame that begins, or EDGES_END */
};

struct edges_block {
	uint64_t next; /* place of the next block of the thread */
	struct edge edge[EDGES_OF_BLOCK];
};

/* The edges of a thread. Zero at first. */
struct edges_list {
	struct edges_block *last; /* NULL: none so far */
	uint64_t first, place;	  /* places of the first and last block */
	uint64_t whole;		  /* blocks before the last one */
	unsigned used;		  /* edges in the last one */
};

/* The file of all threads. */
struct edges {
	int fd; /* -1: no file so far */
	uint64_t places;
	int error; /* error of the file */
};

void edges_init(struct edges *edges);
void edges_fini(struct edges *edges);
void edges_free(struct edges_list *list);

/* ENOMEM, or errors of the file. */
int edges_add(struct edges *edges, struct edges_list *list,
	      const struct edge *edge);

/* Visits all edges of a thread, until an error. */
typedef int edges_visit(void *context, const struct edge *edge);
int edges_for_each(struct edges *edges, const struct edges_list *list,
		   edges_visit *visit, void *context);

#endif
