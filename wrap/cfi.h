/*
 * cfi.h - call frame information: from a frame to the one that called it
 *
 * Compilers describe, for each instruction, where the caller's registers are;
 * exceptions and debuggers go by that. Here it is read from the memory of a
 * loaded object, for what ordinary functions do. Whatever else it says, as of
 * signal handlers and of stacks that are switched, is no way out. Nothing
 * allocates, locks or calls the system. The registers are those of x86-64.
 */
#ifndef WRAP_CFI_H
#define WRAP_CFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The registers by which frames find each other. */
struct wrap_frame {
	uintptr_t pc; /* where it goes on when what it called has returned */
	uintptr_t sp, fp;
};

/* An object's information. Nothing is read that is not between the limits. */
struct wrap_cfi {
	const uint8_t *table; /* .eh_frame_hdr */
	const uint8_t *start, *end;
};

/* How a frame is left, in a word that is never 0. */
typedef uint64_t wrap_cfi_way;

/* The way out of the frame that goes on at pc. */
wrap_cfi_way wrap_cfi_find(const struct wrap_cfi *cfi, uintptr_t pc);

/* Make *frame the one that called it. False: nobody knows that one. */
bool wrap_cfi_leave(wrap_cfi_way way, struct wrap_frame *frame);

#endif
