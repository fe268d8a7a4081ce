/*
 * probe.h - where debuggers and tracers of the kernel can look in
 *
 * A probe is one instruction that does nothing, and a note in the library that
 * says where that is and what the arguments are in: bpftrace, perf, gdb and
 * SystemTap put a breakpoint there. It has no semaphore: to look at that would
 * cost more than the instruction.
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
