/*
 * cfi.h - call frame information: from a stack frame to that of its caller
 *
 * Compilers describe, for each instruction, where the caller's registers are;
 * exceptions and debuggers go by that. Here it is read from the memory of a
 * loaded object, as far as ordinary functions need it. Frames of signal
 * handlers and switched stacks have no way out. These functions do not
 * allocate, lock or call the system. The registers are those of x86-64.
 */
#ifndef WRAP_CALLS_CFI_H
#define WRAP_CALLS_CFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The registers that link stack frames. */
struct wrap_stack_frame {
	uintptr_t pc; /* the return address in this frame */
	uintptr_t sp, fp;
};

/* Call frame information of one object. Reads stay within the limits. */
struct wrap_cfi {
	const uint8_t *table; /* .eh_frame_hdr */
	const uint8_t *start, *end;
};

/* The way out of a frame, packed into a nonzero word. */
typedef uint64_t wrap_cfi_way;

/* Finds the way out of the frame whose return address is pc. */
wrap_cfi_way wrap_cfi_find(const struct wrap_cfi *cfi, uintptr_t pc);

/* Turns *frame into its caller's frame. False: the caller cannot be found. */
bool wrap_cfi_leave(wrap_cfi_way way, struct wrap_stack_frame *frame);

#endif
