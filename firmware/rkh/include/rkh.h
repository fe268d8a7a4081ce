/*
 * rkh.h - the trace facility of RKH, for programs without the framework
 *
 * See posixtrace-rkh(7). With the framework its own header of this name is
 * used.
 */
#ifndef RKH_H
#define RKH_H 1

#include "rkhdef.h"
#include "rkhtrc.h"

#endif
