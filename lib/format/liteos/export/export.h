/*
 * export.h - writing LiteOS: shared parts of its writers
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_EXPORT_H
#define PXT_FORMAT_LITEOS_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/liteos/export/clock.h"
#include "format/liteos/export/conversion.h"
#include "format/liteos/layout.h"

struct pxt_liteos_out;

struct pxt_liteos_writer {
	int (*open)(struct pxt_liteos_out *out);
	int (*put)(struct pxt_liteos_out *out,
		   const struct posix_trace_item_np *item,
		   const struct pxt_liteos_shape *shape,
		   const struct pxt_liteos_frame *frame,
		   const struct pxt_liteos_origin *origin);
	int (*finish)(struct pxt_liteos_out *out);
	void (*close)(struct pxt_liteos_out *out);
};

extern const struct pxt_liteos_writer pxt_liteos_buffer_writer;
extern const struct pxt_liteos_writer pxt_liteos_message_writer;

struct pxt_liteos_out {
	struct pxt_export *export; /* borrowed */
	const struct pxt_liteos_writer *writer;
	void *writing; /* private to the writer */
	struct pxt_liteos_conversion conversion;
	struct pxt_liteos_layout layout;
	bool has_layout; /* given by the user */
	bool has_tree;	 /* tree known from events, or their buffer */
	bool has_order;	 /* byte order, from the same */
	bool big;
	bool has_hz; /* frequency, from the same */
	uint32_t hz;
	uint32_t session; /* session of that clock */
	uint64_t size;	  /* size of the buffer; 0: as needed */
	struct pxt_liteos_clock clock;
	bool is_recorded; /* by a program with LiteOS's interface */
	bool is_begun;
	bool any_others;      /* events of other systems were written */
	bool begins_with_gap; /* losses precede the first event */
	bool has_gap; /* losses precede the next event; their number, or 0 */
	uint64_t gap;
	uint32_t next_count; /* counter of the next event, without a gap */
	bool has_counter;    /* the counter is that of this board: */
	unsigned counter_origin;
	pid_t counter_pid;
	bool has_frames;
	unsigned origin;   /* origin of the first event */
	unsigned tasks_of; /* origin of tasks: that one, or the first one of
			    * LiteOS */
	unsigned origins;  /* number of origins written */
};

/* A task of an origin, as the importer described it. */
struct pxt_liteos_listed {
	uint32_t word, priority;
	bool has_slot; /* has its slot in the table */
	uint32_t slot;
	struct posix_trace_object_np object;
};

/* Iterates over tasks. False: no more. *at: 0 at first. */
bool pxt_liteos_next_task(struct pxt_liteos_out *out, size_t *at,
			  struct pxt_liteos_listed *entry);

/* Converts a name to a table's form, PXT_LITEOS_NAME_LEN bytes. */
void pxt_liteos_task_name(struct pxt_liteos_out *out, const char *name,
			  uint8_t *to);

/* Names a thread of another system, in 64 bytes. */
void pxt_liteos_thread_name(struct pxt_liteos_out *out,
			    const struct posix_trace_item_np *item, char *name);

#endif
