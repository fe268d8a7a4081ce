/*
 * log_thread.h - what the thread costs that writes a log
 */
#ifndef LOG_THREAD_H
#define LOG_THREAD_H

/* The number of this process's thread that writes its log, or 0. */
int log_thread_find(void);

/* Seconds of a thread on a processor, more exact than ticks are; or NAN. */
double log_thread_seconds(int tid);

#endif
