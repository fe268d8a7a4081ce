/*
 * thread_names.h - names of a stream's threads, in its log
 *
 * The kernel knows names of live threads: they are queried at the first event
 * of a thread, once a second while there are more, and at the end of the log. A
 * thread that ends announces its name, see traced/thread_name.h. The last name
 * counts. Threads with their program's name are left out.
 */
#ifndef PXT_SESSION_TRANSFER_THREAD_NAMES_H
#define PXT_SESSION_TRANSFER_THREAD_NAMES_H

#include <stdint.h>

#include "log/log_writer.h"
#include "session/transfer/images.h"

struct pxt_thread_names;

/* images: borrowed until close. */
int pxt_thread_names_create(struct pxt_images *images,
			    struct pxt_thread_names **out);
void pxt_thread_names_close(struct pxt_thread_names *names);

/* Notes a thread with an event for the log; its process was noted. */
void pxt_thread_names_note(struct pxt_thread_names *names, uint32_t pid,
			   uint32_t tid);

/* Sets a name announced by the thread, other than its program's. */
void pxt_thread_names_set(struct pxt_thread_names *names, uint32_t pid,
			  uint32_t tid, const char *name);

/* Continues with another log, which has none yet. */
void pxt_thread_names_switch_log(struct pxt_thread_names *names);

/* Writes new names. The errors of writing. */
int pxt_thread_names_write(struct pxt_thread_names *names,
			   struct pxt_log_writer *log);

/* Writes changed names. */
int pxt_thread_names_write_last(struct pxt_thread_names *names,
				struct pxt_log_writer *log);

#endif
