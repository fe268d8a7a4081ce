/*
 * events.h - the events of LiteOS: their numbers, names and parameters
 *
 * Pure data. The numbers are those of OpenHarmony's kernels and of Huawei
 * LiteOS 5; the versions before had others, for which there is a table of its
 * own.
 */
#ifndef PXT_FORMAT_LITEOS_EVENTS_H
#define PXT_FORMAT_LITEOS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LITEOS_ARGS_MAX = 8, /* with the identity, and a null */

	/* Types that mean something here. */
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

	/* Modules: the upper 28 bits. */
	PXT_LITEOS_HWI = 0x20,
	PXT_LITEOS_TASK = 0x40,
	PXT_LITEOS_IPC = 0x2000,
	PXT_LITEOS_VENDOR = 0x4000, /* the first that no kernel has */
};

#define PXT_LITEOS_USER 0xfffffff0U
#define PXT_LITEOS_OTHER "TYPE_OTHER" /* what too many types share */

/* What the value of a parameter is. */
enum pxt_liteos_kind {
	PXT_LITEOS_NUMBER,
	PXT_LITEOS_SIGNED,
	PXT_LITEOS_HEX,
	PXT_LITEOS_KEY,
	PXT_LITEOS_TASK_ID,
	PXT_LITEOS_OWNER, /* a task, or none */
	PXT_LITEOS_STATUS, /* of a task: bits, which depend on the tree */
	PXT_LITEOS_IRQ,
	PXT_LITEOS_POOL,
	PXT_LITEOS_BLOCK, /* of memory */
	PXT_LITEOS_QUEUE,
	PXT_LITEOS_SEMAPHORE,
	PXT_LITEOS_MUTEX,
	PXT_LITEOS_TIMER,
	PXT_LITEOS_EVENT,
	PXT_LITEOS_LEVEL, /* goes up and down */
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

/* What objects a kind of values is, "queue"; NULL: none. */
const char *pxt_liteos_kind_object(enum pxt_liteos_kind kind);

struct pxt_liteos_arg {
	const char *name;
	enum pxt_liteos_kind kind;
};

struct pxt_liteos_event {
	uint32_t type;
	const char *name;
	/* The identity, and the params; a name of NULL ends them. */
	struct pxt_liteos_arg arg[PXT_LITEOS_ARGS_MAX];
};

/* What the kernels call it, or NULL. */
const struct pxt_liteos_event *pxt_liteos_event_find(uint32_t type);

/* The same of a system before LiteOS 5. */
const struct pxt_liteos_event *pxt_liteos_event_find_old(uint32_t type);

/* SWTMR_START as it was before OpenHarmony 3.1, and is in LiteOS 5. */
extern const struct pxt_liteos_event pxt_liteos_old_timer;

/* How many params are declared; the identity is not counted. */
unsigned pxt_liteos_event_params(const struct pxt_liteos_event *event);

/* The number of a name, of all tables; 0: none has it. */
uint32_t pxt_liteos_event_number(const char *name);

/* What a type is called: text has room for 24 bytes. */
const char *pxt_liteos_event_name(uint32_t type, bool old, char *text);

/* A type has one module, of a kernel or a vendor, or is of users: all have. */
bool pxt_liteos_has_one_module(uint32_t type);

/* The mask that a name of a module stands for, "TASK"; 0: there is none. */
uint32_t pxt_liteos_module(const char *name, size_t len);

#endif
