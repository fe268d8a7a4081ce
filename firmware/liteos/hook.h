/* hook.h - what an event goes through */
#ifndef FIRMWARE_LITEOS_HOOK_H
#define FIRMWARE_LITEOS_HOOK_H

#include <stdint.h>

#pragma GCC visibility push(default)

/* params: numbers as wide as the program's UINTPTR. */
void OsTraceHook(uint32_t type, uintptr_t identity, const void *params,
		 uint16_t count);

typedef void liteos_hook(uint32_t type, uintptr_t identity, const void *params,
			 uint16_t count);

/* What LOS_TRACE() calls; NULL: not initialised. */
extern liteos_hook *g_traceEventHook;

#pragma GCC visibility pop

/* An event of the library's own, of that place in the program: by the hook, as
 * LOS_TRACE() does. */
void liteos_hook_trace(uint32_t type, uint64_t identity, const void *params,
		       uint16_t count, const void *place);

#endif
