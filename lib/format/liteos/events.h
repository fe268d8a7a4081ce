/*
 * events.h - the events of LiteOS: their numbers, names and parameters
 *
 * Pure data. The numbers are those of OpenHarmony's kernels and of Huawei
 * LiteOS 5; earlier versions have a table of their own.
 */
#ifndef PXT_FORMAT_LITEOS_EVENTS_H
#define PXT_FORMAT_LITEOS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LITEOS_ARGS_MAX = 8, /* with the identity and a null */

	/* Types with a meaning for the importer. */
	PXT_LITEOS_SYS_START = 0x11,
	PXT_LITEOS_SYS_STOP = 0x12,
	PXT_LITEOS_HWI_IN = 0x24,
	PXT_LITEOS_HWI_OUT = 0x25,
	PXT_LITEOS_TASK_CREATE = 0x40,
	PXT_LITEOS_TASK_PRIOSET = 0x41,
	PXT_LITEOS_TASK_DELETE = 0x42,
	PXT_LITEOS_TASK_SWITCH = 0x45,
	PXT_LITEOS_SWTMR_START = 0x82,
	PXT_LITEOS_MEM_INFO_REQ = 0x104,
	PXT_LITEOS_MEM_INFO = 0x105,

	/* Modules: the upper 28 bits. */
	PXT_LITEOS_HWI = 0x20,
	PXT_LITEOS_TASK = 0x40,
	PXT_LITEOS_IPC = 0x2000,
	PXT_LITEOS_VENDOR = 0x4000, /* first number outside of the kernels */
};

#define PXT_LITEOS_USER 0xfffffff0U
#define PXT_LITEOS_OTHER "TYPE_OTHER" /* name shared by surplus types */

/* The kind of a parameter's value. */
enum pxt_liteos_kind {
	PXT_LITEOS_NUMBER,
	PXT_LITEOS_SIGNED,
	PXT_LITEOS_HEX,
	PXT_LITEOS_KEY,
	PXT_LITEOS_TASK_ID,
	PXT_LITEOS_OWNER,  /* a task, or none */
	PXT_LITEOS_STATUS, /* status of a task: bits that depend on the tree */
	PXT_LITEOS_IRQ,
	PXT_LITEOS_POOL,
	PXT_LITEOS_BLOCK, /* memory block */
	PXT_LITEOS_QUEUE,
	PXT_LITEOS_SEMAPHORE,
	PXT_LITEOS_MUTEX,
	PXT_LITEOS_TIMER,
	PXT_LITEOS_EVENT,
	PXT_LITEOS_LEVEL, /* level that goes up and down */
	PXT_LITEOS_BYTES,
	PXT_LITEOS_BYTES_LEVEL,
	PXT_LITEOS_TICKS,
	PXT_LITEOS_TIMEOUT,
	PXT_LITEOS_QUEUE_OP,
	PXT_LITEOS_READ_MODE,
	PXT_LITEOS_TIMER_MODE,
	PXT_LITEOS_MESSAGE,
	PXT_LITEOS_KINDS,
};

/* The kind of objects behind a kind of values, "queue"; NULL: none. */
const char *pxt_liteos_kind_object(enum pxt_liteos_kind kind);

struct pxt_liteos_arg {
	const char *name;
	enum pxt_liteos_kind kind;
};

struct pxt_liteos_event {
	uint32_t type;
	const char *name;
	/* The identity, and the params; NULL ends the list. */
	struct pxt_liteos_arg arg[PXT_LITEOS_ARGS_MAX];
};

/* Finds an event of the kernels, or returns NULL. */
const struct pxt_liteos_event *pxt_liteos_event_find(uint32_t type);

/* Finds an event of a system before LiteOS 5. */
const struct pxt_liteos_event *pxt_liteos_event_find_old(uint32_t type);

/* SWTMR_START in the form of before OpenHarmony 3.1, and of LiteOS 5. */
extern const struct pxt_liteos_event pxt_liteos_old_timer;

/* Number of declared params, without the identity. */
unsigned pxt_liteos_event_params(const struct pxt_liteos_event *event);

/* The number of a name in any table; 0: unknown. */
uint32_t pxt_liteos_event_number(const char *name);

/* The name of a type; text has room for 24 bytes. Safe in signal handlers. */
const char *pxt_liteos_event_name(uint32_t type, bool old, char *text);

/* True if the type belongs to exactly one module, of a kernel or a vendor; user
 * types have all bits. */
bool pxt_liteos_has_one_module(uint32_t type);

/* The mask of a module's name, "TASK"; 0: unknown. */
uint32_t pxt_liteos_module(const char *name, size_t len);

#endif
