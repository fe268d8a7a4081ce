/*
 * reader.h - state of reading a stream of RKH
 */
#ifndef PXT_FORMAT_RKH_IMPORT_READER_H
#define PXT_FORMAT_RKH_IMPORT_READER_H

#include "format/rkh/frame.h"
#include "format/rkh/import/clock.h"
#include "format/rkh/import/filter.h"
#include "format/rkh/import/tcfg.h"
#include "format/rkh/import/tests.h"
#include "format/rkh/items.h"
#include "format/rkh/options.h"
#include "format/rkh/plan.h"

/* Sequence numbers. */
struct pxt_rkh_sequence {
	bool is_known;	/* the next number is known */
	bool may_begin; /* the next number may be 0, after a configuration
			 * record */
	uint8_t next;
};

/* Missing records, by the sequence number. */
struct pxt_rkh_gap {
	bool is_there;
	uint8_t expected, got;
};

/* The outcome of a frame. */
enum pxt_rkh_outcome {
	PXT_RKH_NOTHING, /* no item */
	PXT_RKH_EVENT,
	PXT_RKH_BAD,
};

struct pxt_rkh_reader {
	struct pxt_trace *trace; /* borrowed */
	struct pxt_rkh_options options;
	struct pxt_rkh_framer framer;

	struct pxt_rkh_config config;
	enum pxt_rkh_dialect dialect;
	bool is_configured; /* configured by a record */
	bool is_guessed;    /* the configuration is assumed, as no record told
			     * it */
	bool is_lent;	    /* reads another capture, for its names */
	bool judges;	    /* compares events with expectations */
	bool lacks_start;   /* the time of the first record is unknown */
	struct pxt_rkh_clock clock;
	struct pxt_rkh_sequence sequence;
	struct pxt_rkh_symbols symbols;
	struct pxt_rkh_filter filter;
	struct pxt_rkh_plan plan[PXT_RKH_EVENTS];
	struct pxt_rkh_forms forms;
	struct pxt_rkh_tcfg tcfg;
	struct pxt_rkh_tests tests;
	uint32_t posts; /* posts so far */
	uint32_t age;	/* incremented when posts are forgotten */

	/* The last frame. */
	struct pxt_rkh_frame frame;
	struct pxt_rkh_record record;
	struct pxt_rkh_data data;
	struct pxt_rkh_gap gap;
	enum pxt_rkh_outcome outcome;
	const char *why;  /* BAD */
	const char *name; /* BAD: name of the event, or NULL */
	bool has_id;	  /* BAD: id is known */
	bool has_header;  /* BAD: rest of the header is known */
	trace_event_id_t type;
	pid_t tid;
	uint64_t before_ns; /* time of the previous record */
};

/* Marks the frame as invalid, with a constant reason. */
static inline void pxt_rkh_reader_be_bad(struct pxt_rkh_reader *reader,
					 const char *why)
{
	reader->outcome = PXT_RKH_BAD;
	reader->why = why;
	reader->tests.has_lost = true;
}

#endif
