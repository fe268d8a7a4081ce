/*
 * jump.h - wrappers that leave no stack frame
 *
 * Some functions look at their caller, or return twice. Their wrapper asks a
 * function in C for the address to continue at, passing its arguments and its
 * caller, and jumps there with registers and stack restored. That is written in
 * assembly; on other machines these functions are not wrapped.
 */
#ifndef WRAP_CALLS_JUMP_H
#define WRAP_CALLS_JUMP_H

/* way() gets the caller as its fourth argument. */
#if defined(__x86_64__)
#define WRAP_HAS_JUMP 1
/* clang-format off */
#define WRAP_JUMP(name, way)                         \
	__asm__(".text\n"                            \
		".globl " #name "\n"                 \
		".type " #name ", @function\n"       \
		#name ":\n"                          \
		"	.cfi_startproc\n"            \
		"	endbr64\n"                   \
		"	movq (%rsp), %rcx\n"         \
		"	pushq %rdi\n"                \
		"	.cfi_adjust_cfa_offset 8\n"  \
		"	pushq %rsi\n"                \
		"	.cfi_adjust_cfa_offset 8\n"  \
		"	pushq %rdx\n"                \
		"	.cfi_adjust_cfa_offset 8\n"  \
		"	call " #way "\n"             \
		"	popq %rdx\n"                 \
		"	.cfi_adjust_cfa_offset -8\n" \
		"	popq %rsi\n"                 \
		"	.cfi_adjust_cfa_offset -8\n" \
		"	popq %rdi\n"                 \
		"	.cfi_adjust_cfa_offset -8\n" \
		"	jmp *%rax\n"                 \
		"	.cfi_endproc\n"              \
		".size " #name ", . - " #name "\n")
/* clang-format on */
#elif defined(__aarch64__)
#define WRAP_HAS_JUMP 1
#define WRAP_JUMP(name, way)                               \
	__asm__(".text\n"                                  \
		".globl " #name "\n"                       \
		".type " #name ", %function\n" #name ":\n" \
		"	.cfi_startproc\n"                        \
		"	hint 34\n"                               \
		"	stp x29, x30, [sp, #-48]!\n"             \
		"	.cfi_def_cfa_offset 48\n"                \
		"	.cfi_offset 29, -48\n"                   \
		"	.cfi_offset 30, -40\n"                   \
		"	mov x29, sp\n"                           \
		"	stp x0, x1, [sp, #16]\n"                 \
		"	str x2, [sp, #32]\n"                     \
		"	mov x3, x30\n"                           \
		"	bl " #way "\n"                     \
		"	mov x16, x0\n"                           \
		"	ldp x0, x1, [sp, #16]\n"                 \
		"	ldr x2, [sp, #32]\n"                     \
		"	ldp x29, x30, [sp], #48\n"               \
		"	.cfi_def_cfa_offset 0\n"                 \
		"	.cfi_restore 29\n"                       \
		"	.cfi_restore 30\n"                       \
		"	br x16\n"                                \
		"	.cfi_endproc\n"                          \
		".size " #name ", . - " #name "\n")
#endif

#endif
