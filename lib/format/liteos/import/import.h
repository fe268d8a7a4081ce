/*
 * import.h - reading LiteOS: what its readers share
 *
 * There is a reader for each thing that LiteOS gives out: the buffer, a stream
 * of messages, a printed table, commands. What it finds are frames, which
 * become items here.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_IMPORT_H
#define PXT_FORMAT_LITEOS_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/import.h"
#include "format/liteos/frame.h"
#include "format/liteos/import/interrupts.h"
#include "format/liteos/import/objects.h"
#include "format/liteos/import/tasks.h"
#include "format/liteos/import/types.h"
#include "format/liteos/layout.h"
#include "format/liteos/names.h"

struct pxt_liteos;

struct pxt_liteos_reader {
	/* As those of struct pxt_importer. Open has the whole of what is
	 * there to look at first: EAGAIN, not yet. */
	int (*open)(struct pxt_liteos *liteos);
	int (*next)(struct pxt_liteos *liteos,
		    struct posix_trace_item_np *item, int *unavailable);
	void (*close)(struct pxt_liteos *liteos);
};

extern const struct pxt_liteos_reader pxt_liteos_offline;
extern const struct pxt_liteos_reader pxt_liteos_tlv;
extern const struct pxt_liteos_reader pxt_liteos_text;
extern const struct pxt_liteos_reader pxt_liteos_commands;

/* What the user said. */
struct pxt_liteos_options {
	unsigned kind; /* 0: to be found out */
	bool has_layout;
	struct pxt_liteos_layout layout;
	uint32_t mask;
	uint64_t hz;	   /* 0: as the trace says */
	int old_timer;	   /* -1: to be found out */
	bool old_numbers; /* of the versions before LiteOS 5 */
};

struct pxt_liteos {
	struct pxt_feed *feed;	 /* borrowed */
	struct pxt_trace *trace; /* borrowed */
	struct pxt_liteos_options options;
	const struct pxt_liteos_reader *reader; /* NULL: not known yet */
	uint64_t passed; /* bytes before those that tell what it is */
	void *reading;				/* the reader's own */
	struct pxt_liteos_names names;
	struct pxt_liteos_types *types;
	struct pxt_liteos_tasks *tasks;
	struct pxt_liteos_objects objects;
	struct pxt_liteos_interrupts interrupts;
	uint64_t hz;	  /* 0: nobody knows */
	uint32_t first_hz; /* that the trace told */
	uint64_t last_ns; /* of the event before */
	char tree;	  /* see liteos/layout.h; 0: nobody said it */
	bool has_process_0, has_process_1; /* they got their names */
	uint8_t data[PXT_LITEOS_DATA_MAX];
};

/* The frequency that the trace tells: 0, it does not. */
void pxt_liteos_set_clock(struct pxt_liteos *liteos, uint32_t hz);

/* When a frame was, in nanoseconds. */
uint64_t pxt_liteos_time(const struct pxt_liteos *liteos, uint64_t cycles);

/* Make a loss of what a counter says was recorded before the first frame, and is
 * not there any more. */
void pxt_liteos_opening(struct pxt_liteos *liteos, uint64_t cycles,
			uint64_t lost, struct posix_trace_item_np *item);

/* Make an item of a frame. False: it is not wanted. */
bool pxt_liteos_emit(struct pxt_liteos *liteos,
		     const struct pxt_liteos_shape *shape,
		     const struct pxt_liteos_place *place,
		     const struct pxt_liteos_frame *frame,
		     struct posix_trace_item_np *item);

#endif
