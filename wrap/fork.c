/*
 * fork.c - processes that become two
 *
 * Each of them tells of the other. The two of vfork() share a stack, on which
 * nothing of ours may be left when the child returns: there is but one event,
 * before it, and then a jump.
 */
#include <errno.h>
#include <unistd.h>

#include "wrap/next.h"
#include "wrap/process.h"

static pid_t tell(pid_t child, const void *caller)
{
	const int32_t number = child;
	const int32_t parent = child ? 0 : getppid();

	if (child < 0)
		wrap_process_failed(WRAP_FORK, errno, caller);
	else if (child)
		RECORD(proc_fork, number, caller);
	else
		RECORD(proc_start, parent, caller);
	return child;
}

WRAPPER pid_t fork(void)
{
	pid_t child = NEXT(fork)();

	return wrap_wants(WRAP_PROC, CALLER) ? tell(child, CALLER) : child;
}

WRAPPER pid_t _Fork(void)
{
	pid_t child = NEXT(_Fork)();

	return wrap_wants(WRAP_PROC, CALLER) ? tell(child, CALLER) : child;
}

/* It returns in a child of a child, whose parent has gone. */
WRAPPER int daemon(int stay, int keep)
{
	int result = NEXT(daemon)(stay, keep);
	const int32_t process = getpid();

	if (!wrap_wants(WRAP_PROC, CALLER))
		return result;
	if (result)
		wrap_process_failed(WRAP_DAEMON, errno, CALLER);
	else
		RECORD(proc_daemon, process, CALLER);
	return result;
}

#ifdef WRAP_HAS_VFORK
/* What to jump to. */
void *wrap_vfork_begins(const void *caller) __attribute__((used));

void *wrap_vfork_begins(const void *caller)
{
	const int32_t process = getpid();

	if (wrap_wants(WRAP_PROC, caller))
		RECORD(proc_vfork, process, caller);
	return wrap_next(WRAP_NEXT_vfork);
}
#endif

#if defined(__x86_64__)
__asm__(".text\n"
	".globl vfork\n"
	".type vfork, @function\n"
	"vfork:\n"
	"	.cfi_startproc\n"
	"	endbr64\n"
	"	movq (%rsp), %rdi\n"
	"	subq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	call wrap_vfork_begins\n"
	"	addq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	jmp *%rax\n"
	"	.cfi_endproc\n"
	".size vfork, . - vfork\n");
#elif defined(__aarch64__)
__asm__(".text\n"
	".globl vfork\n"
	".type vfork, %function\n"
	"vfork:\n"
	"	.cfi_startproc\n"
	"	hint 34\n"
	"	stp x29, x30, [sp, #-16]!\n"
	"	.cfi_def_cfa_offset 16\n"
	"	.cfi_offset 29, -16\n"
	"	.cfi_offset 30, -8\n"
	"	mov x29, sp\n"
	"	mov x0, x30\n"
	"	bl wrap_vfork_begins\n"
	"	ldp x29, x30, [sp], #16\n"
	"	.cfi_def_cfa_offset 0\n"
	"	.cfi_restore 29\n"
	"	.cfi_restore 30\n"
	"	mov x16, x0\n"
	"	br x16\n"
	"	.cfi_endproc\n"
	".size vfork, . - vfork\n");
#endif
