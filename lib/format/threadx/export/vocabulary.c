/* vocabulary.c - equivalents of other systems' events in ThreadX */
#include "format/threadx/export/vocabulary.h"

#include <stdlib.h>
#include <string.h>

#include "format/threadx/export/objects.h"

/* States of threads. */
enum {
	COMPLETED = 1,
	SUSPENDED = 3,
	SLEEP = 4,
	QUEUE = 5,
	SEMAPHORE = 6,
	EVENT_FLAGS = 7,
	FILE_SYSTEM = 11,
	TCP_IP = 12,
	MUTEX = 13,
};

enum { FOREVER = 0xffffffff, OR = 0, OR_CLEAR = 1 };

/* clang-format off */
#define NOTHING { PXT_THREADX_NOTHING, NULL, 0 }
#define OBJECT { PXT_THREADX_OBJECT, NULL, 0 }
#define SELF { PXT_THREADX_SELF, NULL, 0 }
#define HEAP { PXT_THREADX_HEAP, NULL, 0 }
#define OWNER { PXT_THREADX_OWNER, NULL, 0 }
#define HELD { PXT_THREADX_HELD, NULL, 0 }
#define FIELD(name, otherwise) { PXT_THREADX_FIELD, name, otherwise }
#define CONSTANT(number) { PXT_THREADX_FIELD, NULL, number }
/* clang-format on */

#define CALLS PXT_THREADX_CALLS, PXT_THREADX_SAME
#define WAITS PXT_THREADX_WAITS, PXT_THREADX_SAME
#define GOES PXT_THREADX_GOES, PXT_THREADX_SAME
#define TAKES PXT_THREADX_GOES, PXT_THREADX_TAKES
#define LEAVES PXT_THREADX_CALLS, PXT_THREADX_LEAVES

/* clang-format off */
/* Words of services with several names. */
#define MUTEX_GET { OBJECT, FIELD("timeout_ticks", FOREVER), OWNER, HELD }
#define MUTEX_PUT { OBJECT, OWNER, CONSTANT(1), NOTHING }
#define ONLY_OBJECT { OBJECT, NOTHING, NOTHING, NOTHING }
#define FLAGS_GET { OBJECT, CONSTANT(1), NOTHING, CONSTANT(OR_CLEAR) }
#define FLAGS_SET { OBJECT, CONSTANT(1), CONSTANT(OR), FIELD("waiters", 0) }
#define SEMAPHORE_GET                                                  \
	{ OBJECT, FIELD("timeout_ticks", FOREVER), FIELD("value", 0), \
	  NOTHING }
#define MESSAGE                                                             \
	{ OBJECT, FIELD("buffer", 0), FIELD("timeout_ticks", FOREVER),     \
	  FIELD("count", 0) }
#define TRANSFER \
	{ OBJECT, FIELD("buffer", 0), FIELD("size", 0), FIELD("result", 0) }
#define ALLOCATE { HEAP, FIELD("address", 0), FIELD("size", 0), NOTHING }
#define RELEASE { HEAP, FIELD("address", 0), NOTHING, NOTHING }
#define NO_WORDS { NOTHING, NOTHING, NOTHING, NOTHING }
/* clang-format on */

#define SWITCHES PXT_THREADX_SWITCHES, PXT_THREADX_SAME
#define INTERRUPTS PXT_THREADX_INTERRUPTS, PXT_THREADX_SAME
#define TRANSFERS PXT_THREADX_TRANSFERS, PXT_THREADX_SAME
#define INTERRUPT                                             \
	{                                                     \
		NOTHING, FIELD("hwiNum", 0), NOTHING, NOTHING \
	}

/* clang-format off */
/* Sorted by name. */
static const struct pxt_threadx_meaning meanings[] = {
	{ "EVENT_CREATE", 30, PXT_THREADX_EVENT_FLAGS, 0, CALLS, ONLY_OBJECT },
	{ "EVENT_DELETE", 31, PXT_THREADX_EVENT_FLAGS, 0, CALLS, ONLY_OBJECT },
	{ "EVENT_READ", 32, PXT_THREADX_EVENT_FLAGS, 0, CALLS,
	  { OBJECT, FIELD("mask", 0), FIELD("eventId", 0),
	    FIELD("mode", 0) } },
	{ "EVENT_WRITE", 36, PXT_THREADX_EVENT_FLAGS, 0, CALLS,
	  { OBJECT, FIELD("events", 0), CONSTANT(OR), NOTHING } },
	{ "HWI_RESPONSE_IN", 3, 0, 0, INTERRUPTS, INTERRUPT },
	{ "HWI_RESPONSE_OUT", 4, 0, 0, INTERRUPTS, INTERRUPT },
	{ "MEM_ALLOC", 20, PXT_THREADX_BYTE_POOL, 0, CALLS,
	  { OBJECT, FIELD("ptr", 0), FIELD("size", 0), NOTHING } },
	{ "MEM_FREE", 27, PXT_THREADX_BYTE_POOL, 0, CALLS,
	  { OBJECT, FIELD("ptr", 0), NOTHING, NOTHING } },
	{ "MUX_CREATE", 50, PXT_THREADX_MUTEX, 0, CALLS, ONLY_OBJECT },
	{ "MUX_DELETE", 51, PXT_THREADX_MUTEX, 0, CALLS, ONLY_OBJECT },
	{ "MUX_PEND", 52, PXT_THREADX_MUTEX, 0, CALLS,
	  { OBJECT, FIELD("timeout", FOREVER), FIELD("owner", 0),
	    FIELD("count", 0) } },
	{ "MUX_POST", 57, PXT_THREADX_MUTEX, 0, CALLS,
	  { OBJECT, FIELD("owner", 0), FIELD("count", 0), NOTHING } },
	{ "QUEUE_CREATE", 60, PXT_THREADX_QUEUE, 0, CALLS,
	  { OBJECT, FIELD("itemSz", 0), FIELD("queueAddr", 0),
	    FIELD("queueSz", 0) } },
	{ "QUEUE_DELETE", 61, PXT_THREADX_QUEUE, 0, CALLS, ONLY_OBJECT },
	{ "QUEUE_RW", 68, PXT_THREADX_QUEUE, 0, TRANSFERS,
	  { OBJECT, NOTHING, FIELD("timeout", FOREVER),
	    FIELD("readable", 0) } },
	{ "SEM_CREATE", 81, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("count", 0), NOTHING, NOTHING } },
	{ "SEM_DELETE", 82, PXT_THREADX_SEMAPHORE, 0, CALLS, ONLY_OBJECT },
	{ "SEM_PEND", 83, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("timeout", FOREVER), FIELD("count", 0),
	    NOTHING } },
	{ "SEM_POST", 88, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("count", 0), NOTHING, NOTHING } },
	{ "SWTMR_CREATE", 124, PXT_THREADX_TIMER, 0, CALLS, ONLY_OBJECT },
	{ "SWTMR_DELETE", 126, PXT_THREADX_TIMER, 0, CALLS, ONLY_OBJECT },
	{ "SWTMR_START", 122, PXT_THREADX_TIMER, 0, CALLS, ONLY_OBJECT },
	{ "SWTMR_STOP", 125, PXT_THREADX_TIMER, 0, CALLS, ONLY_OBJECT },
	{ "TASK_CREATE", 100, PXT_THREADX_THREAD, 0, CALLS,
	  { OBJECT, FIELD("prio", 16), NOTHING, NOTHING } },
	{ "TASK_DELETE", 101, PXT_THREADX_THREAD, 0, CALLS, ONLY_OBJECT },
	{ "TASK_PRIOSET", 108, PXT_THREADX_THREAD, 0, CALLS,
	  { OBJECT, FIELD("newPrio", 0), FIELD("oldPrio", 0), NOTHING } },
	{ "TASK_RESUME", 111, PXT_THREADX_THREAD, 0, CALLS, ONLY_OBJECT },
	{ "TASK_SUSPEND", 114, PXT_THREADX_THREAD, 0, CALLS, ONLY_OBJECT },
	{ "TASK_SWITCH", 6, PXT_THREADX_THREAD, 0, SWITCHES, NO_WORDS },
	{ "barrier_destroy", 31, PXT_THREADX_EVENT_FLAGS, 0, CALLS,
	  ONLY_OBJECT },
	{ "barrier_init", 30, PXT_THREADX_EVENT_FLAGS, 0, CALLS, ONLY_OBJECT },
	{ "barrier_leave", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, GOES,
	  FLAGS_GET },
	{ "barrier_wait", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, WAITS,
	  FLAGS_GET },
	{ "cond_broadcast", 36, PXT_THREADX_EVENT_FLAGS, 0, CALLS, FLAGS_SET },
	{ "cond_destroy", 31, PXT_THREADX_EVENT_FLAGS, 0, CALLS, ONLY_OBJECT },
	{ "cond_init", 30, PXT_THREADX_EVENT_FLAGS, 0, CALLS, ONLY_OBJECT },
	{ "cond_signal", 36, PXT_THREADX_EVENT_FLAGS, 0, CALLS, FLAGS_SET },
	{ "cond_wait", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, WAITS,
	  FLAGS_GET },
	{ "cond_wake", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, GOES,
	  FLAGS_GET },
	{ "eventfd_create", 30, PXT_THREADX_EVENT_FLAGS, 0, CALLS,
	  ONLY_OBJECT },
	{ "eventfd_read", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, GOES,
	  FLAGS_GET },
	{ "eventfd_read_wait", 32, PXT_THREADX_EVENT_FLAGS, EVENT_FLAGS, WAITS,
	  FLAGS_GET },
	{ "eventfd_write_wait", 36, PXT_THREADX_EVENT_FLAGS, 0, CALLS,
	  FLAGS_SET },
	{ "file_close", 243, PXT_THREADX_FILE, 0, CALLS, ONLY_OBJECT },
	{ "file_open", 247, PXT_THREADX_FILE, 0, CALLS,
	  { NOTHING, OBJECT, NOTHING, FIELD("flags", 0) } },
	{ "file_read", 248, PXT_THREADX_FILE, FILE_SYSTEM, GOES, TRANSFER },
	{ "file_read_wait", 248, PXT_THREADX_FILE, FILE_SYSTEM, WAITS,
	  TRANSFER },
	{ "file_write", 254, PXT_THREADX_FILE, FILE_SYSTEM, GOES, TRANSFER },
	{ "file_write_wait", 254, PXT_THREADX_FILE, FILE_SYSTEM, WAITS,
	  TRANSFER },
	{ "free", 27, 0, 0, CALLS, RELEASE },
	{ "malloc", 20, 0, 0, CALLS, ALLOCATE },
	{ "mq_close", 61, PXT_THREADX_QUEUE, 0, CALLS, ONLY_OBJECT },
	{ "mq_open", 60, PXT_THREADX_QUEUE, 0, CALLS,
	  { OBJECT, FIELD("message_size", 0), NOTHING,
	    FIELD("capacity", 0) } },
	{ "mq_receive", 68, PXT_THREADX_QUEUE, QUEUE, GOES, MESSAGE },
	{ "mq_receive_wait", 68, PXT_THREADX_QUEUE, QUEUE, WAITS, MESSAGE },
	{ "mq_send", 69, PXT_THREADX_QUEUE, QUEUE, GOES, MESSAGE },
	{ "mq_send_wait", 69, PXT_THREADX_QUEUE, QUEUE, WAITS, MESSAGE },
	{ "mutex_destroy", 51, PXT_THREADX_MUTEX, 0, CALLS, ONLY_OBJECT },
	{ "mutex_init", 50, PXT_THREADX_MUTEX, 0, CALLS,
	  { OBJECT, FIELD("inheritance", 0), NOTHING, NOTHING } },
	{ "mutex_lock", 52, PXT_THREADX_MUTEX, MUTEX, TAKES, MUTEX_GET },
	{ "mutex_unlock", 57, PXT_THREADX_MUTEX, 0, LEAVES, MUTEX_PUT },
	{ "mutex_wait", 52, PXT_THREADX_MUTEX, MUTEX, WAITS, MUTEX_GET },
	{ "rwlock_destroy", 51, PXT_THREADX_MUTEX, 0, CALLS, ONLY_OBJECT },
	{ "rwlock_init", 50, PXT_THREADX_MUTEX, 0, CALLS, ONLY_OBJECT },
	{ "rwlock_lock", 52, PXT_THREADX_MUTEX, MUTEX, TAKES, MUTEX_GET },
	{ "rwlock_unlock", 57, PXT_THREADX_MUTEX, 0, LEAVES, MUTEX_PUT },
	{ "rwlock_wait", 52, PXT_THREADX_MUTEX, MUTEX, WAITS, MUTEX_GET },
	{ "sem_close", 82, PXT_THREADX_SEMAPHORE, 0, CALLS, ONLY_OBJECT },
	{ "sem_destroy", 82, PXT_THREADX_SEMAPHORE, 0, CALLS, ONLY_OBJECT },
	{ "sem_init", 81, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("value", 0), NOTHING, NOTHING } },
	{ "sem_open", 81, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("value", 0), NOTHING, NOTHING } },
	{ "sem_post", 88, PXT_THREADX_SEMAPHORE, 0, CALLS,
	  { OBJECT, FIELD("value", 0), FIELD("waiters", 0), NOTHING } },
	{ "sem_take", 83, PXT_THREADX_SEMAPHORE, SEMAPHORE, GOES,
	  SEMAPHORE_GET },
	{ "sem_wait", 83, PXT_THREADX_SEMAPHORE, SEMAPHORE, WAITS,
	  SEMAPHORE_GET },
	{ "sleep", 112, 0, SLEEP, WAITS,
	  { FIELD("ticks", 0), NOTHING, NOTHING, NOTHING } },
	{ "sleep_end", 0, 0, SLEEP, GOES, NO_WORDS },
	{ "socket_accept", 407, PXT_THREADX_TCP_SOCKET, TCP_IP, GOES,
	  { NOTHING, OBJECT, CONSTANT(FOREVER), NOTHING } },
	{ "socket_accept_wait", 407, PXT_THREADX_TCP_SOCKET, TCP_IP, WAITS,
	  { NOTHING, OBJECT, CONSTANT(FOREVER), NOTHING } },
	{ "socket_connect", 401, PXT_THREADX_TCP_SOCKET, TCP_IP, GOES,
	  { NOTHING, OBJECT, FIELD("ip", 0), FIELD("port", 0) } },
	{ "socket_connect_wait", 401, PXT_THREADX_TCP_SOCKET, TCP_IP, WAITS,
	  { NOTHING, OBJECT, FIELD("ip", 0), FIELD("port", 0) } },
	{ "socket_recv", 419, PXT_THREADX_TCP_SOCKET, TCP_IP, GOES,
	  { OBJECT, NOTHING, FIELD("size", 0), NOTHING } },
	{ "socket_recv_wait", 419, PXT_THREADX_TCP_SOCKET, TCP_IP, WAITS,
	  { OBJECT, NOTHING, FIELD("size", 0), NOTHING } },
	{ "socket_send", 421, PXT_THREADX_TCP_SOCKET, TCP_IP, GOES,
	  { OBJECT, NOTHING, FIELD("size", 0), NOTHING } },
	{ "socket_send_wait", 421, PXT_THREADX_TCP_SOCKET, TCP_IP, WAITS,
	  { OBJECT, NOTHING, FIELD("size", 0), NOTHING } },
	{ "spin_lock", 52, PXT_THREADX_MUTEX, MUTEX, TAKES, MUTEX_GET },
	{ "spin_unlock", 57, PXT_THREADX_MUTEX, 0, LEAVES, MUTEX_PUT },
	{ "spin_wait", 52, PXT_THREADX_MUTEX, MUTEX, WAITS, MUTEX_GET },
	{ "thread_cancel", 115, PXT_THREADX_THREAD, 0, CALLS, ONLY_OBJECT },
	{ "thread_create", 100, PXT_THREADX_THREAD, 0, CALLS,
	  { OBJECT, FIELD("priority", 16), FIELD("stack_start", 0),
	    FIELD("stack_size", 0) } },
	{ "thread_exit", 0, 0, COMPLETED, WAITS, NO_WORDS },
	{ "thread_join", 114, 0, SUSPENDED, WAITS,
	  { SELF, NOTHING, NOTHING, NOTHING } },
	{ "thread_joined", 0, 0, SUSPENDED, GOES, NO_WORDS },
	{ "thread_priority", 108, PXT_THREADX_THREAD, 0, CALLS,
	  { OBJECT, FIELD("priority", 0), FIELD("old_priority", 0),
	    NOTHING } },
	{ "thread_start", 6, 0, 0, CALLS, NO_WORDS },
	{ "timer_create", 124, PXT_THREADX_TIMER, 0, CALLS,
	  { OBJECT, FIELD("initial_ticks", 0), FIELD("reschedule_ticks", 0),
	    NOTHING } },
	{ "timer_delete", 126, PXT_THREADX_TIMER, 0, CALLS, ONLY_OBJECT },
	{ "timer_settime", 123, PXT_THREADX_TIMER, 0, CALLS,
	  { OBJECT, FIELD("initial_ticks", 0), FIELD("reschedule_ticks", 0),
	    NOTHING } },
};
/* clang-format on */

static int compare(const void *key, const void *element)
{
	const struct pxt_threadx_meaning *meaning = element;

	return strcmp(key, meaning->name);
}

const struct pxt_threadx_meaning *pxt_threadx_vocabulary_find(const char *name)
{
	return bsearch(name, meanings, sizeof(meanings) / sizeof(meanings[0]),
		       sizeof(meanings[0]), compare);
}
