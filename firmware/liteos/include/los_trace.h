/*
 * los_trace.h - the tracing interface of LiteOS, on Linux
 *
 * See posixtrace-liteos(7). The interface is that of one of three trees:
 * OpenHarmony's kernel for application processors (A), which is the default,
 * that for microcontrollers (M), or Huawei LiteOS 5 (L). A program chooses by
 * LOSCFG_POSIXTRACE_TREE_A, _M or _L, defined before its first include of this
 * header.
 */
#ifndef _LOS_TRACE_H
#define _LOS_TRACE_H 1

#include <stddef.h>

#if !defined(LOSCFG_POSIXTRACE_TREE_M) &&     \
	!defined(LOSCFG_POSIXTRACE_TREE_L) && \
	!defined(LOSCFG_POSIXTRACE_TREE_A)
#define LOSCFG_POSIXTRACE_TREE_A 1
#endif
#if defined(LOSCFG_POSIXTRACE_TREE_A) + defined(LOSCFG_POSIXTRACE_TREE_M) + \
		defined(LOSCFG_POSIXTRACE_TREE_L) !=                        \
	1
#error "one of LOSCFG_POSIXTRACE_TREE_A, _M and _L is to be defined"
#endif

/*
 * Switches: trees A and L ask whether they are defined, tree M whether they
 * are 1.
 */
#if defined(LOSCFG_POSIXTRACE_TREE_M)

#if defined(LOSCFG_KERNEL_TRACE) && LOSCFG_KERNEL_TRACE == 1
#define POSIXTRACE_LITEOS_ON 1
#endif
#if defined(LOSCFG_RECORDER_MODE_ONLINE) && LOSCFG_RECORDER_MODE_ONLINE == 1
#define POSIXTRACE_LITEOS_ONLINE 1
#endif
#if defined(LOSCFG_TRACE_FRAME_CORE_MSG) && LOSCFG_TRACE_FRAME_CORE_MSG == 1
#define POSIXTRACE_LITEOS_CORE 1
#endif
#if defined(LOSCFG_TRACE_FRAME_EVENT_COUNT) && \
	LOSCFG_TRACE_FRAME_EVENT_COUNT == 1
#define POSIXTRACE_LITEOS_COUNT 1
#endif
#if defined(LOSCFG_KERNEL_SMP) && LOSCFG_KERNEL_SMP == 1
#define POSIXTRACE_LITEOS_SMP 1
#endif

#else

#if defined(LOSCFG_KERNEL_TRACE)
#define POSIXTRACE_LITEOS_ON 1
#endif
#if defined(LOSCFG_RECORDER_MODE_ONLINE)
#define POSIXTRACE_LITEOS_ONLINE 1
#endif
#if defined(LOSCFG_TRACE_FRAME_CORE_MSG)
#define POSIXTRACE_LITEOS_CORE 1
#endif
#if defined(LOSCFG_TRACE_FRAME_EVENT_COUNT)
#define POSIXTRACE_LITEOS_COUNT 1
#endif
#if defined(LOSCFG_KERNEL_SMP)
#define POSIXTRACE_LITEOS_SMP 1
#endif

#endif

#ifndef POSIXTRACE_LITEOS_ON
#define POSIXTRACE_LITEOS_ON 0
#endif
#ifndef POSIXTRACE_LITEOS_ONLINE
#define POSIXTRACE_LITEOS_ONLINE 0
#endif
#ifndef POSIXTRACE_LITEOS_CORE
#define POSIXTRACE_LITEOS_CORE 0
#endif
#ifndef POSIXTRACE_LITEOS_COUNT
#define POSIXTRACE_LITEOS_COUNT 0
#endif
#ifndef POSIXTRACE_LITEOS_SMP
#define POSIXTRACE_LITEOS_SMP 0
#endif

#ifndef LOSCFG_TRACE_BUFFER_SIZE
#if defined(LOSCFG_POSIXTRACE_TREE_A)
#define LOSCFG_TRACE_BUFFER_SIZE 10000
#else
#define LOSCFG_TRACE_BUFFER_SIZE 2048
#endif
#endif
#ifndef LOSCFG_TRACE_FRAME_MAX_PARAMS
#define LOSCFG_TRACE_FRAME_MAX_PARAMS 3
#endif
#if LOSCFG_TRACE_FRAME_MAX_PARAMS > 32
#error "LOSCFG_TRACE_FRAME_MAX_PARAMS is to be 32 at most"
#endif
#ifndef LOSCFG_TRACE_OBJ_MAX_NUM
#define LOSCFG_TRACE_OBJ_MAX_NUM 0
#endif
#if LOSCFG_TRACE_OBJ_MAX_NUM > 1600
#error "LOSCFG_TRACE_OBJ_MAX_NUM is to be 1600 at most"
#endif
/* Frequency of what LOS_SysCycleGet() or HalClockGetCycles() count. */
#ifndef LOSCFG_POSIXTRACE_CLOCK
#define LOSCFG_POSIXTRACE_CLOCK 1000000000
#endif

/* Base types, unless headers of the program have them. */
#if !defined(LOS_OK) && !defined(_LOS_TYPEDEF_H) && !defined(_LOS_COMPILER_H)
typedef unsigned char UINT8;
typedef unsigned short UINT16;
typedef unsigned int UINT32;
typedef unsigned long long UINT64;
typedef signed char INT8;
typedef signed short INT16;
typedef signed int INT32;
typedef signed long long INT64;
typedef char CHAR;
typedef unsigned int BOOL;
#if defined(LOSCFG_POSIXTRACE_TREE_M) && !defined(LOSCFG_POSIXTRACE_WIDE)
typedef unsigned int UINTPTR;
#else
typedef unsigned long UINTPTR;
#endif
#define VOID void
#define LOS_OK 0U
#define LOS_NOK 1U
#ifndef TRUE
#define TRUE 1U
#endif
#ifndef FALSE
#define FALSE 0U
#endif
#ifndef STATIC
#define STATIC static
#endif
#ifndef INLINE
#define INLINE static inline
#endif
#endif

#ifndef LOS_TASK_NAMELEN
#define LOS_TASK_NAMELEN 32
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define LOS_ERRNO_TRACE_ERROR_STATUS 0x02001400U
#define LOS_ERRNO_TRACE_NO_MEMORY 0x02001401U
#define LOS_ERRNO_TRACE_BUF_TOO_SMALL 0x02001402U

enum TraceState { TRACE_UNINIT, TRACE_INITED, TRACE_STARTED, TRACE_STOPED };

/* Modules: the upper 28 bits of the number of an event. */
__extension__ typedef enum {
	TRACE_SYS_FLAG = 0x10,
	TRACE_HWI_FLAG = 0x20,
	TRACE_TASK_FLAG = 0x40,
	TRACE_SWTMR_FLAG = 0x80,
	TRACE_MEM_FLAG = 0x100,
	TRACE_QUE_FLAG = 0x200,
	TRACE_EVENT_FLAG = 0x400,
	TRACE_SEM_FLAG = 0x800,
	TRACE_MUX_FLAG = 0x1000,
#if defined(LOSCFG_POSIXTRACE_TREE_A)
	TRACE_IPC_FLAG = 0x2000,
#endif
	TRACE_MAX_FLAG = 0x80000000U,
	TRACE_USER_DEFAULT_FLAG = 0xfffffff0U
} LOS_TRACE_MASK;

typedef enum {
	SYS_ERROR = 0x10,
	SYS_START,
	SYS_STOP,

	HWI_CREATE = 0x20,
	HWI_CREATE_SHARE,
	HWI_DELETE,
	HWI_DELETE_SHARE,
	HWI_RESPONSE_IN,
	HWI_RESPONSE_OUT,
	HWI_ENABLE,
	HWI_DISABLE,
	HWI_TRIGGER,
	HWI_SETPRI,
	HWI_CLEAR,
	HWI_SETAFFINITY,
	HWI_SENDIPI,

	TASK_CREATE = 0x40,
	TASK_PRIOSET,
	TASK_DELETE,
	TASK_SUSPEND,
	TASK_RESUME,
	TASK_SWITCH,
	TASK_SIGNAL,

	SWTMR_CREATE = 0x80,
	SWTMR_DELETE,
	SWTMR_START,
	SWTMR_STOP,
	SWTMR_EXPIRED,

	MEM_ALLOC = 0x100,
	MEM_ALLOC_ALIGN,
	MEM_REALLOC,
	MEM_FREE,
	MEM_INFO_REQ,
	MEM_INFO,

	QUEUE_CREATE = 0x200,
	QUEUE_DELETE,
	QUEUE_RW,

	EVENT_CREATE = 0x400,
	EVENT_DELETE,
	EVENT_READ,
	EVENT_WRITE,
	EVENT_CLEAR,

	SEM_CREATE = 0x800,
	SEM_DELETE,
	SEM_PEND,
	SEM_POST,

	MUX_CREATE = 0x1000,
	MUX_DELETE,
	MUX_PEND,
	MUX_POST,
#if defined(LOSCFG_POSIXTRACE_TREE_A)

	IPC_WRITE_DROP = 0x2000,
	IPC_WRITE,
	IPC_READ_DROP,
	IPC_READ,
	IPC_TRY_READ,
	IPC_READ_TIMEOUT,
	IPC_KILL,
#endif
} LOS_TRACE_TYPE;

/* clang-format off */
#define SYS_ERROR_PARAMS(errNum) errNum

#define HWI_CREATE_PARAMS(hwiNum, hwiPrio, hwiMode, hwiHandler) \
	hwiNum, hwiPrio, hwiMode, hwiHandler
#define HWI_CREATE_SHARE_PARAMS(hwiNum, pDevId, ret) hwiNum, pDevId, ret
#define HWI_DELETE_PARAMS(hwiNum) hwiNum
#define HWI_DELETE_SHARE_PARAMS(hwiNum, pDevId, ret) hwiNum, pDevId, ret
#define HWI_RESPONSE_IN_PARAMS(hwiNum) hwiNum
#define HWI_RESPONSE_OUT_PARAMS(hwiNum) hwiNum
#define HWI_ENABLE_PARAMS(hwiNum) hwiNum
#define HWI_DISABLE_PARAMS(hwiNum) hwiNum
#define HWI_TRIGGER_PARAMS(hwiNum) hwiNum
#define HWI_SETPRI_PARAMS(hwiNum, priority) hwiNum, priority
#define HWI_CLEAR_PARAMS(hwiNum) hwiNum
#define HWI_SETAFFINITY_PARAMS(hwiNum, cpuMask) hwiNum, cpuMask
#define HWI_SENDIPI_PARAMS(hwiNum, cpuMask) hwiNum, cpuMask

#define TASK_CREATE_PARAMS(taskId, taskStatus, prio) taskId, taskStatus, prio
#define TASK_PRIOSET_PARAMS(taskId, taskStatus, oldPrio, newPrio) \
	taskId, taskStatus, oldPrio, newPrio
#define TASK_DELETE_PARAMS(taskId, taskStatus, usrStack) \
	taskId, taskStatus, usrStack
#define TASK_SUSPEND_PARAMS(taskId, taskStatus, runTaskId) \
	taskId, taskStatus, runTaskId
#define TASK_RESUME_PARAMS(taskId, taskStatus, prio) taskId, taskStatus, prio
#define TASK_SWITCH_PARAMS(taskId, oldPriority, oldTaskStatus, newPriority, \
			   newTaskStatus) \
	taskId, oldPriority, oldTaskStatus, newPriority, newTaskStatus
#define TASK_SIGNAL_PARAMS(taskId, signal, schedFlag) /* never recorded */

#define SWTMR_CREATE_PARAMS(swtmrId) swtmrId
#define SWTMR_DELETE_PARAMS(swtmrId) swtmrId
#if defined(LOSCFG_POSIXTRACE_TREE_L)
#define SWTMR_START_PARAMS(swtmrId, mode, overrun, interval, expiry) \
	swtmrId, mode, overrun, interval, expiry
#else
#define SWTMR_START_PARAMS(swtmrId, mode, interval) swtmrId, mode, interval
#endif
#define SWTMR_STOP_PARAMS(swtmrId) swtmrId
#define SWTMR_EXPIRED_PARAMS(swtmrId) swtmrId

#define MEM_ALLOC_PARAMS(pool, ptr, size) pool, ptr, size
#define MEM_ALLOC_ALIGN_PARAMS(pool, ptr, size, boundary) \
	pool, ptr, size, boundary
#define MEM_REALLOC_PARAMS(pool, ptr, size) pool, ptr, size
#define MEM_FREE_PARAMS(pool, ptr) pool, ptr
#define MEM_INFO_REQ_PARAMS(pool) pool
#define MEM_INFO_PARAMS(pool, usedSize, freeSize) pool, usedSize, freeSize

#define QUEUE_CREATE_PARAMS(queueId, queueSz, itemSz, queueAddr, memType) \
	queueId, queueSz, itemSz, queueAddr, memType
#define QUEUE_DELETE_PARAMS(queueId, state, readable) queueId, state, readable
#define QUEUE_RW_PARAMS(queueId, queueSize, bufSize, operateType, readable, \
			writable, timeout) \
	queueId, queueSize, bufSize, operateType, readable, writable, timeout

#define EVENT_CREATE_PARAMS(eventCB) eventCB
#define EVENT_DELETE_PARAMS(eventCB, delRetCode) eventCB, delRetCode
#define EVENT_READ_PARAMS(eventCB, eventId, mask, mode, timeout) \
	eventCB, eventId, mask, mode, timeout
#define EVENT_WRITE_PARAMS(eventCB, eventId, events) eventCB, eventId, events
#define EVENT_CLEAR_PARAMS(eventCB, eventId, events) eventCB, eventId, events

#define SEM_CREATE_PARAMS(semId, type, count) semId, type, count
#define SEM_DELETE_PARAMS(semId, delRetCode) semId, delRetCode
#define SEM_PEND_PARAMS(semId, count, timeout) semId, count, timeout
#define SEM_POST_PARAMS(semId, type, count) semId, type, count

#define MUX_CREATE_PARAMS(muxId) muxId
#define MUX_DELETE_PARAMS(muxId, state, count, owner) \
	muxId, state, count, owner
#define MUX_PEND_PARAMS(muxId, count, owner, timeout) \
	muxId, count, owner, timeout
#define MUX_POST_PARAMS(muxId, count, owner) muxId, count, owner

#if defined(LOSCFG_POSIXTRACE_TREE_A)
#define IPC_WRITE_DROP_PARAMS(dstTid, dstPid, msgType, code, ipcStatus) \
	dstTid, dstPid, msgType, code, ipcStatus
#define IPC_WRITE_PARAMS(dstTid, dstPid, msgType, code, ipcStatus) \
	dstTid, dstPid, msgType, code, ipcStatus
#define IPC_READ_DROP_PARAMS(srcTid, srcPid, msgType, code, ipcStatus) \
	srcTid, srcPid, msgType, code, ipcStatus
#define IPC_READ_PARAMS(srcTid, srcPid, msgType, code, ipcStatus) \
	srcTid, srcPid, msgType, code, ipcStatus
#define IPC_TRY_READ_PARAMS(msgType, ipcStatus) msgType, ipcStatus
#define IPC_READ_TIMEOUT_PARAMS(msgType, ipcStatus) msgType, ipcStatus
#define IPC_KILL_PARAMS(msgType, ipcStatus) msgType, ipcStatus
#endif
/* clang-format on */

typedef struct {
	UINT32 bigLittleEndian; /* 0x12345678 */
	UINT32 clockFreq;
	UINT32 version; /* 0: offline, 1: online */
} TraceBaseHeaderInfo;

typedef struct {
	UINT32 eventType;
	UINT32 curTask;
#if defined(LOSCFG_POSIXTRACE_TREE_A)
	UINT32 curPid;
#endif
	UINT64 curTime;
	UINTPTR identity;
#if POSIXTRACE_LITEOS_CORE
	struct CoreStatus {
		UINT32 cpuid : 8, hwiActive : 4, taskLockCnt : 4,
			paramCount : 4, reserves : 12;
	} core;
#endif
#if POSIXTRACE_LITEOS_COUNT
	UINT32 eventCount;
#endif
#if LOSCFG_TRACE_FRAME_MAX_PARAMS > 0
	UINTPTR params[LOSCFG_TRACE_FRAME_MAX_PARAMS];
#endif
} TraceEventFrame;

typedef struct {
	UINT32 id;
	UINT32 prio;
	CHAR name[LOS_TASK_NAMELEN];
} ObjData;

typedef struct {
	TraceBaseHeaderInfo baseInfo;
	UINT16 totalLen;
	UINT16 objSize;
	UINT16 frameSize;
	UINT16 objOffset;
	UINT16 frameOffset;
} OfflineHead;

#if defined(LOSCFG_POSIXTRACE_TREE_A) && defined(LOSCFG_DRIVERS_TRACE)
typedef struct {
	UINT32 eventType;
	UINTPTR identity;
	UINTPTR params[3];
} UsrEventInfo;
#endif

/* Records a frame in streams, as the recorder of a kernel wrote it, whose place
 * in the program is that. */
extern VOID PosixtraceLiteosFrame(const TraceEventFrame *frame,
				  const VOID *place);

typedef BOOL (*TRACE_HWI_FILTER_HOOK)(UINT32 hwiNum);

/* Takes an event through all that decides about it, to buffer and streams. */
extern VOID OsTraceHook(UINT32 eventType, UINTPTR identity,
			const UINTPTR *params, UINT16 paramCount);

#if !defined(LOSCFG_POSIXTRACE_TREE_L)
typedef VOID (*TRACE_EVENT_HOOK)(UINT32 eventType, UINTPTR identity,
				 const UINTPTR *params, UINT16 paramCount);
/* What LOS_TRACE() calls: OsTraceHook, unless the program changes it. */
extern TRACE_EVENT_HOOK g_traceEventHook;
#endif

#if defined(LOSCFG_POSIXTRACE_TREE_L)
extern UINT32 LOS_TraceInit(VOID *buf, UINT32 size);
#endif
extern UINT32 LOS_TraceStart(VOID);
extern VOID LOS_TraceStop(VOID);
extern VOID LOS_TraceReset(VOID);
extern VOID LOS_TraceEventMaskSet(UINT32 mask);
extern VOID LOS_TraceRecordDump(BOOL toClient);
extern OfflineHead *LOS_TraceRecordGet(VOID);
extern VOID LOS_TraceHwiFilterHookReg(TRACE_HWI_FILTER_HOOK hook);

#if POSIXTRACE_LITEOS_ON

/* What a unit of the program was compiled for. */
struct PosixtraceLiteosUnit {
	UINT32 size;  /* of this struct */
	UINT32 tree;  /* 'a', 'm', 'l' */
	UINT32 width; /* bytes of UINTPTR */
	UINT32 params;
	UINT32 core, count, online, smp;
	UINT32 align4; /* 64-bit integers are aligned to 4 bytes */
	UINT32 bufferSize, objects, clock;
	UINT32 uart, tick; /* interrupts that are never recorded */
	UINT32 frameSize;
};

/* The first unit decides; others that differ are reported. */
extern VOID PosixtraceLiteosUnit(const struct PosixtraceLiteosUnit *unit,
				 const CHAR *file);

#ifndef NUM_HAL_INTERRUPT_UART
#define POSIXTRACE_LITEOS_UART 0xffU
#else
#define POSIXTRACE_LITEOS_UART ((UINT32)(NUM_HAL_INTERRUPT_UART))
#endif
#ifndef OS_TICK_INT_NUM
#define POSIXTRACE_LITEOS_TICK 0xffU
#else
#define POSIXTRACE_LITEOS_TICK ((UINT32)(OS_TICK_INT_NUM))
#endif

static __attribute__((__constructor__(101))) VOID PosixtraceLiteosBegin(VOID)
{
	struct PosixtraceLiteosPair {
		CHAR first;
		UINT64 second;
	};
	struct PosixtraceLiteosUnit unit;

	unit.size = sizeof(unit);
#if defined(LOSCFG_POSIXTRACE_TREE_A)
	unit.tree = 'a';
#elif defined(LOSCFG_POSIXTRACE_TREE_M)
	unit.tree = 'm';
#else
	unit.tree = 'l';
#endif
	unit.width = sizeof(UINTPTR);
	unit.params = LOSCFG_TRACE_FRAME_MAX_PARAMS;
	unit.core = POSIXTRACE_LITEOS_CORE;
	unit.count = POSIXTRACE_LITEOS_COUNT;
	unit.online = POSIXTRACE_LITEOS_ONLINE;
	unit.smp = POSIXTRACE_LITEOS_SMP;
	unit.align4 = offsetof(struct PosixtraceLiteosPair, second) == 4;
	unit.bufferSize = LOSCFG_TRACE_BUFFER_SIZE;
	unit.objects = LOSCFG_TRACE_OBJ_MAX_NUM;
	unit.clock = LOSCFG_POSIXTRACE_CLOCK;
	unit.uart = POSIXTRACE_LITEOS_UART;
	unit.tick = POSIXTRACE_LITEOS_TICK;
	unit.frameSize = sizeof(TraceEventFrame);
	PosixtraceLiteosUnit(&unit, __BASE_FILE__);
}

#if defined(LOSCFG_POSIXTRACE_TREE_L)
#define POSIXTRACE_LITEOS_HOOK OsTraceHook
#define POSIXTRACE_LITEOS_HOOKED 1
#else
#define POSIXTRACE_LITEOS_HOOK g_traceEventHook
#define POSIXTRACE_LITEOS_HOOKED (g_traceEventHook != NULL)
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
} /* extern "C" */

/* In C++, a list has numbers of all types. */
template <size_t Count> struct PosixtraceLiteosList {
	UINTPTR at[Count + 1];
	static size_t count()
	{
		return Count;
	}
};

template <typename... Values>
static inline __attribute__((__always_inline__, __unused__))
PosixtraceLiteosList<sizeof...(Values)>
PosixtraceLiteosListOf(Values... values)
{
	return { { (UINTPTR)values..., 0 } };
}

extern "C" {
#define POSIXTRACE_LITEOS_LIST(...)                                       \
	const auto posixtraceList_ = PosixtraceLiteosListOf(__VA_ARGS__); \
	const UINTPTR *const posixtraceAt_ = posixtraceList_.at;          \
	const size_t posixtraceCount_ = posixtraceList_.count()
#else
#define POSIXTRACE_LITEOS_LIST(...)                                      \
	__extension__ const UINTPTR posixtraceList_[] = { __VA_ARGS__ }; \
	const UINTPTR *const posixtraceAt_ = posixtraceList_;            \
	const size_t posixtraceCount_ =                                  \
		sizeof(posixtraceList_) / sizeof(UINTPTR)
#endif

/* clang-format off */
/* The first of a list is the identity; an empty one is no event. */
#define POSIXTRACE_LITEOS_EVENT(TYPE, ...) \
	do { \
		POSIXTRACE_LITEOS_LIST(__VA_ARGS__); \
		if (posixtraceCount_ > 0 && POSIXTRACE_LITEOS_HOOKED) \
			POSIXTRACE_LITEOS_HOOK( \
				(UINT32)(TYPE), posixtraceAt_[0], \
				posixtraceCount_ > 1 ? posixtraceAt_ + 1 : \
						       NULL, \
				(UINT16)(posixtraceCount_ - 1)); \
	} while (0)

/* Identity and values. A cast is that of the identity; with a name of its own
 * this would stand before a comma, behind which nothing may follow in strict
 * C. */
#define LOS_TRACE(TYPE, ...) \
	POSIXTRACE_LITEOS_EVENT(TYPE, TYPE##_PARAMS( \
		(UINTPTR)(unsigned long)__VA_ARGS__))

#define LOS_TRACE_EASY(NUMBER, ...) \
	POSIXTRACE_LITEOS_EVENT(TRACE_USER_DEFAULT_FLAG | NUMBER, \
		(UINTPTR)(unsigned long)__VA_ARGS__)
/* clang-format on */

#else

#define LOS_TRACE(TYPE, ...) \
	do {                 \
	} while (0)
#define LOS_TRACE_EASY(NUMBER, ...) \
	do {                        \
	} while (0)

#endif

#ifdef __cplusplus
}
#endif

#endif
