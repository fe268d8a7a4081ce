/*
 * thread_name.h - what a thread of this process is called, told when it ends
 *
 * The kernel tells it only as long as the thread lives, and who writes the log
 * may come later. So a thread that ends puts its name into the family's table,
 * as what has ended already: a slot that may be taken at once. Nothing is told
 * of a thread that is called as its program is.
 */
#ifndef PXT_SESSION_TRACED_THREAD_NAME_H
#define PXT_SESSION_TRACED_THREAD_NAME_H

#include <stdint.h>

/* The calling thread ends; or another one does, with its process. Nobody records
 * this process: nothing happens. Keeps errno. */
void pxt_thread_name_leave(void);
void pxt_thread_name_leave_other(uint32_t tid);

#endif
