/*
 * attr.h - the attributes of a stream, behind the opaque trace_attr_t
 */
#ifndef PXT_MODEL_ATTR_H
#define PXT_MODEL_ATTR_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#define PXT_ATTR_MAGIC UINT64_C(0x7274746174787001)

/* The greatest sizes a stream can have. Beyond the first, setting is refused;
 * beyond the second there is no memory; beyond the third no file goes. */
#define PXT_ATTR_DATA_MAX (UINT64_C(16) << 20)
#define PXT_ATTR_STREAM_MAX (UINT64_C(1) << 40)
#define PXT_ATTR_LOG_MAX (UINT64_C(1) << 60)

/* It lies at the beginning of a public object, whose declared type is
 * another: hence may_alias, which has to be known before any pointer to it
 * is declared. Never declare the struct without including this file. */
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
};
_Static_assert(sizeof(struct pxt_attr) <= sizeof(trace_attr_t),
	       "the public object has the room");

/* Sizes that make the promise of no loss exact: what a stream of
 * stream_size bytes must have room for, see stream/ring.h. */
size_t pxt_attr_user_event_size(const struct pxt_attr *attr, size_t len);
size_t pxt_attr_system_event_size(void);

/* Set the defaults. */
void pxt_attr_init(struct pxt_attr *attr);

/* Whether an attribute can have that value. */
bool pxt_attr_is_stream_policy(int policy);
bool pxt_attr_is_log_policy(int policy);
bool pxt_attr_is_inheritance(int inheritance);
bool pxt_attr_is_orphan(int orphan);

/* The object behind a public one, or NULL if that is NULL, was never
 * initialised or was destroyed. */
struct pxt_attr *pxt_attr_of(trace_attr_t *attr);
const struct pxt_attr *pxt_attr_of_const(const trace_attr_t *attr);

/* Take a copy that a stream can be made from: attr NULL means the defaults;
 * an unset policy becomes FLUSH with a log and LOOP without; sizes too small
 * to be of use are raised; generation version and clock resolution are ours,
 * and there is no creation time yet. EINVAL: no valid object, or FLUSH
 * without log. ENOMEM: no machine has memory for such a stream. */
int pxt_attr_settle(const trace_attr_t *attr, int with_log,
		    struct pxt_attr *out);

/* Check attributes that were read from somewhere, and end their strings.
 * EBADMSG: not such as pxt_attr_settle() gives. */
int pxt_attr_check(struct pxt_attr *attr);

#endif
