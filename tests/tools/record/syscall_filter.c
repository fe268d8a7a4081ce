/*
 * syscall_filter.c - runs a program under a filter of system calls, as services have
 *
 *	syscall_filter PROGRAM [ARG...]
 *
 * The kernel says that it has no openat2(), which is what the filter of
 * RestrictSUIDSGID= of systemd makes it say. Exit status 77: no filter is to be
 * had here.
 */
#include <err.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sock_filter steps[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {
		.len = sizeof(steps) / sizeof(*steps),
		.filter = steps,
	};

	if (argc < 2)
		errx(2, "which program?");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		err(77, "no filter");
	execvp(argv[1], argv + 1);
	err(EXIT_FAILURE, "%s", argv[1]);
}
