/* copy.c - whether copies can be wide */
#include "base/copy.h"

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

/* The C library knows, since the program began. Asking the processor leaves a virtual
 * machine, which is too much for a start. */
bool pxt_copy_can_be_wide(void)
{
#if defined(CPU_FEATURE_ACTIVE)
	return CPU_FEATURE_ACTIVE(AVX);
#elif defined(CPU_FEATURE_USABLE) /* its name in glibc 2.33 */
	return CPU_FEATURE_USABLE(AVX);
#else
	return false;
#endif
}
