/*
 * marks.c - beginnings and ends of frames, by thread
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/temporary.h"
#include "bridge/flame/marks.h"

void marks_init(struct marks *marks)
{
	*marks = (struct marks){ .fd = -1 };
}

void marks_fini(struct marks *marks)
{
	if (marks->fd >= 0)
		close(marks->fd);
}

void marks_free(struct marks_list *list)
{
	free(list->last);
}

/* The file */

static int read_chunk(struct marks *marks, uint64_t place,
		      struct marks_chunk *chunk)
{
	const off_t at = (off_t)(place * sizeof(*chunk));
	size_t done = 0;
	ssize_t got;

	while (done < sizeof(*chunk)) {
		got = pread(marks->fd, (char *)chunk + done,
			    sizeof(*chunk) - done, at + (off_t)done);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return marks->error = got ? errno : EIO;
		done += (size_t)got;
	}
	return 0;
}

static int write_chunk(struct marks *marks, uint64_t place,
		       const struct marks_chunk *chunk)
{
	const off_t at = (off_t)(place * sizeof(*chunk));
	size_t done = 0;
	ssize_t put;

	if (marks->fd < 0)
		marks->error = pxt_temporary_open(&marks->fd);
	while (!marks->error && done < sizeof(*chunk)) {
		put = pwrite(marks->fd, (const char *)chunk + done,
			     sizeof(*chunk) - done, at + (off_t)done);
		if (put >= 0)
			done += (size_t)put;
		else if (errno != EINTR)
			marks->error = errno;
	}
	return marks->error;
}

/* Lists */

static int begin_list(struct marks *marks, struct marks_list *list)
{
	list->last = calloc(1, sizeof(*list->last));
	if (!list->last)
		return ENOMEM;
	list->first = list->place = marks->places++;
	return 0;
}

/* The place of the next chunk is known when this one is written. */
static int put_chunk(struct marks *marks, struct marks_list *list)
{
	int err;

	list->last->next = marks->places++;
	err = write_chunk(marks, list->place, list->last);
	if (err)
		return err;
	list->place = list->last->next;
	list->whole++;
	list->used = 0;
	return 0;
}

int marks_add(struct marks *marks, struct marks_list *list,
	      const struct mark *mark)
{
	int err = 0;

	if (!list->last)
		err = begin_list(marks, list);
	else if (list->used == MARKS_OF_CHUNK)
		err = put_chunk(marks, list);
	if (!err)
		list->last->mark[list->used++] = *mark;
	return err;
}

static int visit_chunk(const struct marks_chunk *chunk, unsigned used,
		       marks_visit *visit, void *context)
{
	int err = 0;

	for (unsigned i = 0; i < used && !err; i++)
		err = visit(context, &chunk->mark[i]);
	return err;
}

int marks_for_each(struct marks *marks, const struct marks_list *list,
		   marks_visit *visit, void *context)
{
	struct marks_chunk chunk;
	uint64_t place = list->first;
	int err = 0;

	for (uint64_t i = 0; i < list->whole && !err; i++) {
		err = read_chunk(marks, place, &chunk);
		if (!err)
			err = visit_chunk(&chunk, MARKS_OF_CHUNK, visit,
					  context);
		place = chunk.next;
	}
	return err || !list->last ?
		       err :
		       visit_chunk(list->last, list->used, visit, context);
}
