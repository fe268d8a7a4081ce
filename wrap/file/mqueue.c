/*
 * mqueue.c - message queues: sending, receiving and waiting
 *
 * Sending waits while a queue is full, receiving while it is empty. Timeouts
 * are the program's memory, and are read before the kernel sees them, as in
 * times.h.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdarg.h>

#include "wrap/event/cut.h"
#include "wrap/event/objects.h"
#include "wrap/event/peek.h"
#include "wrap/event/span.h"
#include "wrap/event/times.h"
#include "wrap/file/descriptor.h"

/* Opening and closing */

static void make(const struct wrap_mq_open *data)
{
	wrap_descriptor_renew(data->mq);
	wrap_object_name("fd", (uint64_t)data->mq, data->name);
	WRAP_OBJECT("mq", data->mq, data->name,
		    { "capacity", .number = data->capacity },
		    { "message_size", .number = data->message_size });
}

/* text, flags: used by some calls only. */
struct failure {
	int32_t mq, error, call;
	char text[WRAP_MQ_NAME + 8];
};

static void tell_unopened(const char *name, int flags, const void *caller)
{
	struct failure data = { -1, errno, WRAP_MQ_OPEN, { 0 } };
	const size_t len = offsetof(struct failure, text) +
			   wrap_peek_text(data.text, WRAP_MQ_NAME, name);

	RECORD_BYTES(mq_fail, &data, wrap_add_word(&data, len, (uint32_t)flags),
		     caller);
}

/* Attributes are queried, as another process may have made the queue. */
static mqd_t tell_open(mqd_t mq, const char *name, int flags,
		       const void *caller)
{
	struct wrap_mq_open data = { .mq = mq, .flags = (uint32_t)flags };
	const int saved_errno = errno;
	struct mq_attr attr;
	size_t len;

	if (mq < 0) {
		tell_unopened(name, flags, caller);
		return mq;
	}
	if (!mq_getattr(mq, &attr)) {
		data.capacity = (uint32_t)attr.mq_maxmsg;
		data.message_size = (uint32_t)attr.mq_msgsize;
	}
	len = wrap_cut(data.name, sizeof(data.name), name);
	make(&data);
	RECORD_PART(mq_open, data, name, len, caller);
	errno = saved_errno;
	return mq;
}

WRAPPER mqd_t mq_open(const char *name, int flags, ...)
{
	struct mq_attr *attr = NULL;
	mode_t mode = 0;
	va_list rest;
	mqd_t mq;

	if (flags & O_CREAT) {
		va_start(rest, flags);
		mode = va_arg(rest, mode_t);
		attr = va_arg(rest, struct mq_attr *);
		va_end(rest);
	}
	mq = NEXT(mq_open)(name, flags, mode, attr);
	if (!wrap_wants(WRAP_MQUEUE, CALLER))
		return mq;
	return tell_open(mq, name, flags, CALLER);
}

mqd_t __mq_open_2(const char *name, int flags);

WRAPPER mqd_t __mq_open_2(const char *name, int flags)
{
	const mqd_t mq = NEXT(__mq_open_2)(name, flags);

	if (!wrap_wants(WRAP_MQUEUE, CALLER))
		return mq;
	return tell_open(mq, name, flags, CALLER);
}

WRAPPER int mq_close(mqd_t mq)
{
	const int32_t number = mq;

	int result;

	if (!wrap_wants(WRAP_MQUEUE, CALLER))
		return NEXT(mq_close)(mq);
	RECORD(mq_close, number, CALLER);
	wrap_object_end("mq", (uint64_t)mq);
	wrap_object_end("fd", (uint64_t)mq);
	result = NEXT(mq_close)(mq);
	if (result)
		RECORD_FD_FAILURE(mq_fail, mq, WRAP_MQ_CLOSE, errno, CALLER);
	return result;
}

static void tell_unlink(const char *name, int result, const void *caller)
{
	struct failure data = { -1, result ? errno : 0, WRAP_MQ_UNLINK, { 0 } };
	char text[WRAP_MQ_NAME];

	if (result)
		RECORD_PART(mq_fail, data, text,
			    wrap_peek_text(data.text, WRAP_MQ_NAME, name),
			    caller);
	else
		RECORD_BYTES(mq_unlink, text,
			     wrap_cut(text, sizeof(text), name), caller);
}

WRAPPER int mq_unlink(const char *name)
{
	const int result = NEXT(mq_unlink)(name);

	if (wrap_wants(WRAP_MQUEUE, CALLER))
		tell_unlink(name, result, CALLER);
	return result;
}

/* Messages */

static void begin(enum wrap_event wait, mqd_t mq, uint32_t priority,
		  size_t size, int64_t until, const void *caller)
{
	const struct wrap_mq_wait data = {
		.mq = mq,
		.priority = priority,
		.size = size,
		.until = until,
	};

	wrap_record(wait, &data, sizeof(data), caller);
}

#define SEND(until, name, ...)                                            \
	do {                                                              \
		struct wrap_message_out data = {                          \
			mq,                                               \
			ECANCELED,                                        \
			size,                                             \
			priority,                                         \
		};                                                        \
		struct wrap_span span = WRAP_SPAN(mq_send, data);         \
		int result;                                               \
                                                                          \
		if (!wrap_wants(WRAP_MQUEUE, CALLER))                     \
			return NEXT(name)(__VA_ARGS__);                   \
		begin(WRAP_EVENT_mq_send_wait, mq, priority, size, until, \
		      CALLER);                                            \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);      \
			    data.error = result ? errno : 0);             \
		return result;                                            \
	} while (0)

WRAPPER int mq_send(mqd_t mq, const char *message, size_t size,
		    unsigned priority)
{
	SEND(WRAP_FOREVER, mq_send, mq, message, size, priority);
}

WRAPPER int mq_timedsend(mqd_t mq, const char *message, size_t size,
			 unsigned priority, const struct timespec *until)
{
	SEND(wrap_timespec_ns(until), mq_timedsend, mq, message, size, priority,
	     until);
}

static void finish(struct wrap_message_in *data, ssize_t result,
		   const unsigned *priority)
{
	data->result = result;
	data->error = result < 0 ? errno : 0;
	data->priority = result >= 0 && priority ? *priority : 0;
}

#define RECEIVE(until, name, ...)                                              \
	do {                                                                   \
		struct wrap_message_in data = {                                \
			mq, ECANCELED, size, -1, 0,                            \
		};                                                             \
		struct wrap_span span = WRAP_SPAN(mq_receive, data);           \
		ssize_t result;                                                \
                                                                               \
		if (!wrap_wants(WRAP_MQUEUE, CALLER))                          \
			return NEXT(name)(__VA_ARGS__);                        \
		begin(WRAP_EVENT_mq_receive_wait, mq, 0, size, until, CALLER); \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);           \
			    finish(&data, result, priority));                  \
		return result;                                                 \
	} while (0)

WRAPPER ssize_t mq_receive(mqd_t mq, char *to, size_t size, unsigned *priority)
{
	RECEIVE(WRAP_FOREVER, mq_receive, mq, to, size, priority);
}

WRAPPER ssize_t mq_timedreceive(mqd_t mq, char *restrict to, size_t size,
				unsigned *restrict priority,
				const struct timespec *restrict until)
{
	RECEIVE(wrap_timespec_ns(until), mq_timedreceive, mq, to, size,
		priority, until);
}
