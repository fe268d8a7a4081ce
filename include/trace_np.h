/*
 * trace_np.h - extensions of <trace.h>
 *
 * Names end in _np or _NP and belong to no standard. The functions return zero
 * or an error number and leave errno alone.
 *
 * A program includes this header; its parts stand in <posixtrace/...>.
 */
#ifndef _TRACE_NP_H
#define _TRACE_NP_H 1

#include <trace.h>
#include <posixtrace/census.h>
#include <posixtrace/control.h>
#include <posixtrace/description.h>
#include <posixtrace/item.h>
#include <posixtrace/layout.h>
#include <posixtrace/log.h>
#include <posixtrace/object.h>
#include <posixtrace/origin.h>
#include <posixtrace/orphan.h>
#include <posixtrace/process.h>
#include <posixtrace/record.h>
#include <posixtrace/steer.h>
#include <posixtrace/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, as in "1.2.3". The string is static. */
const char *posix_trace_version_np(void);

#ifdef __cplusplus
}
#endif

#endif
