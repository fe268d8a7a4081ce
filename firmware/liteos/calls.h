/* calls.h - LiteOS's tracing calls, as los_trace.h has them for programs */
#ifndef FIRMWARE_LITEOS_CALLS_H
#define FIRMWARE_LITEOS_CALLS_H

#include <stdint.h>

/* Starts tracing as a kernel does that has it from boot on. */
void liteos_calls_boot(void);

#pragma GCC visibility push(default)

uint32_t LOS_TraceInit(void *buffer, uint32_t size);
uint32_t LOS_TraceStart(void);
void LOS_TraceStop(void);
void LOS_TraceReset(void);
void LOS_TraceEventMaskSet(uint32_t mask);
void LOS_TraceRecordDump(uint32_t to_client);
void *LOS_TraceRecordGet(void);
void LOS_TraceHwiFilterHookReg(uint32_t (*hook)(uint32_t number));

#pragma GCC visibility pop

#endif
