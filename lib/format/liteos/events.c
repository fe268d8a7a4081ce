/* events.c - the events of LiteOS: numbers, names and parameters */
#include "format/liteos/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* clang-format off */
#define N(name) { name, PXT_LITEOS_NUMBER }
#define X(name) { name, PXT_LITEOS_HEX }
#define IRQ { "hwiNum", PXT_LITEOS_IRQ }
#define TASK { "taskId", PXT_LITEOS_TASK_ID }
#define TASK_OF(name) { name, PXT_LITEOS_TASK_ID }
#define STATUS(name) { name, PXT_LITEOS_STATUS }
#define TIMER { "swtmrId", PXT_LITEOS_TIMER }
#define TIMER_MODE { "mode", PXT_LITEOS_TIMER_MODE }
#define POOL { "pool", PXT_LITEOS_POOL }
#define BLOCK { "ptr", PXT_LITEOS_BLOCK }
#define BYTES(name) { name, PXT_LITEOS_BYTES }
#define QUEUE { "queueId", PXT_LITEOS_QUEUE }
#define EVENT { "eventCB", PXT_LITEOS_EVENT }
#define SEM { "semId", PXT_LITEOS_SEMAPHORE }
#define MUX { "muxId", PXT_LITEOS_MUTEX }
#define OWNER { "owner", PXT_LITEOS_OWNER }
#define COUNT { "count", PXT_LITEOS_LEVEL }
#define TICKS(name) { name, PXT_LITEOS_TICKS }
#define TIMEOUT { "timeout", PXT_LITEOS_TIMEOUT }
#define MESSAGE { "msgType", PXT_LITEOS_MESSAGE }

/* Indexed by number. */
static const struct pxt_liteos_event events[] = {
	{ 0x10, "SYS_ERROR", { X("errno") } },
	{ 0x11, "SYS_START", { X("identity") } },
	{ 0x12, "SYS_STOP", { X("identity") } },

	{ 0x20, "HWI_CREATE",
	  { IRQ, N("hwiPrio"), X("hwiMode"), X("hwiHandler") } },
	{ 0x21, "HWI_CREATE_SHARE", { IRQ, X("pDevId"), X("ret") } },
	{ 0x22, "HWI_DELETE", { IRQ } },
	{ 0x23, "HWI_DELETE_SHARE", { IRQ, X("pDevId"), X("ret") } },
	{ 0x24, "HWI_RESPONSE_IN", { IRQ } },
	{ 0x25, "HWI_RESPONSE_OUT", { IRQ } },
	{ 0x26, "HWI_ENABLE", { IRQ } },
	{ 0x27, "HWI_DISABLE", { IRQ } },
	{ 0x28, "HWI_TRIGGER", { IRQ } },
	{ 0x29, "HWI_SETPRI", { IRQ, N("priority") } },
	{ 0x2a, "HWI_CLEAR", { IRQ } },
	{ 0x2b, "HWI_SETAFFINITY", { IRQ, X("cpuMask") } },
	{ 0x2c, "HWI_SENDIPI", { IRQ, X("cpuMask") } },

	{ 0x40, "TASK_CREATE", { TASK, STATUS("taskStatus"), N("prio") } },
	{ 0x41, "TASK_PRIOSET",
	  { TASK, STATUS("taskStatus"), N("oldPrio"), N("newPrio") } },
	{ 0x42, "TASK_DELETE",
	  { TASK, STATUS("taskStatus"), X("usrStack") } },
	{ 0x43, "TASK_SUSPEND",
	  { TASK, STATUS("taskStatus"), TASK_OF("runTaskId") } },
	{ 0x44, "TASK_RESUME", { TASK, STATUS("taskStatus"), N("prio") } },
	{ 0x45, "TASK_SWITCH",
	  { TASK, N("oldPriority"), STATUS("oldTaskStatus"),
	    N("newPriority"), STATUS("newTaskStatus") } },
	{ 0x46, "TASK_SIGNAL", { TASK, N("signal"), X("schedFlag") } },

	{ 0x80, "SWTMR_CREATE", { TIMER } },
	{ 0x81, "SWTMR_DELETE", { TIMER } },
	{ 0x82, "SWTMR_START", { TIMER, TIMER_MODE, TICKS("interval") } },
	{ 0x83, "SWTMR_STOP", { TIMER } },
	{ 0x84, "SWTMR_EXPIRED", { TIMER } },

	{ 0x100, "MEM_ALLOC", { POOL, BLOCK, BYTES("size") } },
	{ 0x101, "MEM_ALLOC_ALIGN",
	  { POOL, BLOCK, BYTES("size"), BYTES("boundary") } },
	{ 0x102, "MEM_REALLOC", { POOL, BLOCK, BYTES("size") } },
	{ 0x103, "MEM_FREE", { POOL, BLOCK } },
	{ 0x104, "MEM_INFO_REQ", { POOL } },
	{ 0x105, "MEM_INFO",
	  { POOL, { "usedSize", PXT_LITEOS_BYTES_LEVEL },
	    { "freeSize", PXT_LITEOS_BYTES_LEVEL } } },

	{ 0x200, "QUEUE_CREATE",
	  { QUEUE, N("queueSz"), BYTES("itemSz"), X("queueAddr"),
	    N("memType") } },
	{ 0x201, "QUEUE_DELETE", { QUEUE, N("state"), N("readable") } },
	{ 0x202, "QUEUE_RW",
	  { QUEUE, BYTES("queueSize"), BYTES("bufSize"),
	    { "operateType", PXT_LITEOS_QUEUE_OP },
	    { "readable", PXT_LITEOS_LEVEL },
	    { "writable", PXT_LITEOS_LEVEL }, TIMEOUT } },

	{ 0x400, "EVENT_CREATE", { EVENT } },
	{ 0x401, "EVENT_DELETE", { EVENT, X("delRetCode") } },
	{ 0x402, "EVENT_READ",
	  { EVENT, X("eventId"), X("mask"),
	    { "mode", PXT_LITEOS_READ_MODE }, TIMEOUT } },
	{ 0x403, "EVENT_WRITE", { EVENT, X("eventId"), X("events") } },
	{ 0x404, "EVENT_CLEAR", { EVENT, X("eventId"), X("events") } },

	{ 0x800, "SEM_CREATE", { SEM, N("type"), COUNT } },
	{ 0x801, "SEM_DELETE", { SEM, X("delRetCode") } },
	{ 0x802, "SEM_PEND", { SEM, COUNT, TIMEOUT } },
	{ 0x803, "SEM_POST", { SEM, N("type"), COUNT } },

	{ 0x1000, "MUX_CREATE", { MUX } },
	{ 0x1001, "MUX_DELETE", { MUX, N("state"), N("count"), OWNER } },
	{ 0x1002, "MUX_PEND", { MUX, N("count"), OWNER, TIMEOUT } },
	{ 0x1003, "MUX_POST", { MUX, N("count"), OWNER } },

	{ 0x2000, "IPC_WRITE_DROP",
	  { TASK_OF("dstTid"), N("dstPid"), MESSAGE, N("code"),
	    X("ipcStatus") } },
	{ 0x2001, "IPC_WRITE",
	  { TASK_OF("dstTid"), N("dstPid"), MESSAGE, N("code"),
	    X("ipcStatus") } },
	{ 0x2002, "IPC_READ_DROP",
	  { TASK_OF("srcTid"), N("srcPid"), MESSAGE, N("code"),
	    X("ipcStatus") } },
	{ 0x2003, "IPC_READ",
	  { TASK_OF("srcTid"), N("srcPid"), MESSAGE, N("code"),
	    X("ipcStatus") } },
	{ 0x2004, "IPC_TRY_READ", { MESSAGE, X("ipcStatus") } },
	{ 0x2005, "IPC_READ_TIMEOUT", { MESSAGE, X("ipcStatus") } },
	{ 0x2006, "IPC_KILL", { MESSAGE, X("ipcStatus") } },
};

const struct pxt_liteos_event pxt_liteos_old_timer = {
	0x82,
	"SWTMR_START",
	{ TIMER, TIMER_MODE, N("overrun"), TICKS("interval"),
	  TICKS("expiry") },
};

/* Releases before LiteOS 5. Identities are addresses, except those of tasks. */
static const struct pxt_liteos_event old_events[] = {
	{ 0x20, "TRACE_HWI_CREATE", { IRQ } },
	{ 0x21, "TRACE_HWI_DELETE", { IRQ } },
	{ 0x22, "TRACE_HWI_RESPONSE_IN", { IRQ } },
	{ 0x23, "TRACE_HWI_RESPONSE_OUT", { IRQ } },

	{ 0x40, "TRACE_TASK_CREATE", { TASK } },
	{ 0x41, "TRACE_TASK_PRIOSET", { TASK } },
	{ 0x42, "TRACE_TASK_DELETE", { TASK } },
	{ 0x43, "TRACE_TASK_SUSPEND", { TASK } },
	{ 0x44, "TRACE_TASK_RESUME", { TASK } },
	{ 0x45, "TRACE_TASK_DELAY", { TASK } },
	{ 0x46, "TRACE_TASK_SWITCH", { TASK } },
	{ 0x47, "TRACE_TASK_READY", { TASK } },
	{ 0x48, "TRACE_TASK_UNREADY", { TASK } },

	{ 0x80, "TRACE_SWTMR_CREATE", { X("identity") } },
	{ 0x81, "TRACE_SWTMR_DELETE", { X("identity") } },
	{ 0x82, "TRACE_SWTMR_START", { X("identity") } },
	{ 0x83, "TRACE_SWTMR_STOP", { X("identity") } },
	{ 0x84, "TRACE_SWTMR_EXPIRED", { X("identity") } },
	{ 0x85, "TRACE_SWTMR_FUNCIN", { X("identity") } },

	{ 0x100, "TRACE_MEM_ALLOC", { X("identity") } },
	{ 0x101, "TRACE_MEM_FREE", { X("identity") } },
	{ 0x102, "TRACE_MEM_INFO_REQ", { X("identity") } },
	{ 0x103, "TRACE_MEM_INFO", { X("identity") } },

	{ 0x200, "TRACE_QUEUE_CREATE", { X("identity") } },
	{ 0x201, "TRACE_QUEUE_DELETE", { X("identity") } },
	{ 0x202, "TRACE_QUEUE_READ", { X("identity") } },
	{ 0x203, "TRACE_QUEUE_WRITE", { X("identity") } },
	{ 0x204, "TRACE_QUEUE_READ_BLOCK", { X("identity") } },
	{ 0x205, "TRACE_QUEUE_WRITE_BLOCK", { X("identity") } },
	{ 0x206, "TRACE_QUEUE_MAIL_BLOCK", { X("identity") } },

	{ 0x400, "TRACE_EVENT_CREATE", { X("identity") } },
	{ 0x401, "TRACE_EVENT_DELETE", { X("identity") } },
	{ 0x402, "TRACE_EVENT_READ", { X("identity") } },
	{ 0x403, "TRACE_EVENT_WRITE", { X("identity") } },
	{ 0x404, "TRACE_EVENT_CLEAR", { X("identity") } },
	{ 0x405, "TRACE_EVENT_POLL", { X("identity") } },
	{ 0x406, "TRACE_EVENT_BLOCK", { X("identity") } },

	{ 0x800, "TRACE_SEM_CREATE", { X("identity") } },
	{ 0x801, "TRACE_SEM_DELETE", { X("identity") } },
	{ 0x802, "TRACE_SEM_PEND", { X("identity") } },
	{ 0x803, "TRACE_SEM_POST", { X("identity") } },
	{ 0x804, "TRACE_SEM_BLOCK", { X("identity") } },

	{ 0x1000, "TRACE_MUX_CREATE", { X("identity") } },
	{ 0x1001, "TRACE_MUX_DELETE", { X("identity") } },
	{ 0x1002, "TRACE_MUX_PEND", { X("identity") } },
	{ 0x1003, "TRACE_MUX_POST", { X("identity") } },
	{ 0x1004, "TRACE_MUX_BLOCK", { X("identity") } },
};
/* clang-format on */

enum {
	EVENTS = sizeof(events) / sizeof(events[0]),
	OLD_EVENTS = sizeof(old_events) / sizeof(old_events[0]),
};

static int compare(const void *key, const void *element)
{
	const uint32_t type = *(const uint32_t *)key;
	const struct pxt_liteos_event *event = element;

	return type < event->type ? -1 : type > event->type;
}

const char *pxt_liteos_kind_object(enum pxt_liteos_kind kind)
{
	static const char *const objects[PXT_LITEOS_KINDS] = {
		[PXT_LITEOS_TASK_ID] = "task",
		[PXT_LITEOS_OWNER] = "task",
		[PXT_LITEOS_POOL] = "pool",
		[PXT_LITEOS_QUEUE] = "queue",
		[PXT_LITEOS_SEMAPHORE] = "semaphore",
		[PXT_LITEOS_MUTEX] = "mutex",
		[PXT_LITEOS_TIMER] = "timer",
		[PXT_LITEOS_EVENT] = "event",
	};

	return objects[kind];
}

const struct pxt_liteos_event *pxt_liteos_event_find(uint32_t type)
{
	return bsearch(&type, events, EVENTS, sizeof(events[0]), compare);
}

const struct pxt_liteos_event *pxt_liteos_event_find_old(uint32_t type)
{
	return bsearch(&type, old_events, OLD_EVENTS, sizeof(old_events[0]),
		       compare);
}

unsigned pxt_liteos_event_params(const struct pxt_liteos_event *event)
{
	unsigned params = 0;

	while (event->arg[params + 1].name)
		params++;
	return params;
}

static uint32_t number_in(const struct pxt_liteos_event *list, size_t count,
			  const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i].name, name))
			return list[i].type;
	return 0;
}

uint32_t pxt_liteos_event_number(const char *name)
{
	unsigned number;
	int end = 0;

	if (sscanf(name, "USER_%2u%n", &number, &end) == 1 && !name[end] &&
	    number < 16)
		return PXT_LITEOS_USER | number;
	if (sscanf(name, "TYPE_0x%8x%n", &number, &end) == 1 && end &&
	    !name[end])
		return number;
	number = number_in(events, EVENTS, name);
	return number ? number : number_in(old_events, OLD_EVENTS, name);
}

const char *pxt_liteos_event_name(uint32_t type, bool old, char *text)
{
	const struct pxt_liteos_event *event =
		old ? pxt_liteos_event_find_old(type) :
		      pxt_liteos_event_find(type);

	if (event)
		return event->name;
	if (!old && type >= PXT_LITEOS_USER)
		pxt_text_decimal(pxt_text_copy(text, "USER_"), type & 15);
	else
		pxt_text_hex(pxt_text_copy(text, "TYPE_0x"), type);
	return text;
}

bool pxt_liteos_has_one_module(uint32_t type)
{
	const uint32_t module = type & ~15U;

	return module &&
	       (!(module & (module - 1)) || module == PXT_LITEOS_USER);
}

static const struct {
	const char *name;
	uint32_t mask;
} modules[] = {
	{ "EVENT", 0x400 },	 { "HWI", 0x20 },    { "IPC", 0x2000 },
	{ "MAX", 0x80000000U },	 { "MEM", 0x100 },   { "MUX", 0x1000 },
	{ "QUE", 0x200 },	 { "QUEUE", 0x200 }, { "SEM", 0x800 },
	{ "SWTMR", 0x80 },	 { "SYS", 0x10 },    { "TASK", 0x40 },
	{ "USER", 0x80000000U },
};

uint32_t pxt_liteos_module(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (strlen(modules[i].name) == len &&
		    !strncasecmp(modules[i].name, name, len))
			return modules[i].mask;
	return 0;
}
