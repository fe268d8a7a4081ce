/*
 * attr.h - attributes of a stream, behind the opaque trace_attr_t
 */
#ifndef PXT_MODEL_ATTR_H
#define PXT_MODEL_ATTR_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#define PXT_ATTR_MAGIC UINT64_C(0x7274746174787001)

/* Upper limits of sizes. Larger values are refused by setters; larger streams
 * exceed memory, larger logs the file system. */
#define PXT_ATTR_DATA_MAX (UINT64_C(16) << 20)
#define PXT_ATTR_STREAM_MAX (UINT64_C(1) << 40)
#define PXT_ATTR_LOG_MAX (UINT64_C(1) << 60)

/* The struct lies at the beginning of a public object of another declared type:
 * may_alias has to be known before any pointer to it is declared. Include this
 * file before using the struct. */
struct __attribute__((may_alias)) pxt_attr {
	uint64_t magic; /* PXT_ATTR_MAGIC between init and destroy */
	char name[TRACE_NAME_MAX];
	char genversion[TRACE_NAME_MAX];
	int64_t created_ns; /* CLOCK_REALTIME; 0 before there is a stream */
	int64_t clockres_ns;
	uint64_t stream_size; /* bytes */
	uint64_t log_size;
	uint64_t max_data;
	uint32_t stream_policy; /* 0: never set, see pxt_attr_settle() */
	uint32_t log_policy;
	uint32_t inherited;
	uint32_t orphan; /* POSIX_TRACE_ORPHAN_..._NP */
	uint32_t log_compression;
	uint32_t reserved;
};
_Static_assert(sizeof(struct pxt_attr) <= sizeof(trace_attr_t),
	       "the public object has the room");

/* Sizes for the promise of no loss: the room in a stream of stream_size bytes,
 * see stream/ring.h. */
size_t pxt_attr_user_event_size(const struct pxt_attr *attr, size_t len);
size_t pxt_attr_system_event_size(void);

/* Sets the defaults. */
void pxt_attr_init(struct pxt_attr *attr);

/* True if the attribute may have that value. */
bool pxt_attr_is_stream_policy(int policy);
bool pxt_attr_is_log_policy(int policy);
bool pxt_attr_is_inheritance(int inheritance);
bool pxt_attr_is_orphan(int orphan);
bool pxt_attr_is_log_compression(int compression);

/* Returns the object behind a public one, or NULL if that is NULL,
 * uninitialized or destroyed. */
struct pxt_attr *pxt_attr_of(trace_attr_t *attr);
const struct pxt_attr *pxt_attr_of_const(const trace_attr_t *attr);

/* Copies attributes for creating a stream: attr NULL means the defaults; an
 * unset policy becomes FLUSH with a log and LOOP without; sizes below the lower
 * limits are raised; generation version and clock resolution are set, the
 * creation time is not. EINVAL: an invalid object, or FLUSH without log.
 * ENOMEM: more than any machine's memory. */
int pxt_attr_settle(const trace_attr_t *attr, int with_log,
		    struct pxt_attr *out);

/* Checks attributes from elsewhere, and terminates their strings. EBADMSG:
 * pxt_attr_settle() cannot have made them. */
int pxt_attr_check(struct pxt_attr *attr);

#endif
