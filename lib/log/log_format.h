/*
 * log_format.h - sections of a log, decoded
 *
 * docs/log-format.md describes the bytes; log_format.c decodes and encodes them
 * in memory.
 */
#ifndef PXT_LOG_FORMAT_H
#define PXT_LOG_FORMAT_H

#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "base/machine.h"
#include "model/attr.h"
#include "model/description.h"
#include "model/object.h"
#include "model/record.h"

/* The newest version. Readers accept older ones: the first had no segments, the
 * second a single HEADER, and the third no packed chunks, as logs without
 * compression still have none. */
enum {
	PXT_LOG_VERSION = POSIX_TRACE_LOG_VERSION_NP,
	PXT_LOG_VERSION_FIRST = 1,
	PXT_LOG_VERSION_TWICE = 3,
	PXT_LOG_VERSION_PACKED = 4,
};

/* Offset of the copy of HEADER: in another block of the disk than the first
 * one. */
enum { PXT_LOG_COPY_AT = 4096 };

/* Types of sections. Readers skip unknown ones. */
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
	PXT_LOG_TYPES
};

/* Sizes of fixed parts. */
enum {
	PXT_LOG_PREAMBLE_SIZE = 16,
	PXT_LOG_SECTION_SIZE = 32,
	PXT_LOG_CHUNK_SIZE = 112,
	PXT_LOG_END_SIZE = 120,
	PXT_LOG_END_LEAST = 48,	     /* END of version 1 */
	PXT_LOG_END_ORDERED = 96,    /* END before descriptions */
	PXT_LOG_END_DESCRIBED = 104, /* END before threads */
	PXT_LOG_END_NAMED = 112,     /* END before notes */
	PXT_LOG_SEGMENT_SIZE = 40,
	PXT_LOG_MACHINE_SIZE = 40,    /* behind the strings of HEADER */
	PXT_LOG_COMPRESSION_SIZE = 8, /* behind that, in version 4 */
	PXT_LOG_TRAILER_SIZE = 16,
	PXT_LOG_TEXT_AT = 8, /* in NAME and DESCRIPTION */
};

enum { PXT_THREAD_NAME_MAX = 255 };

/* Bytes of a note. */
enum {
	PXT_NOTE_KEY_MAX = 63,
	PXT_NOTE_VALUE_MAX = 4095,
};

/* Maximum bytes of a payload: of NAME and DESCRIPTION, as written here; others
 * may put several into one, up to PXT_LOG_PROCESS_MAX. */
enum {
	PXT_LOG_HEADER_MAX = 4096,
	PXT_LOG_SEGMENT_MAX = 256,
	PXT_LOG_NAME_MAX = PXT_LOG_TEXT_AT + TRACE_EVENT_NAME_MAX + 1,
	PXT_LOG_DESCRIPTION_MAX = PXT_LOG_TEXT_AT + PXT_DESCRIPTION_MAX + 1,
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
	uint32_t crc;	 /* checksum of the payload */
	uint64_t len;	 /* bytes of the payload, without padding */
	uint64_t number; /* 0, 1, 2... in the file */
};

/* Section HEADER: at the beginning, and a copy at PXT_LOG_COPY_AT. */
struct pxt_log_header {
	struct pxt_attr attr;
	uint8_t uuid[16];
	uint32_t clock;	      /* PXT_CLOCK_... of base/clock.h */
	uint32_t target_pid;  /* process that the stream was created for */
	uint64_t start_ticks; /* read together with attr.created_ns */
	uint64_t rate;	      /* nanoseconds per tick, times 2^32 */
	char host[65];	      /* uname's nodename, then its other members */
	char system[128];     /* "Linux 6.1.0 x86_64" */
	unsigned version;     /* decoded: version of the log; 0: not given */
	struct pxt_machine machine;
};

/* Section CHUNK: its own head; the records follow. */
struct pxt_log_chunk {
	uint64_t sequence; /* number of the chunk in the stream: order of use */
	uint32_t offset;   /* offset of the first record in its chunk */
	uint32_t events;
	uint64_t lost;	/* sum over the LOSS records among them */
	uint64_t first; /* ticks of the first and of the last record */
	uint64_t last;
	uint64_t floor;		    /* no later section has an earlier event */
	struct pxt_context context; /* in force before the first record */
	uint64_t context_ticks;
	uint32_t flags;	     /* PXT_LOG_CHUNK_... */
	uint32_t unpacked;   /* bytes of records before they were packed */
	const char *reasons; /* reasons of losses, to be encoded */
	uint32_t reasons_len;
};

/* Set by the writer itself. */
enum {
	PXT_LOG_CHUNK_CLOSES = 1, /* the log is full: no event follows */
	PXT_LOG_CHUNK_PACKED = 2, /* the records are packed: log_packing.h */
};

/* Section SEGMENT: the part behind it will be overwritten some day; or, in the
 * tail, never. */
struct pxt_log_segment {
	uint64_t at;	      /* offset of this section */
	uint64_t horizon;     /* latest overwritten ticks */
	uint64_t overwritten; /* overwritten events so far */
	uint64_t previous;    /* number of the previous CHUNK or SEGMENT */
	uint32_t kind;	      /* PXT_LOG_SEGMENT_... */
};

enum { PXT_LOG_SEGMENT_CHUNKS = 1, PXT_LOG_SEGMENT_TAIL = 2 };

/* Section END: the last one. The status of the stream at its shutdown. */
struct pxt_log_end {
	uint32_t stream_overrun;
	uint32_t flush_error;
	uint32_t log_overrun;
	uint32_t log_full;
	uint64_t events;
	uint64_t lost;
};

/* A name, as in NAME and in END; descriptions likewise. */
struct pxt_log_name {
	uint32_t family;
	uint32_t type;
	const char *text; /* borrowed from the bytes */
};

/* Section ORIGIN: one of the logs that were merged into this one. */
struct pxt_log_origin {
	uint32_t number; /* not 0, which means the log itself */
	uint8_t uuid[16];
	uint8_t boot[16];  /* boot id of its machine; zero: unknown */
	int64_t offset_ns; /* shift of its times */
	uint64_t error_ns; /* uncertainty of the shift */
	char host[65];
	char system[128];
};

/* Section THREAD: the name of a thread. */
struct pxt_log_thread {
	uint32_t origin;
	uint32_t pid;
	uint32_t tid;
	const char *name; /* borrowed from the bytes */
};

/* Section OBJECT: the object at an address. */
struct pxt_log_object {
	uint32_t origin;
	uint32_t pid;
	uint64_t address;
	int64_t since_ns;    /* 0: always */
	const char *kind;    /* borrowed from the bytes, as the others */
	const char *name;    /* may be empty */
	const char *details; /* may be empty */
};

/* Section NOTE: a fact about an origin. */
struct pxt_log_note {
	uint32_t origin;
	const char *key; /* borrowed from the bytes, as the other */
	const char *value;
};

/* The order of reading: all zero means front to back. Otherwise from pivot
 * to tail, then from the first section to pivot; there are no chunks from
 * tail on. */
struct pxt_log_order {
	uint64_t pivot;	 /* offset of the oldest segment */
	uint64_t number; /* number of its SEGMENT */
	uint64_t tail;	 /* end of the segments */
	uint64_t horizon;
	uint64_t overwritten;
	uint64_t newest; /* number of the last CHUNK or SEGMENT */
};

/* The rest of END: the order of reading, and repeated names and so on. */
struct pxt_log_recap {
	uint32_t complete;	       /* 0: END had no room for all */
	uint32_t count[PXT_LOG_TYPES]; /* entries, see log_section.h */
	struct pxt_log_order order;
	struct pxt_bytes body; /* indexed by the enumeration */
};

/* Padding behind a payload. */
static inline size_t pxt_log_padding(uint64_t len)
{
	return (size_t)(-len & 7);
}

/* Size in the file of a section with that payload. */
static inline uint64_t pxt_log_section_span(uint64_t len)
{
	return PXT_LOG_SECTION_SIZE + len + pxt_log_padding(len);
}

/* Size in the file of a chunk with so many bytes of records. */
static inline uint64_t pxt_log_chunk_span(uint64_t len)
{
	return pxt_log_section_span(PXT_LOG_CHUNK_SIZE + len);
}

/* The version of a log with these attributes. */
unsigned pxt_log_version_of(const struct pxt_attr *attr);

void pxt_log_preamble_encode(unsigned version,
			     uint8_t out[PXT_LOG_PREAMBLE_SIZE]);

/* EBADMSG: not the beginning of a log, or not of a readable version. */
int pxt_log_preamble_decode(const uint8_t in[PXT_LOG_PREAMBLE_SIZE],
			    unsigned *version);

/* uuid: of the log; NULL for HEADER, which contains it. It excludes heads in
 * the data of events, whatever log they are from. */
void pxt_log_section_encode(const struct pxt_log_section *section,
			    const uint8_t *uuid,
			    uint8_t out[PXT_LOG_SECTION_SIZE]);

/* False for most bytes that are no head: a search passes over them quickly. */
static inline bool pxt_log_section_may_begin(const uint8_t *in)
{
	return !memcmp(in, "PTLS", 4);
}

/* EBADMSG: not a head of this log, or a damaged one. */
int pxt_log_section_decode(struct pxt_log_section *section, const uint8_t *uuid,
			   const uint8_t in[PXT_LOG_SECTION_SIZE]);

/* Returns the bytes used of out, few enough not to reach the copy. */
size_t pxt_log_header_encode(const struct pxt_log_header *header,
			     uint8_t out[PXT_LOG_HEADER_MAX]);
int pxt_log_header_decode(struct pxt_log_header *header, const void *data,
			  size_t len);

/* EINVAL: not a user type, or an empty or overlong name. */
int pxt_log_name_encode(const struct pxt_log_name *name,
			uint8_t out[PXT_LOG_NAME_MAX], size_t *len);

/* Takes one name from in. EBADMSG: invalid. */
int pxt_log_name_decode(struct pxt_log_name *name, struct pxt_bytes *in);

/* Same for a description, whose contents are not checked. */
int pxt_log_description_encode(const struct pxt_log_name *description,
			       uint8_t out[PXT_LOG_DESCRIPTION_MAX],
			       size_t *len);
int pxt_log_description_decode(struct pxt_log_name *description,
			       struct pxt_bytes *in);

/* Returns the bytes used of out. */
size_t pxt_log_origin_encode(const struct pxt_log_origin *origin,
			     uint8_t out[PXT_LOG_ORIGIN_MAX]);

/* EBADMSG: invalid, or origin 0. */
int pxt_log_origin_decode(struct pxt_log_origin *origin, const void *data,
			  size_t len);

/* EINVAL: the name is too long. */
int pxt_log_thread_encode(const struct pxt_log_thread *thread,
			  uint8_t out[PXT_LOG_THREAD_MAX], size_t *len);
int pxt_log_thread_decode(struct pxt_log_thread *thread, const void *data,
			  size_t len);

/* EINVAL: a text is too long, or the kind or key is empty. */
int pxt_log_object_encode(const struct pxt_log_object *object,
			  uint8_t out[PXT_LOG_OBJECT_MAX], size_t *len);
int pxt_log_object_decode(struct pxt_log_object *object, const void *data,
			  size_t len);
int pxt_log_note_encode(const struct pxt_log_note *note,
			uint8_t out[PXT_LOG_NOTE_MAX], size_t *len);
int pxt_log_note_decode(struct pxt_log_note *note, const void *data,
			size_t len);

/* Reasons follow the encoded head. */
void pxt_log_chunk_encode(const struct pxt_log_chunk *chunk,
			  uint8_t out[PXT_LOG_CHUNK_SIZE]);

/* in: the first bytes of a payload. *records: the offset of the records, at or
 * behind the end of in. EBADMSG: damaged. What it says of packed records is
 * not checked: see pxt_log_unpacked_len(). */
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

/* The last bytes of END: the distance back to its head. */
void pxt_log_trailer_encode(uint64_t span, uint8_t out[PXT_LOG_TRAILER_SIZE]);

/* EBADMSG: no trailer. */
int pxt_log_trailer_decode(uint64_t *span,
			   const uint8_t in[PXT_LOG_TRAILER_SIZE]);

#endif
