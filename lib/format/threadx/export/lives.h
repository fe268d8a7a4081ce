/*
 * lives.h - which thread it is that a program calls by a handle
 *
 * A program creates a thread, and knows it by a handle, while its events have
 * another number. thread_start tells both, before thread_create or behind it;
 * thread_exit ends that, and the handle may be another thread's next;
 * thread_name tells what it is called.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_LIVES_H
#define PXT_FORMAT_THREADX_EXPORT_LIVES_H

#include "format/threadx/export/foreign.h"

/* What an event of that name says of a thread. */
enum pxt_threadx_life pxt_threadx_lives_find(const char *name);

/* What it says, before it is known whose it is; and afterwards. ENOSPC: there
 * are too many threads. ENOMEM. */
int pxt_threadx_lives_begin(struct pxt_threadx_foreign *event);
int pxt_threadx_lives_end(struct pxt_threadx_foreign *event);

#endif
