/*
 * recorded_events.h - writing ThreadX's events that a program on Linux recorded
 *
 * The events have the words of the buffer, as those of native_events.h, but there
 * is no header, and objects need not have had a slot in a registry.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_RECORDED_EVENTS_H
#define PXT_FORMAT_THREADX_EXPORT_RECORDED_EVENTS_H

#include <sys/types.h>

#include "format/threadx/export/buffer.h"

/* Fills the registry with the objects of a process. ENOMEM. */
int pxt_threadx_recorded_events_end(struct pxt_threadx_buffer *buffer,
				    struct pxt_export *export, unsigned origin,
				    pid_t pid);

#endif
