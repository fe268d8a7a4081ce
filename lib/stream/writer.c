/* writer.c - uncommon paths of a writer */
#include "stream/writer.h"

#include <errno.h>

enum {
	RENEW_NS = 10000000,   /* validity of a clock pair */
	BASELINE_NS = 5000000, /* shortest interval for a rate */
};

#define CONTEXT_SPAN pxt_record_span(sizeof(struct pxt_context))

/* The gate of a dummy stream, not open and not shut: the slow path is taken. */
static _Atomic uint32_t asking = PXT_GATE_OPEN | PXT_GATE_FULL;

struct pxt_writer pxt_writer_none = {
	.place.chunk = &pxt_writer_none.place.none,
	.gate = &asking,
};

static size_t lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

void pxt_writer_init(struct pxt_writer *writer, struct pxt_stream *stream)
{
	const size_t most = stream->attr.max_data;
	const size_t short_max = lesser(most, PXT_COPY_SHORT_MAX);
	size_t wide_max = PXT_COPY_WIDE_MAX;

	memset(writer, 0, sizeof(*writer));
	pxt_ring_place_init(&writer->place);
	writer->stream = stream;
	writer->shared = stream->shared;
	writer->gate = &stream->shared->ring.gate;
	writer->max_data = (uint32_t)most;
	writer->clock = stream->clock;
	writer->string_least = SIZE_MAX;
	if (pxt_copy_has_fast_string()) {
		writer->string_least = PXT_COPY_STRING_LEAST;
		wide_max = PXT_COPY_STRING_LEAST - 1;
	}
	if (writer->clock != PXT_CLOCK_QUICK)
		return;
	writer->short_end = 1 + short_max;
	if (pxt_copy_can_be_wide())
		writer->wide_span = lesser(most, wide_max) - short_max;
}

void pxt_writer_fini(struct pxt_writer *writer)
{
	if (writer->stream)
		pxt_ring_leave(&writer->stream->ring, &writer->place);
	writer->stream = NULL;
	writer->renew = 0; /* the place has no room any more */
}

static void append(struct pxt_writer *writer, uint64_t ticks, uint32_t type,
		   uint64_t address, const void *data, uint32_t size)
{
	struct pxt_ring_place *place = &writer->place;
	uint8_t *to = pxt_ring_bytes(place) + pxt_tail_bytes(place->tail);
	size_t len = size & PXT_RECORD_DATA_MAX;

	pxt_record_head(to, ticks, type, address, size);
	pxt_writer_copy(writer, to + PXT_RECORD_HEAD, data, len);
	if (!place->first) {
		place->first = ticks;
		atomic_store_explicit(&place->chunk->first, ticks,
				      memory_order_relaxed);
	}
	place->last = ticks;
	place->tail += pxt_record_span(len);
}

/* The rate is measured since this writer's last pair, if it is recent, or else
 * since the stream's first one. */
static uint64_t current_rate(const struct pxt_writer *writer,
			     const struct pxt_clock_pair *now)
{
	const struct pxt_stream *stream = writer->stream;
	const struct pxt_clock_pair *from =
		writer->pair.ticks ? &writer->pair : &stream->origin;

	if (now->realtime_ns - from->realtime_ns < BASELINE_NS)
		from = &stream->origin;
	if (now->realtime_ns - from->realtime_ns < BASELINE_NS)
		return stream->rate;
	return pxt_clock_rate(from, now, stream->rate);
}

static void set_brim(struct pxt_writer *writer)
{
	writer->brim = writer->place.end -
		       (uint32_t)pxt_record_span(PXT_COPY_SHORT_MAX);
}

static void append_context(struct pxt_writer *writer,
			   const struct pxt_writer_self *self,
			   const struct pxt_clock_pair *now)
{
	struct pxt_context context = {
		.pid = self->pid,
		.tid = self->tid,
		.thread = self->thread,
		.realtime_ns = (uint64_t)now->realtime_ns,
		.rate = writer->rate,
		.family = writer->stream->family,
	};

	append(writer, now->ticks, PXT_RECORD_CONTEXT, 0, &context,
	       sizeof(context));
	writer->renew = writer->due;
	set_brim(writer);
	writer->moved = false;
}

/* True while the last reading of the clocks is recent enough. */
static bool reading_holds(const struct pxt_writer *writer, uint64_t ticks)
{
	return ticks >= writer->pair.ticks && ticks < writer->due;
}

/* A context of a reading of the clocks, which holds for a while. */
static void append_reading(struct pxt_writer *writer,
			   const struct pxt_writer_self *self,
			   const struct pxt_clock_pair *now)
{
	writer->rate = current_rate(writer, now);
	writer->pair = *now;
	writer->due =
		now->ticks +
		(uint64_t)(((unsigned __int128)RENEW_NS << 32) / writer->rate);
	append_context(writer, self, now);
}

/* Returns the ticks of the next record. In a new chunk the context is one by the
 * last reading, while that holds: reading the clocks takes longer than all else
 * that a change of chunks needs. */
static uint64_t append_due(struct pxt_writer *writer,
			   const struct pxt_writer_self *self, uint64_t ticks)
{
	struct pxt_clock_pair now = { .ticks = ticks };
	uint64_t since;

	if (!reading_holds(writer, ticks)) {
		now = pxt_clock_read(writer->clock);
		append_reading(writer, self, &now);
		return pxt_clock_ticks(writer->clock);
	}
	since = now.ticks - writer->pair.ticks;
	now.realtime_ns =
		writer->pair.realtime_ns +
		(int64_t)((unsigned __int128)since * writer->rate >> 32);
	append_context(writer, self, &now);
	return ticks;
}

static bool has_room(const struct pxt_writer *writer, size_t span)
{
	return pxt_tail_bytes(writer->place.tail) + span <= writer->place.end;
}

/* Contract of pxt_ring_extend(). */
static int extend(struct pxt_writer *writer, size_t span)
{
	int err;

	if (has_room(writer, span))
		return 0;
	err = pxt_ring_extend(&writer->stream->ring, &writer->place,
			      (uint32_t)span);
	if (!err)
		set_brim(writer);
	return err;
}

/* Takes a chunk with room for a record and its context. The errors of
 * pxt_ring_move(). */
static int move(struct pxt_writer *writer, const struct pxt_writer_self *self,
		size_t span, bool force)
{
	int err;

	err = pxt_ring_move(&writer->stream->ring, &writer->place,
			    writer->stream->is_foreign ? 0 : (pid_t)self->owner,
			    force);
	if (err)
		return err;
	writer->moved = true; /* R16 */
	writer->renew = 0;
	return extend(writer, span) ? ENOSPC : 0;
}

/* Finds room for the record and its context: in another chunk if this one is full,
 * or gets no more memory, which others may have. The writer may not have been seen
 * busy while it moves: gate, filter and clock have to be read again, and a context
 * is due. */
static int make_room(struct pxt_writer *writer,
		     const struct pxt_writer_self *self, uint32_t type,
		     size_t span, uint32_t *gate)
{
	int err;

	err = extend(writer, span + CONTEXT_SPAN);
	if (err)
		err = move(writer, self, span + CONTEXT_SPAN, false);
	if (err || !writer->moved)
		return err;
	pxt_barrier_light(); /* R9 */
	*gate = pxt_writer_gate(writer);
	if (pxt_writer_unwanted(writer, *gate, type))
		return ECANCELED;
	return *gate & PXT_GATE_FULL ? ENOSPC : 0;
}

/* True if the controller has died, and recording has ended. The stream's own
 * pointer is invalid in a child that a handler made during an event. */
static bool is_orphaned(const struct pxt_writer *writer)
{
	return pxt_lifeline_is_cut(&writer->shared->lifeline) &&
	       writer->stream->attr.orphan == POSIX_TRACE_ORPHAN_STOP_NP;
}

void pxt_writer_put(struct pxt_writer *writer,
		    const struct pxt_writer_self *self, uint32_t type,
		    uint64_t address, const void *data, size_t len)
{
	struct pxt_ring *ring = &writer->stream->ring;
	uint32_t size = (uint32_t)len;
	uint64_t ticks;
	uint32_t gate;
	int err = ENOSPC;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	gate = pxt_writer_gate(writer);
	if (pxt_writer_unwanted(writer, gate, type)) {
		pxt_writer_leave(writer);
		return;
	}
	if (len > writer->max_data)
		size = writer->max_data | PXT_RECORD_CUT;

	if (!(gate & PXT_GATE_FULL))
		err = make_room(writer, self, type,
				pxt_record_span(size & PXT_RECORD_DATA_MAX),
				&gate);
	if (err) {
		if (err == ENOSPC)
			pxt_ring_lose(ring, &writer->place,
				      gate & PXT_GATE_FULL ?
					      0 :
					      pxt_clock_ticks(writer->clock));
		else if (err == ENOMEM)
			pxt_ring_lose_cramped(ring);
		goto leave;
	}

	ticks = pxt_clock_ticks(writer->clock); /* R16 */
	if (writer->moved || !reading_holds(writer, ticks)) {
		if (is_orphaned(writer)) {
			pxt_ring_abandon(ring);
			goto leave;
		}
		ticks = append_due(writer, self, ticks);
	}
	append(writer, ticks, type, address, data, size);
	writer->place.records++;
leave:
	pxt_writer_leave(writer);
	if (gate & PXT_GATE_WATCHED)
		pxt_ring_wake(ring);
}

/* Filters apply to events only. */
int pxt_writer_put_unreached(struct pxt_writer *writer,
			     const struct pxt_writer_self *self,
			     const struct pxt_loss *loss, uint32_t reason)
{
	struct pxt_clock_pair now;
	uint32_t gate;
	int err = ECANCELED;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	gate = pxt_writer_gate(writer);
	if ((gate & (PXT_GATE_OPEN | PXT_GATE_FULL)) != PXT_GATE_OPEN)
		goto leave;
	err = make_room(writer, self, 0, pxt_record_span(sizeof(*loss)), &gate);
	if (err)
		goto leave;
	now = pxt_clock_read(writer->clock);
	append_reading(writer, self, &now);
	append(writer, now.ticks, PXT_RECORD_LOSS, reason, loss, sizeof(*loss));
	writer->place.records++;
leave:
	pxt_writer_leave(writer);
	return err;
}

int pxt_writer_force_at(struct pxt_writer *writer,
			const struct pxt_writer_self *self,
			const struct pxt_clock_pair *now, uint32_t type,
			uint64_t address, const void *data, size_t len)
{
	size_t span = pxt_record_span(len) + CONTEXT_SPAN;
	struct pxt_clock_pair pair = *now;

	if (extend(writer, span) && move(writer, self, span, true))
		return ENOSPC;

	/* A chunk of another writer may have younger records: no older one may
	 * follow. */
	if (pair.ticks < writer->place.last)
		pair = pxt_clock_read(writer->clock);

	/* Always with its own context, as the family of events changes. */
	append_reading(writer, self, &pair);
	append(writer, pair.ticks, type, address, data, (uint32_t)len);
	writer->place.records++;
	pxt_writer_leave(writer);
	pxt_ring_wake(&writer->stream->ring);
	return 0;
}

int pxt_writer_force(struct pxt_writer *writer,
		     const struct pxt_writer_self *self, uint32_t type,
		     uint64_t address, const void *data, size_t len)
{
	const struct pxt_clock_pair now = pxt_clock_read(writer->clock);

	return pxt_writer_force_at(writer, self, &now, type, address, data,
				   len);
}
