/*
 * edges.c - beginnings and ends of frames, by thread
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/temporary.h"
#include "bridge/flame/edges.h"

void edges_init(struct edges *edges)
{
	*edges = (struct edges){ .fd = -1 };
}

void edges_fini(struct edges *edges)
{
	if (edges->fd >= 0)
		close(edges->fd);
}

void edges_free(struct edges_list *list)
{
	free(list->last);
}

/* The file */

static int read_block(struct edges *edges, uint64_t place,
		      struct edges_block *block)
{
	return edges->error =
		       pxt_temporary_read(edges->fd, block, sizeof(*block),
					  place * sizeof(*block));
}

static int write_block(struct edges *edges, uint64_t place,
		       const struct edges_block *block)
{
	if (edges->fd < 0)
		edges->error = pxt_temporary_open(&edges->fd);
	if (!edges->error)
		edges->error =
			pxt_temporary_write(edges->fd, block, sizeof(*block),
					    place * sizeof(*block));
	return edges->error;
}

/* Lists */

static int begin_list(struct edges *edges, struct edges_list *list)
{
	list->last = calloc(1, sizeof(*list->last));
	if (!list->last)
		return ENOMEM;
	list->first = list->place = edges->places++;
	return 0;
}

/* The place of the next block is known when this one is written. */
static int put_block(struct edges *edges, struct edges_list *list)
{
	int err;

	list->last->next = edges->places++;
	err = write_block(edges, list->place, list->last);
	if (err)
		return err;
	list->place = list->last->next;
	list->whole++;
	list->used = 0;
	return 0;
}

int edges_add(struct edges *edges, struct edges_list *list,
	      const struct edge *edge)
{
	int err = 0;

	if (!list->last)
		err = begin_list(edges, list);
	else if (list->used == EDGES_OF_BLOCK)
		err = put_block(edges, list);
	if (!err)
		list->last->edge[list->used++] = *edge;
	return err;
}

static int visit_block(const struct edges_block *block, unsigned used,
		       edges_visit *visit, void *context)
{
	int err = 0;

	for (unsigned i = 0; i < used && !err; i++)
		err = visit(context, &block->edge[i]);
	return err;
}

int edges_for_each(struct edges *edges, const struct edges_list *list,
		   edges_visit *visit, void *context)
{
	struct edges_block block;
	uint64_t place = list->first;
	int err = 0;

	for (uint64_t i = 0; i < list->whole && !err; i++) {
		err = read_block(edges, place, &block);
		if (!err)
			err = visit_block(&block, EDGES_OF_BLOCK, visit,
					  context);
		place = block.next;
	}
	return err || !list->last ?
		       err :
		       visit_block(list->last, list->used, visit, context);
}
