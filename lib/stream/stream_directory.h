/*
 * stream_directory.h - the files of streams in their directory: how they are
 * called, and which ones there are
 */
#ifndef PXT_STREAM_STREAM_DIRECTORY_H
#define PXT_STREAM_STREAM_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

enum { PXT_STREAM_FILE_NAME = 32 }; /* bytes for any name */

void pxt_stream_file_name(unsigned number, char *name);

/* False: no file has the name. */
bool pxt_stream_may_exist(int dir, unsigned number);

/* True if there may be a stream in the directory that was not set aside. */
bool pxt_stream_any(int dir);

/* True if there are hundreds of files in the directory, as far as its size
 * tells. */
bool pxt_stream_directory_is_long(int dir);

/* The numbers below {TRACE_SYS_MAX} for which there may be a stream, as
 * bits. */
uint64_t pxt_stream_numbers(int dir);

/* At least `enough` of these, or all that there are; from the number `first` on,
 * and then from 0 on. In a long directory others are not looked for, nor is any
 * beyond the next `most` numbers. */
uint64_t pxt_stream_some_numbers(int dir, unsigned first, unsigned enough,
				 unsigned most);

/* The numbers that a casual look takes, when names are looked up: one that is
 * not there costs more than one that is. */
enum { PXT_STREAM_CASUAL = 16 };

/* A number below {TRACE_SYS_MAX}, by chance. Of many streams each caller looks
 * at others, from this one on. */
unsigned pxt_stream_any_number(void);

#endif
