/*
 * streams.h - threads as streams of CTF
 *
 * Each origin is a trace, and each thread a stream with packets. A loss lies
 * between two packets, the second of which is empty and ends where the loss
 * does: so does sink.ctf.fs want it.
 */
#ifndef BRIDGE_CTF_STREAMS_H
#define BRIDGE_CTF_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"
#include "bridge/ctf/writer.h"

struct ctf_stream {
	bt_stream *stream;
	bt_packet *packet; /* the open one, or NULL */
	unsigned origin;
	pid_t pid, tid;
	char name[64];	 /* name of the process */
	uint64_t begin;	 /* time of the open packet */
	uint64_t last;	 /* time of the last message */
	unsigned events; /* events in the open packet */
	bool has_packets;
};

/* Zero at first, but for writer. */
struct ctf_streams {
	struct ctf_writer *writer; /* borrowed */
	struct pxt_map numbers;	   /* number + 1, by origin and thread */
	struct ctf_stream **stream;
	size_t count, room;
};

/* Gets the stream of a thread, which is new if it has no stream yet. ENOMEM,
 * EIO. */
int ctf_streams_get(struct ctf_streams *streams, unsigned origin, pid_t pid,
		    pid_t tid, bt_stream_class *class, bt_trace *trace,
		    struct ctf_stream **stream);

/* Makes room for an event at a time, in a packet. *ns becomes that of the last
 * event if that is later. Errors likewise. */
int ctf_stream_event(struct ctf_streams *streams, struct ctf_stream *stream,
		     uint64_t *ns);

/* Puts a loss. True in *was_cut: the interval begins at the last event. */
int ctf_stream_loss(struct ctf_streams *streams, struct ctf_stream *stream,
		    uint64_t from, uint64_t to, uint64_t lost, bool *was_cut);

/* Ends all streams. */
int ctf_streams_end(struct ctf_streams *streams);
void ctf_streams_fini(struct ctf_streams *streams);

#endif
