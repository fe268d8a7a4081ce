/*
 * streams.c - threads as streams of CTF
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "bridge/ctf/streams.h"

/* A packet ends after so many events, or so much time. */
enum { PACKET_EVENTS = 4096, PACKET_NS = 1000000000 };

static int put(struct ctf_streams *streams, bt_message *message)
{
	return ctf_writer_put(streams->writer, message);
}

static bt_self_message_iterator *iterator_of(const struct ctf_streams *streams)
{
	return streams->writer->iterator;
}

static int begin_packet(struct ctf_streams *streams, struct ctf_stream *stream,
			uint64_t ns)
{
	stream->packet = bt_packet_create(stream->stream);
	stream->begin = stream->last = ns;
	stream->events = 0;
	stream->has_packets = true;
	return !stream->packet ?
		       ENOMEM :
		       put(streams,
			   bt_message_packet_beginning_create_with_default_clock_snapshot(
				   iterator_of(streams), stream->packet, ns));
}

static int end_packet(struct ctf_streams *streams, struct ctf_stream *stream,
		      uint64_t ns)
{
	int err;

	if (!stream->packet)
		return 0;
	err = put(streams,
		  bt_message_packet_end_create_with_default_clock_snapshot(
			  iterator_of(streams), stream->packet, ns));
	bt_packet_put_ref(stream->packet);
	stream->packet = NULL;
	stream->last = ns;
	return err;
}

static int put_empty_packet(struct ctf_streams *streams,
			    struct ctf_stream *stream, uint64_t from,
			    uint64_t to)
{
	int err;

	err = begin_packet(streams, stream, from);
	return err ? err : end_packet(streams, stream, to);
}

/* Streams */

static int make(struct ctf_streams *streams, struct ctf_stream *stream,
		bt_stream_class *class, bt_trace *trace)
{
	char name[48];

	/* Readers of the command know a loss's thread by this name. */
	snprintf(name, sizeof(name), "%d-%d", (int)stream->pid,
		 (int)stream->tid);
	stream->stream = bt_stream_create(class, trace);
	if (!stream->stream || bt_stream_set_name(stream->stream, name))
		return ENOMEM;
	return put(streams, bt_message_stream_beginning_create(
				    iterator_of(streams), stream->stream));
}

static void free_stream(struct ctf_stream *stream)
{
	bt_packet_put_ref(stream->packet);
	bt_stream_put_ref(stream->stream);
	free(stream);
}

static int add(struct ctf_streams *streams, struct ctf_stream *stream)
{
	if (pxt_array_reserve(&streams->stream, &streams->room,
			      streams->count + 1, sizeof(*streams->stream))) {
		free_stream(stream);
		return ENOMEM;
	}
	streams->stream[streams->count++] = stream;
	return 0;
}

int ctf_streams_get(struct ctf_streams *streams, unsigned origin, pid_t pid,
		    pid_t tid, bt_stream_class *class, bt_trace *trace,
		    struct ctf_stream **stream)
{
	const uint32_t key[3] = { origin, (uint32_t)pid, (uint32_t)tid };
	size_t *number = pxt_map_at(&streams->numbers, key, sizeof(key));
	int err;

	if (!number)
		return ENOMEM;
	if (*number) {
		*stream = streams->stream[*number - 1];
		return 0;
	}
	*number = streams->count + 1;
	*stream = calloc(1, sizeof(**stream));
	if (!*stream)
		return ENOMEM;
	(*stream)->origin = origin;
	(*stream)->pid = pid;
	(*stream)->tid = tid;
	err = add(streams, *stream);
	return err ? err : make(streams, *stream, class, trace);
}

int ctf_stream_event(struct ctf_streams *streams, struct ctf_stream *stream,
		     uint64_t *ns)
{
	int err = 0;

	if (stream->has_packets && *ns < stream->last)
		*ns = stream->last;
	if (stream->packet && (stream->events >= PACKET_EVENTS ||
			       *ns - stream->begin >= PACKET_NS))
		err = end_packet(streams, stream, stream->last);
	if (!err && !stream->packet)
		err = begin_packet(streams, stream, *ns);
	stream->events++;
	stream->last = *ns;
	return err;
}

/* Ends the packet before a loss. Packets count what was lost since the one
 * before, so a loss at the beginning of a stream needs one, too. */
static int end_before(struct ctf_streams *streams, struct ctf_stream *stream,
		      uint64_t from)
{
	if (stream->packet)
		return end_packet(streams, stream, from);
	if (!stream->has_packets)
		return put_empty_packet(streams, stream, from, from);
	return stream->last < from ?
		       put_empty_packet(streams, stream, stream->last, from) :
		       0;
}

int ctf_stream_loss(struct ctf_streams *streams, struct ctf_stream *stream,
		    uint64_t from, uint64_t to, uint64_t lost, bool *was_cut)
{
	bt_message *message;
	int err;

	*was_cut = stream->has_packets && from < stream->last;
	if (*was_cut)
		from = stream->last;
	if (to < from)
		to = from;
	err = end_before(streams, stream, from);
	if (err)
		return err;
	message =
		bt_message_discarded_events_create_with_default_clock_snapshots(
			iterator_of(streams), stream->stream, from, to);
	if (message)
		bt_message_discarded_events_set_count(message, lost);
	err = put(streams, message);
	return err ? err : put_empty_packet(streams, stream, from, to);
}

static int end_stream(struct ctf_streams *streams, struct ctf_stream *stream)
{
	int err;

	err = end_packet(streams, stream, stream->last);
	return err ? err :
		     put(streams,
			 bt_message_stream_end_create(iterator_of(streams),
						      stream->stream));
}

int ctf_streams_end(struct ctf_streams *streams)
{
	int err = 0;

	for (size_t i = 0; i < streams->count && !err; i++)
		err = end_stream(streams, streams->stream[i]);
	return err;
}

void ctf_streams_fini(struct ctf_streams *streams)
{
	for (size_t i = 0; i < streams->count; i++)
		free_stream(streams->stream[i]);
	free(streams->stream);
	pxt_map_fini(&streams->numbers);
}
