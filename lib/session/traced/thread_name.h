/*
 * thread_name.h - names of ending threads, in the table of objects
 *
 * The kernel knows the name of a live thread only, and the log writer may come
 * later. So a thread that ends puts its name into the family's table, as an
 * object that has ended already: a slot that is free at once. Threads with
 * their program's name are left out.
 */
#ifndef PXT_SESSION_TRACED_THREAD_NAME_H
#define PXT_SESSION_TRACED_THREAD_NAME_H

#include <stdint.h>

/* The calling thread ends; or another one does, with its process. No effect if
 * the process is not traced. Keeps errno. */
void pxt_thread_name_leave(void);
void pxt_thread_name_leave_other(uint32_t tid);

#endif
