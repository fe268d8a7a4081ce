/* registry.c - objects of a ThreadX trace */
#include "format/threadx/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "format/threadx/kinds.h"

enum {
	THREAD = 1,
	MOST_NOTES = 100, /* maximum notes about replaced objects */
};

/* The previous object of that address moves to the notes. */
static void note_other(struct pxt_trace *trace, uint64_t address,
		       const char *kind, unsigned *notes)
{
	struct posix_trace_object_np other;
	char key[32];

	if (*notes == MOST_NOTES ||
	    pxt_trace_get_object(trace, PXT_TRACE_PID, address, kind, NULL,
				 &other) ||
	    strcmp(other.kind, kind))
		return;
	snprintf(key, sizeof(key), "other_object_%u", ++*notes);
	pxt_trace_note(trace, key, "%s 0x%" PRIx64 " %s name=%s", kind, address,
		       other.details, other.name);
}

static void tell_object(struct pxt_trace *trace, size_t index,
			const struct pxt_threadx_slot *slot, unsigned *notes)
{
	char kind[PXT_THREADX_KIND_SIZE], details[PXT_THREADX_DETAILS_SIZE];
	char name[PXT_THREADX_NAME_MAX + 1];

	pxt_threadx_kind_put(kind, slot->type);
	snprintf(name, sizeof(name), "%.*s", (int)slot->name_len, slot->name);
	pxt_threadx_details_put(details, index, slot);
	note_other(trace, slot->address, kind, notes);
	pxt_trace_object(trace, PXT_TRACE_PID, slot->address, kind, name,
			 details);
}

/* Threads are numbered in slot order, and named by the rule of registry.h. */
static int name_thread(struct pxt_threadx_contexts *contexts,
		       const struct pxt_threadx_slot *slot)
{
	struct pxt_threadx_context *context;

	context = pxt_threadx_contexts_find(contexts, slot->address);
	if (!context)
		context = pxt_threadx_contexts_add(contexts, slot->address,
						   slot->name, slot->name_len);
	else if (!pxt_threadx_context_name(context, slot->name, slot->name_len))
		return ENOMEM;
	if (!context)
		return ENOMEM;
	context->is_registered = true;
	return 0;
}

static bool is_thread(const struct pxt_threadx_slot *slot)
{
	return slot->type == THREAD && slot->address != PXT_THREADX_INTERRUPT &&
	       slot->address != PXT_THREADX_INITIALIZE;
}

/* Announces objects that are live, or those that are not. ENOMEM. */
static int tell_objects(const struct pxt_threadx_image *image, bool live,
			struct pxt_threadx_contexts *contexts,
			struct pxt_trace *trace, unsigned *notes)
{
	struct pxt_threadx_slot slot;
	int err = 0;

	for (size_t i = 0; !err && i < image->registry_present; i++) {
		pxt_threadx_image_slot(image, i, &slot);
		if (!slot.type || !slot.available != live)
			continue;
		tell_object(trace, i, &slot, notes);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	return err;
}

int pxt_threadx_registry_tell(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts,
			      struct pxt_trace *trace)
{
	struct pxt_threadx_slot slot;
	unsigned notes = 0;
	int err = 0;

	for (size_t i = 0; !err && i < image->registry_present; i++) {
		pxt_threadx_image_slot(image, i, &slot);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	if (!err)
		err = tell_objects(image, false, contexts, trace, &notes);
	if (!err)
		err = tell_objects(image, true, contexts, trace, &notes);
	return err;
}

int pxt_threadx_registry_name(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts)
{
	struct pxt_threadx_slot slot;
	int err = 0;

	for (size_t i = image->registry_present; !err && i; i--) {
		pxt_threadx_image_slot(image, i - 1, &slot);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	return err;
}
