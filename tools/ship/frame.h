/*
 * frame.h - sections that go through a pipe: what `posixtrace gather -` reads
 *
 * Both sides begin with FRAME_GREETING bytes. The sender opens logs, gives
 * sections, and asks for confirmation; the other side answers an opening with
 * the number of the last section that is there, and a question with the number
 * of the last one that is there for good. posixtrace-gather(1)
 * describes them.
 */
#ifndef FRAME_H
#define FRAME_H

#include "nats/fleet_subject.h"
#include "source/preface.h"

enum frame_type {
	FRAME_LOG = 1,	   /* HOST, zero, PROGRAM, zero, preface */
	FRAME_SECTION = 2, /* head, payload and padding */
	FRAME_CONFIRM = 3, /* no payload */
	FRAME_CLOSE = 4,   /* no payload, no answer */
	FRAME_ERROR = 5,   /* an answer: text; number: enum frame_error */
};

enum frame_error {
	FRAME_OTHER = 1,
	FRAME_NO_ROOM = 2,   /* ENOSPC */
	FRAME_BUSY = 3,	     /* EBUSY: another writes that log */
	FRAME_DAMAGED = 4,   /* EBADMSG: what is there is damaged */
	FRAME_REFUSED = 5,   /* EPROTO: what was sent is not sound */
	FRAME_FORBIDDEN = 6, /* EACCES */
	FRAME_ITSELF = 7,    /* EDEADLK: what is there is what is sent */
};

enum {
	FRAME_GREETING = 16,
	FRAME_HEAD = 32,
	FRAME_MOST = SECTION_MOST + SECTION_HEAD + 8,
	FRAME_LOG_MOST = 2 * FLEET_TOKEN + PREFACE_MOST,
};

struct frame {
	uint32_t type;
	uint32_t log;	 /* number that the sender chooses */
	uint64_t len;	 /* bytes that follow */
	uint64_t number; /* section; in answers: see above */
	/* Offset of the section in the log; 0: not known. In FRAME_LOG,
	 * file_identity() of the log's file; in the answer to it, FRAME_SUM and
	 * the checksum of the last section. */
	uint64_t at;
};

/* A number with this bit has a checksum as its lower half. */
#define FRAME_SUM (UINT64_C(1) << 32)

extern const unsigned char frame_greeting[FRAME_GREETING];

/* True if that is the greeting of a version that is known here. */
bool frame_greets(const unsigned char *bytes);

void frame_put(unsigned char *head, const struct frame *frame);

/* False: no frame, or one that is too long. */
bool frame_parse(struct frame *frame, const unsigned char *head);

/* Makes the payload of FRAME_LOG; returns its length. */
size_t frame_put_log(unsigned char *bytes, const struct fleet_subject *name,
		     const struct preface *preface);

/* Takes that apart. NULL, or what is wrong with it. */
const char *frame_take_log(struct fleet_subject *name, struct preface *preface,
			   const unsigned char *bytes, size_t len);

enum frame_error frame_error_of(int err);
int frame_error_number(uint64_t error);

#endif
