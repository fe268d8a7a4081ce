/* posix_trace_version_np.c - the version of the library */
#include <trace_np.h>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unreleased"
#endif

const char *posix_trace_version_np(void)
{
	return PACKAGE_VERSION;
}
