/*
 * import.h - reading LiteOS: shared parts of its readers
 *
 * There is a reader for each kind of data: the buffer, a stream of messages, a
 * printed table, commands. They find frames, which become items here.
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
	/* Members like those of struct pxt_importer. open sees all that has
	 * arrived: EAGAIN, needs more. */
	int (*open)(struct pxt_liteos *liteos);
	int (*next)(struct pxt_liteos *liteos, struct posix_trace_item_np *item,
		    int *unavailable);
	void (*close)(struct pxt_liteos *liteos);
};

extern const struct pxt_liteos_reader pxt_liteos_offline;
extern const struct pxt_liteos_reader pxt_liteos_tlv;
extern const struct pxt_liteos_reader pxt_liteos_text;
extern const struct pxt_liteos_reader pxt_liteos_commands;

/* The user's settings. */
struct pxt_liteos_options {
	unsigned kind; /* kind of data; 0: to be recognized */
	bool has_layout;
	struct pxt_liteos_layout layout;
	uint32_t mask;
	uint64_t hz;	  /* frequency; 0: from the trace */
	int old_timer;	  /* form of SWTMR_START; -1: to be recognized */
	bool old_numbers; /* numbers of versions before LiteOS 5 */
};

struct pxt_liteos {
	struct pxt_feed *feed;	 /* borrowed */
	struct pxt_trace *trace; /* borrowed */
	struct pxt_liteos_options options;
	const struct pxt_liteos_reader *reader; /* NULL: unknown so far */
	uint64_t passed; /* bytes skipped before the recognized ones */
	void *reading;	 /* private to the reader */
	struct pxt_liteos_names names;
	struct pxt_liteos_types *types;
	struct pxt_liteos_tasks *tasks;
	struct pxt_liteos_objects objects;
	struct pxt_liteos_interrupts interrupts;
	uint64_t hz;			   /* 0: unknown */
	uint32_t first_hz;		   /* first frequency in the trace */
	uint64_t last_ns;		   /* time of the previous event */
	char tree;			   /* see liteos/layout.h; 0: unknown */
	bool has_process_0, has_process_1; /* named already */
	uint8_t data[PXT_LITEOS_DATA_MAX];
};

/* Sets the frequency that the trace tells; 0: none. */
void pxt_liteos_set_clock(struct pxt_liteos *liteos, uint32_t hz);

/* Converts a frame's time to nanoseconds. */
uint64_t pxt_liteos_time(const struct pxt_liteos *liteos, uint64_t cycles);

/* Makes a loss of events before the first frame, by their counter. */
void pxt_liteos_opening_loss(struct pxt_liteos *liteos, uint64_t cycles,
			     uint64_t lost, struct posix_trace_item_np *item);

/* Makes an item of a frame. False: filtered out. */
bool pxt_liteos_emit(struct pxt_liteos *liteos,
		     const struct pxt_liteos_shape *shape,
		     const struct pxt_liteos_place *place,
		     const struct pxt_liteos_frame *frame,
		     struct posix_trace_item_np *item);

#endif
