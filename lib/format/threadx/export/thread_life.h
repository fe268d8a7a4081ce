/*
 * thread_life.h - beginnings and ends of threads, and their handles
 *
 * A program knows a thread by a handle, while events have another number.
 * thread_start has both, before thread_create or behind it; thread_exit ends
 * that, and the handle may be reused; thread_name names the thread.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_THREAD_LIFE_H
#define PXT_FORMAT_THREADX_EXPORT_THREAD_LIFE_H

#include "format/threadx/export/foreign_event.h"

/* The effect of an event by its name. */
enum pxt_threadx_thread_life pxt_threadx_thread_life_find(const char *name);

/* Applies the effect, before and after the event's thread is known. ENOSPC: too
 * many threads. ENOMEM. */
int pxt_threadx_thread_life_begin(struct pxt_threadx_foreign_event *event);
int pxt_threadx_thread_life_end(struct pxt_threadx_foreign_event *event);

#endif
