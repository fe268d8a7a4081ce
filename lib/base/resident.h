/*
 * resident.h - variables that every traced process uses
 *
 * A page of variables becomes a process's own memory when one of them is
 * written, and on some kernels when one is read. Variables that the begin of a
 * program, its first event or a stream that comes needs lie together, apart from
 * the tables that most processes never touch.
 */
#ifndef PXT_BASE_RESIDENT_H
#define PXT_BASE_RESIDENT_H

#define PXT_RESIDENT __attribute__((section(".data.resident")))

#endif
