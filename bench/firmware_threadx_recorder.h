/*
 * firmware_threadx_recorder.h - what a kernel of ThreadX does for an event, and
 * the calls that are compared with it
 *
 * Ours is compared with it: the checks, the time, a slot of the buffer, and its
 * next one. There is one writer, as a kernel has interrupts off.
 */
#ifndef FIRMWARE_THREADX_RECORDER_H
#define FIRMWARE_THREADX_RECORDER_H

#include <time.h>

#include <tx_api.h>
#include <tx_trace.h>

enum { RECORDER_SLOTS = 8192, RECORDER_WORDS = 8 };

struct recorder {
	ULONG slot[RECORDER_SLOTS][RECORDER_WORDS];
	ULONG *volatile current; /* word of a slot; NULL: nothing is traced */
	volatile ULONG wanted;	 /* classes */
	ULONG header_current;
	volatile ULONG thread, priority, state;
	VOID (*notify)(VOID *header);
};

static struct recorder recorder;

static inline ULONG recorder_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (ULONG)((unsigned long long)now.tv_sec * 1000000000ULL +
		       (unsigned long long)now.tv_nsec);
}

static inline void recorder_insert(ULONG id, ULONG info_1, ULONG info_2,
				   ULONG info_3, ULONG info_4,
				   ULONG event_class)
{
	ULONG *at = recorder.current;

	if (!at || !(recorder.wanted & event_class))
		return;
	at[0] = recorder.state ? 0xFFFFFFFF : recorder.thread;
	at[1] = recorder.state ? recorder.thread : recorder.priority;
	at[2] = id;
	at[3] = recorder_time();
	at[4] = info_1;
	at[5] = info_2;
	at[6] = info_3;
	at[7] = info_4;
	at += RECORDER_WORDS;
	if (at >= recorder.slot[RECORDER_SLOTS])
		at = recorder.slot[0];
	recorder.current = at;
	recorder.header_current = (ULONG)(unsigned long)at;
	if (at == recorder.slot[0] && recorder.notify)
		recorder.notify(&recorder);
}

static __attribute__((noinline)) UINT
recorder_user_event_insert(ULONG id, ULONG info_1, ULONG info_2, ULONG info_3,
			   ULONG info_4)
{
	recorder_insert(id, info_1, info_2, info_3, info_4,
			TX_TRACE_USER_EVENTS);
	return recorder.current ? TX_SUCCESS : TX_NOT_DONE;
}

/* Calls of ThreadX, and the same by the recorder: struct firmware_call */

static ULONG queue[4];

static inline void send(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, queue, i,
					TX_WAIT_FOREVER, 1,
					TX_TRACE_QUEUE_EVENTS)
	(void)arg;
}

static inline void user(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		tx_trace_user_event_insert(TX_TRACE_USER_EVENT_START, i, 2, 3,
					   4);
	(void)arg;
}

static inline void own_user(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		recorder_user_event_insert(TX_TRACE_USER_EVENT_START, i, 2, 3,
					   4);
	(void)arg;
}

static inline void own_send(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		recorder_insert(TX_TRACE_QUEUE_SEND,
				(ULONG)(unsigned long)queue, i, TX_WAIT_FOREVER,
				1, TX_TRACE_QUEUE_EVENTS);
	(void)arg;
}

#endif
