/*
 * decoder.h - frames as events of posixtrace
 *
 * The importer's modules read each frame when it is recorded: events, fields
 * and objects are those of the imported capture. Their facts go to posixtrace,
 * see live.c; their memory is a pool. One frame at a time, in the critical
 * section.
 */
#ifndef FIRMWARE_RKH_DECODER_H
#define FIRMWARE_RKH_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_rkh_draft;

struct pxt_rkh_arrival {
	uint8_t *data; /* without escapes, with its checksum */
	size_t size;
	uint64_t off, len;	     /* on the line */
	bool is_checked;	     /* the checksum is right */
	uint8_t seq;		     /* the number, if so */
	bool is_strange;	     /* has unnecessary escapes */
	const void *place;	     /* in the program */
	struct pxt_rkh_draft *draft; /* of the same record, and then there is
				      * room for the heads of events before the
				      * data; NULL: none */
};

/* Records the event, if a stream is there; learns names in any case. Keeps
 * errno. */
void pxt_rkh_decoder_take(const struct pxt_rkh_arrival *arrival);

/* True if a frame that begins with this byte matters: a stream is there, or it
 * tells names, or the configuration. */
bool pxt_rkh_decoder_wants(uint8_t first);

/* Takes a frame that does not matter. */
void pxt_rkh_decoder_skip(void);

/* Tells streams that frames are lost. reason: as of posix_trace_lose_np(). */
void pxt_rkh_decoder_lose(unsigned count, int reason);

#endif
