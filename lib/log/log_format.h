/*
 * log_format.h - what the sections of a log hold, decoded
 *
 * docs/log-format.md describes the bytes; log_format.c turns them into these
 * and back, and reads or writes no file.
 */
#ifndef PXT_LOG_FORMAT_H
#define PXT_LOG_FORMAT_H

#include "base/bytes.h"
#include "base/machine.h"
#include "model/attr.h"
#include "model/description.h"
#include "model/object.h"
#include "model/record.h"

/* The version that is written. Readers take older ones too: the first had no
 * segments, and in the second HEADER stood once. */
enum {
	PXT_LOG_VERSION = 3,
	PXT_LOG_VERSION_FIRST = 1,
	PXT_LOG_VERSION_TWICE = 3,
};

/* Where HEADER stands once more: in another block of the disk than the first
 * time, whatever is lost with one. */
enum { PXT_LOG_COPY_AT = 4096 };

/* Types of sections. A reader skips those that it does not know. */
enum {
	PXT_LOG_HEADER = 1,
	PXT_LOG_NAME = 2,
	PXT_LOG_PROCESS = 3,
	PXT_LOG_CHUNK = 4,
	PXT_LOG_END = 5,
	PXT_LOG_SEGMENT = 6,
	PXT_LOG_DESCRIPTION = 7,
	PXT_LOG_ORIGIN = 8,
	PXT_LOG_THREAD = 9,
	PXT_LOG_OBJECT = 10,
	PXT_LOG_NOTE = 11,
};

/* Bytes of the parts that have a fixed size. */
enum {
	PXT_LOG_PREAMBLE_SIZE = 16,
	PXT_LOG_SECTION_SIZE = 32,
	PXT_LOG_CHUNK_SIZE = 112,
	PXT_LOG_END_SIZE = 120,
	PXT_LOG_END_LEAST = 48,	  /* of version 1 */
	PXT_LOG_END_ORDERED = 96, /* before there were descriptions */
	PXT_LOG_END_DESCRIBED = 104, /* before there were threads */
	PXT_LOG_END_NAMED = 112,     /* before there were notes */
	PXT_LOG_SEGMENT_SIZE = 40,
	PXT_LOG_MACHINE_SIZE = 40, /* behind the strings of HEADER */
	PXT_LOG_TRAILER_SIZE = 16,
};

enum { PXT_THREAD_NAME_MAX = 255 };

/* Bytes of a note. */
enum {
	PXT_NOTE_KEY_MAX = 63,
	PXT_NOTE_VALUE_MAX = 4095,
};

/* Bytes that a payload has at most: of NAME and DESCRIPTION, ours; others may
 * put several into one, up to PXT_LOG_PROCESS_MAX. */
enum {
	PXT_LOG_HEADER_MAX = 4096,
	PXT_LOG_SEGMENT_MAX = 256,
	PXT_LOG_NAME_MAX = 8 + TRACE_EVENT_NAME_MAX + 1,
	PXT_LOG_DESCRIPTION_MAX = 8 + PXT_DESCRIPTION_MAX + 1,
	PXT_LOG_ORIGIN_MAX = 56 + 65 + 128,
	PXT_LOG_THREAD_MAX = 12 + PXT_THREAD_NAME_MAX + 1,
	PXT_LOG_OBJECT_MAX = 24 + PXT_OBJECT_KIND_MAX + 1 +
			     PXT_OBJECT_NAME_MAX + 1 + PXT_OBJECT_DETAILS_MAX +
			     1,
	PXT_LOG_NOTE_MAX = 4 + PXT_NOTE_KEY_MAX + 1 + PXT_NOTE_VALUE_MAX + 1,
	PXT_LOG_PROCESS_MAX = 1 << 20,
	PXT_LOG_CHUNK_MAX = 64 << 20,
	PXT_LOG_END_MAX = 64 << 20,
};

/* The head of every section. */
struct pxt_log_section {
	uint32_t type;
	uint32_t crc;	 /* of the payload */
	uint64_t len;	 /* of the payload, without padding */
	uint64_t number; /* 0, 1, 2... in the file */
};

/* Section HEADER: first, and once more at PXT_LOG_COPY_AT. */
struct pxt_log_header {
	struct pxt_attr attr;
	uint8_t uuid[16];
	uint32_t clock;	      /* PXT_CLOCK_... of base/clock.h */
	uint32_t target_pid;  /* the process the stream was made for */
	uint64_t start_ticks; /* read together with attr.created_ns */
	uint64_t rate;	      /* nanoseconds per tick, times 2^32 */
	char host[65];	      /* uname's nodename, then the rest of it */
	char system[128];     /* "Linux 6.1.0 x86_64" */
	unsigned version;     /* decoded: of the log; 0: it does not say */
	struct pxt_machine machine;
};

/* Section CHUNK: its own head; the records follow. */
struct pxt_log_chunk {
	uint64_t sequence; /* the chunk's number in the stream: order of use */
	uint32_t offset;   /* of the first record in its chunk */
	uint32_t events;
	uint64_t lost;	   /* sum over the LOSS records among them */
	uint64_t first;	   /* ticks of the first and of the last record */
	uint64_t last;
	uint64_t floor;	   /* no later section has an event before this */
	struct pxt_context context; /* in force before the first record */
	uint64_t context_ticks;
	uint32_t flags; /* PXT_LOG_CHUNK_... */
	const char *reasons; /* to be encoded: why events are missing */
	uint32_t reasons_len;
};

/* The log is full: no chunk follows. The writer's own, not its caller's. */
enum { PXT_LOG_CHUNK_CLOSES = 1 };

/* Section SEGMENT: from here on the file is overwritten some day; or, what
 * follows never is. */
struct pxt_log_segment {
	uint64_t at;	      /* of this very section */
	uint64_t horizon;     /* the greatest ticks that were overwritten */
	uint64_t overwritten; /* events, so far */
	uint64_t previous;    /* number of the CHUNK or SEGMENT before */
	uint32_t kind;	      /* PXT_LOG_SEGMENT_... */
};

enum { PXT_LOG_SEGMENT_CHUNKS = 1, PXT_LOG_SEGMENT_TAIL = 2 };

/* Section END: once, last. The status of the stream when it was shut down. */
struct pxt_log_end {
	uint32_t stream_overrun;
	uint32_t flush_error;
	uint32_t log_overrun;
	uint32_t log_full;
	uint64_t events;
	uint64_t lost;
};

/* One name, as in NAME and in END; a description likewise. */
struct pxt_log_name {
	uint32_t family;
	uint32_t type;
	const char *text; /* borrowed from the bytes */
};

/* Section ORIGIN: one of the logs that this one was made of. */
struct pxt_log_origin {
	uint32_t number; /* not 0, which is the log itself */
	uint8_t uuid[16];
	uint8_t boot[16];  /* of its machine; zero: not known */
	int64_t offset_ns; /* what was added to its times */
	uint64_t error_ns; /* how far that may be wrong */
	char host[65];
	char system[128];
};

/* Section THREAD: what one of a process's threads is called. */
struct pxt_log_thread {
	uint32_t origin;
	uint32_t pid;
	uint32_t tid;
	const char *name; /* borrowed from the bytes */
};

/* Section OBJECT: what lies at an address. */
struct pxt_log_object {
	uint32_t origin;
	uint32_t pid;
	uint64_t address;
	int64_t since_ns;    /* 0: always */
	const char *kind;    /* borrowed from the bytes, as the others */
	const char *name;    /* may be empty */
	const char *details; /* likewise */
};

/* Section NOTE: what is known of an origin besides. */
struct pxt_log_note {
	uint32_t origin;
	const char *key; /* borrowed from the bytes, as the other */
	const char *value;
};

/* In what order to read: all zero if from front to back. Else from pivot to
 * tail, then from the first section to pivot; tail and what follows it has no
 * chunks. */
struct pxt_log_order {
	uint64_t pivot;	 /* where the oldest segment begins */
	uint64_t number; /* of its section SEGMENT */
	uint64_t tail;	 /* where the segments end */
	uint64_t horizon;
	uint64_t overwritten;
	uint64_t newest; /* number of the last CHUNK or SEGMENT */
};

/* What END has once more. Names and descriptions may be several in a section;
 * in END the others have their length before them. */
enum pxt_log_recapped {
	PXT_LOG_NAMES,
	PXT_LOG_PROCESSES,
	PXT_LOG_DESCRIPTIONS,
	PXT_LOG_ORIGINS,
	PXT_LOG_THREADS,
	PXT_LOG_OBJECTS,
	PXT_LOG_NOTES,
	PXT_LOG_RECAPPED
};

/* The rest of END: how to read the log, and once more its names and so on. */
struct pxt_log_recap {
	uint32_t complete; /* 0: there were more than END could take */
	uint32_t count[PXT_LOG_RECAPPED];
	struct pxt_log_order order;
	struct pxt_bytes body; /* in the order of the enumeration */
};

/* Bytes of padding behind a payload. */
static inline size_t pxt_log_padding(uint64_t len)
{
	return (size_t)(-len & 7);
}

/* Bytes in the file of a section with that payload. */
static inline uint64_t pxt_log_section_span(uint64_t len)
{
	return PXT_LOG_SECTION_SIZE + len + pxt_log_padding(len);
}

/* Bytes in the file of a chunk with that many bytes of records. */
static inline uint64_t pxt_log_chunk_span(uint64_t len)
{
	return pxt_log_section_span(PXT_LOG_CHUNK_SIZE + len);
}

void pxt_log_preamble_encode(uint8_t out[PXT_LOG_PREAMBLE_SIZE]);

/* EBADMSG: not the beginning of a log, or of one that we cannot read. */
int pxt_log_preamble_decode(const uint8_t in[PXT_LOG_PREAMBLE_SIZE],
			    unsigned *version);

/* uuid: of the log; NULL for the section HEADER, which tells it. A head that
 * lies in an event's data, of whatever log, is so no head of this one. */
void pxt_log_section_encode(const struct pxt_log_section *section,
			    const uint8_t *uuid,
			    uint8_t out[PXT_LOG_SECTION_SIZE]);

/* EBADMSG: not a head of this log, or a damaged one. */
int pxt_log_section_decode(struct pxt_log_section *section,
			   const uint8_t *uuid,
			   const uint8_t in[PXT_LOG_SECTION_SIZE]);

/* The longest payload of a type. What is longer is damage, whatever its checksum
 * says: to verify it could take for ever. */
uint64_t pxt_log_payload_max(uint32_t type);

/* Returns the bytes used of out, so few that a copy does not lie on it. */
size_t pxt_log_header_encode(const struct pxt_log_header *header,
			     uint8_t out[PXT_LOG_HEADER_MAX]);
int pxt_log_header_decode(struct pxt_log_header *header, const void *data,
			  size_t len);

/* EINVAL: no user type, or a name that is empty or too long. */
int pxt_log_name_encode(const struct pxt_log_name *name,
			uint8_t out[PXT_LOG_NAME_MAX], size_t *len);

/* Takes one name from in. EBADMSG: it is none. */
int pxt_log_name_decode(struct pxt_log_name *name, struct pxt_bytes *in);

/* The same for a description. What it says is not looked at. */
int pxt_log_description_encode(const struct pxt_log_name *description,
			       uint8_t out[PXT_LOG_DESCRIPTION_MAX],
			       size_t *len);
int pxt_log_description_decode(struct pxt_log_name *description,
			       struct pxt_bytes *in);

/* Returns the bytes used of out. */
size_t pxt_log_origin_encode(const struct pxt_log_origin *origin,
			     uint8_t out[PXT_LOG_ORIGIN_MAX]);

/* EBADMSG: it is none, or says that it is the log itself. */
int pxt_log_origin_decode(struct pxt_log_origin *origin, const void *data,
			  size_t len);

/* EINVAL: a name that is too long. */
int pxt_log_thread_encode(const struct pxt_log_thread *thread,
			  uint8_t out[PXT_LOG_THREAD_MAX], size_t *len);
int pxt_log_thread_decode(struct pxt_log_thread *thread, const void *data,
			  size_t len);

/* EINVAL: a text that is too long, or a kind or key that is empty. */
int pxt_log_object_encode(const struct pxt_log_object *object,
			  uint8_t out[PXT_LOG_OBJECT_MAX], size_t *len);
int pxt_log_object_decode(struct pxt_log_object *object, const void *data,
			  size_t len);
int pxt_log_note_encode(const struct pxt_log_note *note,
			uint8_t out[PXT_LOG_NOTE_MAX], size_t *len);
int pxt_log_note_decode(struct pxt_log_note *note, const void *data,
			size_t len);

/* Its reasons stand behind that. */
void pxt_log_chunk_encode(const struct pxt_log_chunk *chunk,
			  uint8_t out[PXT_LOG_CHUNK_SIZE]);

/* in: the first bytes of a payload. *records: where in it the records
 * begin, at or behind the end of in. EBADMSG: damaged. */
int pxt_log_chunk_decode(struct pxt_log_chunk *chunk, uint32_t *records,
			 const uint8_t in[PXT_LOG_CHUNK_SIZE]);

void pxt_log_segment_encode(const struct pxt_log_segment *segment,
			    uint8_t out[PXT_LOG_SEGMENT_SIZE]);
void pxt_log_segment_decode(struct pxt_log_segment *segment,
			    const uint8_t in[PXT_LOG_SEGMENT_SIZE]);

void pxt_log_end_encode(const struct pxt_log_end *end,
			const struct pxt_log_recap *recap,
			uint8_t out[PXT_LOG_END_SIZE]);
int pxt_log_end_decode(struct pxt_log_end *end, struct pxt_log_recap *recap,
		       const void *data, size_t len);

/* The last bytes of an END: how far back from there its head is. */
void pxt_log_trailer_encode(uint64_t span, uint8_t out[PXT_LOG_TRAILER_SIZE]);

/* EBADMSG: no trailer. */
int pxt_log_trailer_decode(uint64_t *span,
			   const uint8_t in[PXT_LOG_TRAILER_SIZE]);

#endif
