/*
 * probe.h - static probes for debuggers and kernel tracers
 *
 * A probe is a no-op instruction, and a note in the library with its address
 * and the location of arguments: bpftrace, perf, gdb and SystemTap put a
 * breakpoint there. It has no semaphore: testing that would cost more than the
 * instruction.
 */
#ifndef PXT_BASE_PROBE_H
#define PXT_BASE_PROBE_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifdef HAVE_USDT
#include <sys/sdt.h>
#define PXT_PROBE3(name, a, b, c) STAP_PROBE3(posixtrace, name, a, b, c)
#else
#define PXT_PROBE3(name, a, b, c) ((void)0)
#endif

#endif
