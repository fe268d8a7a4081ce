/* copy.c - which copies the processor is good at */
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

/* Processors of Intel and of AMD say so (FSRM), but some of AMD's, which alone have
 * SSE4A, take up to 20 times as long where the strings lie differently in their
 * lines. */
bool pxt_copy_has_fast_string(void)
{
#if defined(CPU_FEATURE_PRESENT) /* glibc 2.34 */
	return CPU_FEATURE_PRESENT(FSRM) && !CPU_FEATURE_PRESENT(SSE4A);
#else
	return false;
#endif
}
