/*
 * events.h - the events and the structs of their data
 *
 * A struct serves every event whose description has these members.
 */
#ifndef WRAP_EVENT_EVENTS_H
#define WRAP_EVENT_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "wrap/calls/groups.h"
#include "wrap/calls/program_call.h"
#include "wrap/calls/visibility.h"
#include "wrap/event/address.h"

enum wrap_event {
#define EVENT(group, name, description) WRAP_EVENT_##name,
#include "wrap/event/event_list.h"
#undef EVENT
	WRAP_EVENTS
};

extern WRAP_OWN trace_event_id_t wrap_event_id[WRAP_EVENTS];

/* Opens and describes the events of the given groups. */
void wrap_events_init(uint32_t groups);

/* An object, and a result. */
struct wrap_result {
	uint64_t object;
	int32_t result;
} __attribute__((packed));

struct wrap_mutex_init {
	uint64_t mutex;
	int32_t kind, inheritance;
};

struct wrap_wait_for {
	uint64_t mutex;
	int32_t owner;
} __attribute__((packed));

/* A failure: the object, which may be 0, the error, and the call that failed,
 * numbered as in event_list.h. */
struct wrap_failure {
	uint64_t object;
	int32_t error, call;
};

struct wrap_fd_failure {
	int32_t fd, error, call;
};

struct wrap_control_failure {
	int32_t error, fd, command;
};

/* A wrap_result with its call. */
struct wrap_call_result {
	uint64_t object;
	int32_t result, call;
};

enum {
	WRAP_MUTEX_LOCK,
	WRAP_MUTEX_UNLOCK,
	WRAP_MUTEX_INIT,
	WRAP_MUTEX_DESTROY
};
enum { WRAP_BARRIER_INIT, WRAP_BARRIER_DESTROY };
enum { WRAP_COND_INIT, WRAP_COND_DESTROY };
enum {
	WRAP_SEM_WAIT,
	WRAP_SEM_CLOSE,
	WRAP_SEM_DESTROY,
	WRAP_SEM_INIT,
	WRAP_SEM_OPEN,
	WRAP_SEM_POST,
};
enum { WRAP_SIGNAL_SEND, WRAP_SIGNAL_ACTION };
enum { WRAP_SOCKET_BIND, WRAP_SOCKET_LISTEN, WRAP_SOCKET_SHUTDOWN };
enum {
	WRAP_THREAD_CREATE,
	WRAP_THREAD_AFFINITY,
	WRAP_THREAD_CANCEL,
	WRAP_THREAD_DETACH,
	WRAP_THREAD_JOIN,
	WRAP_THREAD_NAME,
	WRAP_THREAD_PRIORITY,
};
enum {
	WRAP_TIMER_CREATE,
	WRAP_TIMER_DELETE,
	WRAP_TIMER_SETTIME,
	WRAP_TIMER_INTERVAL,
};
enum { WRAP_TIMERFD_CREATE, WRAP_TIMERFD_SETTIME };
enum { WRAP_EPOLL_CREATE, WRAP_EPOLL_CTL };
enum { WRAP_MQ_CLOSE, WRAP_MQ_OPEN, WRAP_MQ_UNLINK };
enum {
	WRAP_FILE_CLOSE,
	WRAP_FILE_CLOSE_RANGE,
	WRAP_FILE_DUP,
	WRAP_FILE_PIPE,
	WRAP_FILE_RENAME,
	WRAP_FILE_TRUNCATE,
	WRAP_FILE_UNLINK,
};
enum {
	WRAP_MEM_ALLOCATE,
	WRAP_MEM_BREAK,
	WRAP_MEM_MAP,
	WRAP_MEM_REMAP,
	WRAP_MEM_UNMAP,
};

enum wrap_access { WRAP_READ, WRAP_WRITE };

struct wrap_access_data {
	uint64_t rwlock;
	int32_t access;
} __attribute__((packed));

struct wrap_access_result {
	uint64_t rwlock;
	int32_t access, result, call;
} __attribute__((packed));

struct wrap_cond_data {
	uint64_t cond, mutex;
};

struct wrap_cond_result {
	uint64_t cond, mutex;
	int32_t result;
} __attribute__((packed));

struct wrap_sem_init {
	uint64_t sem;
	uint32_t value;
} __attribute__((packed));

struct wrap_thread_data {
	uint64_t thread, start;
};

struct wrap_barrier_init {
	uint64_t barrier;
	uint32_t count;
} __attribute__((packed));

struct wrap_barrier_leave {
	uint64_t barrier;
	uint8_t serial;
} __attribute__((packed));

struct wrap_affinity {
	uint64_t thread, cpus;
};

struct wrap_priority {
	uint64_t thread;
	int32_t policy, priority;
};

struct wrap_close_range {
	uint32_t first, last;
	int32_t flags;
};

struct wrap_copy_wait {
	int32_t from, fd;
	uint64_t size;
};

struct wrap_copy {
	int32_t from, fd, error;
	uint64_t size;
	int64_t result;
};

struct wrap_dup {
	int32_t fd, from;
};

struct wrap_pipe {
	int32_t in, out;
};

struct wrap_seek {
	int32_t fd, whence;
	int64_t offset, result;
	int32_t error; /* present only if the call failed */
} __attribute__((packed));

struct wrap_fd_value {
	int32_t fd, value;
};

/* first: the descriptor, or the error. */
struct wrap_socket {
	int32_t first, type, protocol;
	uint16_t family;
	uint16_t hole;
	int32_t transport; /* the protocol; IPv4 and IPv6 only */
};

struct wrap_socket_failure {
	int32_t fd, error, call;
	struct wrap_address address;
};

struct wrap_bind {
	int32_t fd;
	struct wrap_address address;
};

struct wrap_connect {
	int32_t fd, error;
	struct wrap_address address;
};

struct wrap_accept {
	int32_t fd, error, accepted;
	struct wrap_address address;
};

struct wrap_message {
	int32_t fd, error;
	uint64_t size;
	int64_t result;
	uint32_t flags, messages;
	struct wrap_address address;
};

struct wrap_poll_wait {
	uint32_t count;
	int64_t timeout;
};

struct wrap_poll {
	int32_t result, error, fd;
	uint16_t events;
} __attribute__((packed));

struct wrap_epoll_ctl {
	int32_t epoll, operation, fd;
	uint32_t events;
};

struct wrap_epoll_failure {
	int32_t epoll, error, call, operation, fd;
	uint32_t events;
};

struct wrap_epoll_wait {
	int32_t epoll, count;
	int64_t timeout;
};

struct wrap_epoll {
	int32_t epoll, result, error;
	uint32_t events;
	uint64_t data;
};

struct wrap_eventfd_create {
	int32_t fd; /* the descriptor, or the error */
	uint32_t value;
	int32_t flags;
};

struct wrap_eventfd {
	int32_t fd, error;
	uint64_t value;
};

enum { WRAP_MQ_NAME = 256 }; /* same as a file name's */

struct wrap_mq_open {
	int32_t mq;
	uint32_t flags, capacity, message_size;
	char name[WRAP_MQ_NAME];
};

struct wrap_mq_wait {
	int32_t mq;
	uint32_t priority;
	uint64_t size;
	int64_t until;
};

struct wrap_message_out {
	int32_t mq, error;
	uint64_t size;
	uint32_t priority;
} __attribute__((packed));

struct wrap_message_in {
	int32_t mq, error;
	uint64_t size;
	int64_t result;
	uint32_t priority;
} __attribute__((packed));

struct wrap_sleep {
	int64_t duration;
	int32_t clock, flags;
};

struct wrap_timer_create {
	uint64_t timer;
	int32_t clock, notify, signal;
	uint64_t function;
};

struct wrap_timer_set {
	uint64_t timer;
	int32_t flags;
	int64_t first, interval;
};

struct wrap_timer_interval {
	int32_t which;
	int64_t first, interval;
};

struct wrap_timer_begin {
	uint64_t function, value;
};

struct wrap_timerfd_create {
	int32_t fd, clock, flags;
};

struct wrap_timerfd_set {
	int32_t fd, flags;
	int64_t first, interval;
};

struct wrap_transfer_wait {
	int32_t fd;
	uint64_t size;
};

struct wrap_transfer {
	int32_t fd, error;
	uint64_t size;
	int64_t result;
};

struct wrap_block {
	uint64_t address, size;
};

struct wrap_memory_failure {
	uint64_t size;
	int32_t error, call;
	uint64_t address, offset; /* mappings only, as is all that follows */
	int32_t protection;
	uint32_t flags;
	int32_t fd;
} __attribute__((packed));

struct wrap_map {
	uint64_t address, size, offset;
	int32_t protection;
	uint32_t flags;
	int32_t fd;
} __attribute__((packed));

struct wrap_remap {
	uint64_t address, size, was, was_size;
};

struct wrap_exit {
	int32_t process, status;
};

struct wrap_process_wait {
	int32_t child;
	uint32_t options;
};

/* The end or stop of a process; no members follow how if it continues. */
struct wrap_status {
	int32_t status, error;
	uint8_t how;
	int16_t code; /* exit code, or -1 */
	int32_t signal;
};

struct wrap_waited {
	int32_t child;
	struct wrap_status is;
};

struct wrap_signal {
	uint64_t handler;
	int32_t signal;
} __attribute__((packed));

struct wrap_action {
	uint64_t handler;
	int32_t signal;
	uint32_t flags;
};

struct wrap_signal_sent {
	uint64_t thread;
	int32_t signal, process;
};

struct wrap_signal_taken {
	int32_t signal, error;
};

struct wrap_signal_failure {
	int32_t signal, error, call;
};

/* Nonzero while a hook chooses the objects whose events are recorded. */
extern WRAP_OWN const unsigned *wrap_hooked;

/* Records an event that the hook may not want, or whose call is not the
 * program's own. */
void wrap_record_carefully(enum wrap_event which, const void *data, size_t len,
			   const void *caller);

/* Records an event. Never touches errno; safe in signal handlers, see
 * posix_trace_event_at_np(3). */
static inline void wrap_record(enum wrap_event event, const void *data,
			       size_t len, const void *caller)
{
	if (__builtin_expect(
		    __atomic_load_n(wrap_hooked, __ATOMIC_RELAXED) ||
			    !wrap_code_range_has(&wrap_program, caller),
		    0))
		wrap_record_carefully(event, data, len, caller);
	else
		posix_trace_event_at_np(wrap_event_id[event], data, len,
					caller);
}

#define RECORD_BYTES(name, data, len, caller) \
	wrap_record(WRAP_EVENT_##name, data, len, caller)
#define RECORD(name, data, caller) \
	RECORD_BYTES(name, &(data), sizeof(data), caller)

/* Records data with only `used` bytes of its last member. */
#define RECORD_PART(name, data, member, used, caller) \
	RECORD_BYTES(name, &(data),                   \
		     offsetof(__typeof__(data), member) + (used), caller)

/* Records a failed operation on an object. */
#define RECORD_FAILURE(name, of, what, why, caller)          \
	do {                                                 \
		const struct wrap_failure failure_ = {       \
			.object = (uint64_t)(uintptr_t)(of), \
			.error = (why),                      \
			.call = (what),                      \
		};                                           \
		RECORD(name, failure_, caller);              \
	} while (0)

#define RECORD_FD_FAILURE(name, of, what, why, caller)    \
	do {                                              \
		const struct wrap_fd_failure failure_ = { \
			.fd = (of),                       \
			.error = (why),                   \
			.call = (what),                   \
		};                                        \
		RECORD(name, failure_, caller);           \
	} while (0)

/* Records an event whose data is an object only. */
#define RECORD_OBJECT(name, pointer, caller)                             \
	do {                                                             \
		const uint64_t object_ = (uint64_t)(uintptr_t)(pointer); \
		RECORD(name, object_, caller);                           \
	} while (0)

/* The address to which the wrapper returns. */
#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

/* An address by which views find the function itself: they look up the
 * instruction before a return address. */
#define WRAP_BEGIN_OF(function) ((const void *)((uintptr_t)(function) + 1))

/* Functions that the program sees. */
#define WRAPPER __attribute__((visibility("default")))

#endif
