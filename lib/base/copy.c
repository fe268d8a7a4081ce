/* copy.c - whether copies can be wide */
#include "base/copy.h"

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

/* The C library knows when a program starts: asking the processor, which a virtual
 * machine answers in its place, takes as long as a whole start. */
bool pxt_copy_can_be_wide(void)
{
#if defined(CPU_FEATURE_ACTIVE)
	return CPU_FEATURE_ACTIVE(AVX);
#else
	return false;
#endif
}
