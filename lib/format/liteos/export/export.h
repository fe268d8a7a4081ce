/*
 * export.h - writing LiteOS: what its writers share
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_EXPORT_H
#define PXT_FORMAT_LITEOS_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/liteos/export/back.h"
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
	void *writing; /* the writer's own */
	struct pxt_liteos_back back;
	struct pxt_liteos_layout layout;
	bool has_layout; /* the user gave it */
	bool has_tree;	 /* events of LiteOS, or their buffer, did */
	bool has_order;	 /* likewise */
	bool big;
	bool has_hz; /* likewise */
	uint32_t hz;
	uint32_t session; /* whose clock that is */
	uint64_t size; /* of a buffer; 0: as large as is needed */
	bool is_begun;
	bool any_others; /* events of other systems were put */
	bool begins_with_gap; /* there was one before the first event */
	bool has_gap; /* before the next event, of that many: 0, unknown */
	uint64_t gap;
	uint32_t next_count; /* of an event that was read, without a gap */
	unsigned origin; /* of the first event */
	unsigned tasks_of; /* the same, or that of LiteOS there is */
	unsigned origins;  /* whose events were put: those before that one */
};

/* What is known of a task of the import that events are from. */
struct pxt_liteos_listed {
	uint32_t word, priority;
	bool has_slot; /* of the table that it is from */
	uint32_t slot;
	struct posix_trace_object_np object;
};

/* The next of them. False: there is none more. *at: 0 at first. */
bool pxt_liteos_next_task(struct pxt_liteos_out *out, size_t *at,
			  struct pxt_liteos_listed *entry);

/* A name as a table of tasks has it, PXT_LITEOS_NAME_LEN bytes. */
void pxt_liteos_task_name(struct pxt_liteos_out *out, const char *name,
			  uint8_t *to);

/* The name of another system's thread, into 64 bytes. */
void pxt_liteos_thread_name(struct pxt_liteos_out *out,
			    const struct posix_trace_item_np *item,
			    char *name);

#endif
