/* log_maker.c - making a log from single events */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/sum.h"
#include "log/log_maker.h"
#include "log/log_reasons.h"

enum {
	BATCH = 1 << 20,     /* limit of buffered bytes */
	ROWS_KEPT = 256,     /* rows that keep their memory */
	ROW_KEPT = 64 << 10, /* bytes that a row keeps */
	TICKS_PER_NS = 256,
};

#define RATE ((UINT64_C(1) << 32) / TICKS_PER_NS)
#define CONTEXT_SPAN pxt_record_span(sizeof(struct pxt_context))

/* After such a long pause the ticks resume without a jump, so that they
 * last. */
#define PAUSE_NS (INT64_C(1) << 40)

/* The relation of ticks to time, from an event on. */
struct scale {
	uint64_t number;
	uint64_t ticks; /* ticks at the same moment */
	int64_t ns;
};

/* Buffered events of a thread. */
struct row {
	struct pxt_context who; /* without times */
	uint64_t scale;		/* scale of its last record */
	struct pxt_log_chunk chunk;
	uint8_t *data;
	size_t len, room;
	struct pxt_log_reasons reasons;
};

struct pxt_log_maker {
	struct pxt_log_writer *writer;
	uint32_t family;
	struct scale scale;
	uint64_t last_ticks;
	int64_t last_ns;
	uint64_t sequence;
	size_t waiting;	  /* bytes in all rows, without reasons */
	size_t reasons;	  /* bytes of these */
	struct row **row; /* in order of appearance */
	size_t count, room;
	struct pxt_map numbers; /* index + 1, by context */
	struct row *last;	/* last result, or NULL */
	struct pxt_log_end totals;
};

/* Times */

/* Converts a time later than all before to ticks. False: beyond this scale. */
static bool find_ticks(const struct pxt_log_maker *maker, int64_t ns,
		       uint64_t *ticks)
{
	const struct scale *scale = &maker->scale;
	uint64_t found;

	if (!scale->number || ns < maker->last_ns ||
	    ns - maker->last_ns > PAUSE_NS ||
	    __builtin_mul_overflow((uint64_t)(ns - scale->ns),
				   (uint64_t)TICKS_PER_NS, &found) ||
	    __builtin_add_overflow(found, scale->ticks, &found) ||
	    found > UINT64_MAX / 2)
		return false;

	if (found <= maker->last_ticks)
		found = maker->last_ticks + 1;
	*ticks = found;
	return (found - scale->ticks) / TICKS_PER_NS ==
	       (uint64_t)(ns - scale->ns);
}

static struct scale next_scale(const struct pxt_log_maker *maker, int64_t ns,
			       uint64_t *ticks)
{
	struct scale scale = maker->scale;

	if (find_ticks(maker, ns, ticks))
		return scale;

	scale.number++;
	scale.ns = ns;
	scale.ticks = *ticks = maker->last_ticks + 1;
	return scale;
}

/* Rows */

static bool is_same(const struct pxt_context *who,
		    const struct pxt_event *event)
{
	return who->tid == event->tid && who->pid == event->pid &&
	       who->thread == event->thread && who->origin == event->origin;
}

static struct row *row_create(struct pxt_log_maker *maker,
			      const struct pxt_event *event)
{
	struct row *row;

	if (pxt_array_reserve(&maker->row, &maker->room, maker->count + 1,
			      sizeof(row)))
		return NULL;
	row = calloc(1, sizeof(*row));
	if (!row)
		return NULL;
	row->who = (struct pxt_context){
		.pid = event->pid,
		.tid = event->tid,
		.thread = event->thread,
		.rate = RATE,
		.family = maker->family,
		.origin = event->origin,
	};
	maker->row[maker->count++] = row;
	return row;
}

/* NULL: no memory. */
static struct row *find_row(struct pxt_log_maker *maker,
			    const struct pxt_event *event)
{
	const uint64_t key[] = {
		(uint64_t)event->pid << 32 | event->tid,
		event->thread,
		event->origin,
	};
	size_t *number = pxt_map_at(&maker->numbers, key, sizeof(key));
	struct row *row;

	if (!number || *number)
		return number ? maker->row[*number - 1] : NULL;
	row = row_create(maker, event);
	if (row)
		*number = maker->count;
	return row;
}

/* Consecutive events are mostly of one thread. */
static struct row *row_of(struct pxt_log_maker *maker,
			  const struct pxt_event *event)
{
	if (!maker->last || !is_same(&maker->last->who, event))
		maker->last = find_row(maker, event);
	return maker->last;
}

static bool row_reserve(struct row *row, size_t len)
{
	return !pxt_array_reserve(&row->data, &row->room, row->len + len, 1);
}

static void row_free(struct row *row)
{
	free(row->data);
	pxt_log_reasons_fini(&row->reasons);
	free(row);
}

static void drop_rows(struct pxt_log_maker *maker)
{
	for (size_t i = 0; i < maker->count; i++)
		row_free(maker->row[i]);
	pxt_map_clear(&maker->numbers);
	maker->last = NULL;
	maker->count = 0;
	maker->waiting = 0;
	maker->reasons = 0;
}

/* Writing */

static int write_row(struct pxt_log_maker *maker, struct row *row, bool is_last)
{
	struct pxt_log_chunk *chunk = &row->chunk;
	int err;

	chunk->sequence = maker->sequence;
	chunk->floor = is_last ? maker->last_ticks + 1 : 0;
	chunk->reasons = row->reasons.texts;
	chunk->reasons_len = (uint32_t)pxt_log_reasons_span(&row->reasons);
	err = pxt_log_put_chunk(maker->writer, chunk, row->data, row->len);
	if (err)
		return err;

	maker->sequence++;
	maker->waiting -= row->len;
	maker->reasons -= row->reasons.len;
	row->len = 0;
	pxt_log_reasons_forget(&row->reasons);
	if (row->room > ROW_KEPT) {
		free(row->data);
		row->data = NULL;
		row->room = 0;
	}
	return 0;
}

/* Rows are emptied as they are written: a failure repeats nothing. */
static int flush(struct pxt_log_maker *maker)
{
	int err = 0;

	for (size_t i = 0; i < maker->count && !err; i++)
		if (maker->row[i]->len)
			err = write_row(maker, maker->row[i],
					maker->waiting == maker->row[i]->len);
	if (!err && maker->count > ROWS_KEPT)
		drop_rows(maker);
	return err;
}

static void add_record(struct row *row, uint64_t ticks, uint32_t type,
		       uint64_t address, uint32_t flags, const void *data,
		       size_t len)
{
	const size_t span = pxt_record_span(len);
	uint8_t *at = row->data + row->len;

	memset(at + span - 8, 0, 8); /* padding */
	pxt_record_head(at, ticks, type, address, (uint32_t)len | flags);
	if (len)
		memcpy(at + PXT_RECORD_HEAD, data, len);
	row->len += span;
}

static void begin_row(struct row *row, const struct scale *scale,
		      uint64_t ticks)
{
	row->chunk = (struct pxt_log_chunk){
		.first = ticks,
		.context = row->who,
		.context_ticks = scale->ticks,
	};
	row->chunk.context.realtime_ns = (uint64_t)scale->ns;
}

static void change_scale(struct row *row, const struct scale *scale)
{
	struct pxt_context context = row->who;

	context.realtime_ns = (uint64_t)scale->ns;
	add_record(row, scale->ticks, PXT_RECORD_CONTEXT, 0, 0, &context,
		   sizeof(context));
}

static void count(struct row *row, const struct pxt_event *event,
		  struct pxt_log_end *totals)
{
	struct pxt_loss loss;

	if (event->type != PXT_RECORD_LOSS) {
		row->chunk.events++;
		totals->events++;
		return;
	}
	memcpy(&loss, event->data, sizeof(loss));
	row->chunk.lost = pxt_sum(row->chunk.lost, loss.count);
	totals->lost = pxt_sum(totals->lost, loss.count);
}

static const char *reason_of(const struct pxt_event *event)
{
	return event->type == PXT_RECORD_LOSS ? event->why : NULL;
}

/* The address of a LOSS is the offset of its reason. */
static uint64_t address_of(struct pxt_log_maker *maker, struct row *row,
			   const struct pxt_event *event)
{
	const size_t before = row->reasons.len;
	const char *why = reason_of(event);
	uint64_t at;

	if (!why)
		return event->type == PXT_RECORD_LOSS ? 0 : event->address;
	at = pxt_log_reasons_add(&row->reasons, why);
	maker->reasons += row->reasons.len - before;
	return at;
}

static void add(struct pxt_log_maker *maker, struct row *row,
		const struct pxt_event *event, uint64_t ticks)
{
	const struct scale *scale = &maker->scale;
	const size_t before = row->len;

	if (!row->len)
		begin_row(row, scale, ticks);
	else if (row->scale != scale->number)
		change_scale(row, scale);
	row->scale = scale->number;
	row->chunk.last = ticks;
	add_record(row, ticks, event->type, address_of(maker, row, event),
		   event->truncated ? PXT_RECORD_CUT : 0, event->data,
		   event->len);
	count(row, event, &maker->totals);
	maker->waiting += row->len - before;
}

/* Makes room in the row of the thread. NULL: no memory. */
static struct row *make_room(struct pxt_log_maker *maker,
			     const struct pxt_event *event, size_t need)
{
	struct row *row = row_of(maker, event);
	const char *why = reason_of(event);

	if (!row || !row_reserve(row, need) ||
	    (why && !pxt_log_reasons_reserve(&row->reasons, why)))
		return NULL;
	return row;
}

int pxt_log_maker_put(struct pxt_log_maker *maker,
		      const struct pxt_event *event)
{
	const int64_t ns = event->time_ns > 0 ? event->time_ns : 0;
	size_t need;
	struct scale scale;
	struct row *row;
	uint64_t ticks;
	int err;

	if (event->len > PXT_RECORD_DATA_MAX)
		return EMSGSIZE;
	need = pxt_record_span(event->len) + CONTEXT_SPAN;
	if (need > pxt_log_room(maker->writer))
		return EMSGSIZE;
	if (maker->waiting && maker->waiting + maker->reasons + need > BATCH) {
		err = flush(maker);
		if (err)
			return err;
	}

	row = make_room(maker, event, need);
	if (!row)
		return ENOMEM;
	scale = next_scale(maker, ns, &ticks);
	maker->scale = scale;
	maker->last_ticks = ticks;
	maker->last_ns = ns;
	add(maker, row, event, ticks);
	return 0;
}

int pxt_log_maker_flush(struct pxt_log_maker *maker)
{
	return flush(maker);
}

int pxt_log_maker_finish(struct pxt_log_maker *maker,
			 const struct pxt_log_end *status)
{
	struct pxt_log_end end = *status;
	int err;

	err = flush(maker);
	if (err)
		return err;
	end.events = maker->totals.events;
	end.lost = maker->totals.lost;
	return pxt_log_put_end(maker->writer, &end);
}

int pxt_log_maker_create(int fd, const struct pxt_log_header *header,
			 struct pxt_log_maker **out)
{
	struct pxt_log_header made = *header;
	struct pxt_log_maker *maker;
	int err;

	maker = calloc(1, sizeof(*maker));
	if (!maker)
		return ENOMEM;
	maker->family = header->target_pid;

	made.clock = PXT_CLOCK_MADE;
	made.start_ticks = 0;
	made.rate = RATE;
	err = pxt_log_create(fd, &made, &maker->writer);
	if (err) {
		free(maker);
		return err;
	}

	*out = maker;
	return 0;
}

struct pxt_log_writer *pxt_log_maker_writer(struct pxt_log_maker *maker)
{
	return maker->writer;
}

void pxt_log_maker_close(struct pxt_log_maker *maker)
{
	if (!maker)
		return;
	drop_rows(maker);
	pxt_map_fini(&maker->numbers);
	free(maker->row);
	pxt_log_writer_close(maker->writer);
	free(maker);
}
