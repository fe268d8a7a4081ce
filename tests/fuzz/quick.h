/*
 * quick.h - what lets a fuzz target run thousands of inputs a second
 *
 * The linker hands us the calls that the library makes of the C library
 * (--wrap, see Makefrag.am). Between quick_begin() and quick_end()
 *
 *	one file	lies in memory: reading and writing it is no call of
 *			the system
 *	mappings	of files that are kept are made once
 *	clocks		go on by themselves, from the same time each time, and
 *			who waits finds that the time is over
 *	processes	have all ended, but for this one
 *	memory		that is allocated is counted, and so is work
 *
 * All else is done as always. One thread.
 */
#ifndef TESTS_FUZZ_QUICK_H
#define TESTS_FUZZ_QUICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the program that runs a target calls. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void quick_begin(void);
void quick_end(void);

/* The file in memory: its descriptor, and what it holds. */
int quick_file(void);
void quick_file_set(const void *data, size_t len);
void quick_file_append(const void *data, size_t len);
size_t quick_file_size(void);
const uint8_t *quick_file_data(void);

/* Keep all files of the directory: whoever maps one of them from now on is
 * given the same memory, and none is removed. */
void quick_keep(void);

/* Since quick_begin(): files that were made; bytes that were in use at most;
 * and steps of work: calls, and 64 bytes read or written. */
unsigned quick_made(void);
size_t quick_peak(void);
uint64_t quick_work(void);

/* The directory that tests/alone.sh has made. */
int quick_directory(void);

/* Remove what is in it, but for files that are kept. */
void quick_tidy(void);

/* Whether an input is also used in a way that takes long: one in eight of those
 * that a fuzzer makes, each one that is replayed. Ways have numbers. */
bool quick_turn(const uint8_t *data, size_t size, unsigned way);

/* A copy in memory that is allocated. */
void *quick_copy(const void *data, size_t size);

/* A promise of the library; abort() if it is broken. */
#define QUICK_ASSERT(promise) \
	((promise) ? (void)0 : quick_broken(#promise, __FILE__, __LINE__))
_Noreturn void quick_broken(const char *promise, const char *file, int line);

#endif
