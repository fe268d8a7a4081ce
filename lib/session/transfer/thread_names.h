/*
 * thread_names.h - what the threads of a stream are called, told in its log
 *
 * The kernel knows it, of threads that live: they are asked for when the first
 * event of one is met, once a second while there are more, and when the log
 * ends. A thread that ends says it itself, see traced/thread_name.h. The last
 * name is the one that holds. A thread that is called as its program is has
 * none.
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

/* An event of this thread goes to the log; its process was noted. */
void pxt_thread_names_note(struct pxt_thread_names *names, uint32_t pid,
			   uint32_t tid);

/* The thread says that this is its name, and not just the program's. */
void pxt_thread_names_set(struct pxt_thread_names *names, uint32_t pid,
			  uint32_t tid, const char *name);

/* The next are written to another log, which has none yet. */
void pxt_thread_names_switch_log(struct pxt_thread_names *names);

/* Write the names that are new. The errors of writing. */
int pxt_thread_names_write(struct pxt_thread_names *names,
			   struct pxt_log_writer *log);

/* Write those that are others by now. */
int pxt_thread_names_write_last(struct pxt_thread_names *names,
				struct pxt_log_writer *log);

#endif
