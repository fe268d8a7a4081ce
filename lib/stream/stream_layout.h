/*
 * stream_layout.h - where the parts of a stream's file lie
 *
 *	head: identity, attributes, clock
 *	ring: gate, counters		filter		slot states
 *	chunks, each page-aligned
 *
 * Offsets and lengths are bytes, and follow from the ring's geometry, which is
 * planned when the stream is made.
 */
#ifndef PXT_STREAM_STREAM_LAYOUT_H
#define PXT_STREAM_STREAM_LAYOUT_H

#include "base/clock.h"
#include "model/attr.h"
#include "stream/filter.h"
#include "stream/mailbox.h"
#include "stream/ring.h"

/* The log of a stream, for a process that finds its controller dead. */
struct pxt_stream_log {
	uint8_t uuid[16]; /* zero: no log */
	uint64_t device;
	uint64_t inode;
	char path[4096]; /* empty: unknown */
};

struct pxt_stream_shared {
	uint64_t magic;
	uint64_t length; /* size of the file */
	uint64_t nonce;	 /* unique to the stream */
	struct pxt_attr attr;
	struct pxt_ring_geometry geometry;
	uint64_t rate; /* rate of the clock at the creation */
	struct pxt_clock_pair origin;
	uint32_t clock;
	int32_t controller;
	uint64_t controller_start;
	uint64_t controller_image;
	_Atomic uint32_t lifeline; /* cut by the controller's death */
	int32_t target;		   /* the process that it was created for */
	uint64_t target_start;
	struct pxt_stream_log log;

	/* The controller's state, for a successor: START was recorded, and no
	 * STOP since; the ticks up to which the stream was cleared, or events
	 * had no room in a full log; the numbers of missing events that were
	 * reported; and that of those without room, with the ticks of the
	 * first. */
	_Atomic uint32_t window;
	_Atomic uint64_t cleared;
	_Atomic uint64_t told_lost;
	_Atomic uint64_t told_overwritten;
	_Atomic uint64_t told_dropped;
	_Atomic uint64_t left_out;
	_Atomic uint64_t left_out_since;

	struct pxt_mailbox mailbox; /* requests to the controller */

	struct pxt_ring_shared ring;

	struct pxt_filter filter; /* changes behind R9 of ring.h */

	/* Spaces of the numbers of the target, which those of the threads in
	 * the ring have, too, and of the controller; 0: the reader's own. */
	uint64_t target_space;
	uint64_t controller_space;

	/* Events that were missing when the present log began, or was cleared. */
	_Atomic uint64_t missed_before;

	_Alignas(64) _Atomic uint64_t state[];
};

size_t pxt_stream_chunks_offset(uint32_t slots);
size_t pxt_stream_file_length(const struct pxt_ring_geometry *geometry);

/* The part of a new file that has its memory at once. */
size_t pxt_stream_reserved_length(const struct pxt_ring_geometry *geometry);

/* The geometry of a stream with these attributes that both the caller and the
 * target, 0 for itself, can map, and that the limits on files leave room for. */
struct pxt_ring_geometry pxt_stream_plan(const struct pxt_attr *attr,
					 pid_t target);

#endif
