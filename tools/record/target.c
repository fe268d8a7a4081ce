/*
 * target.c - the recorded process: our own command, or a running process
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <trace_np.h>
#include <unistd.h>

#include "common/command.h"
#include "common/own_signals.h"
#include "common/proc.h"
#include "common/text.h"
#include "record/target.h"

static void init(struct target *target)
{
	*target = (struct target){ .pidfd = -1, .gate = -1, .report = -1 };
}

static void set_name(struct target *target, const char *name)
{
	text_tame(target->name, sizeof(target->name), name);
	for (char *c = target->name; *c; c++)
		if (*c == '/')
			*c = '_';
}

static const char *without_path(const char *program)
{
	const char *slash = strrchr(program, '/');

	return slash && slash[1] ? slash + 1 : program;
}

static int open_pidfd(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* A flight recorder is known by blocking SIGUSR1, see posixtrace-snapshot(1): its
 * child blocks it only if the command does. Other signals wait for the command,
 * which is to be ended by them, and not before. */
static void be_no_recorder(const sigset_t *mask)
{
	sigset_t asking;

	sigemptyset(&asking);
	sigaddset(&asking, SIGUSR1);
	if (!sigismember(mask, SIGUSR1))
		sigprocmask(SIG_UNBLOCK, &asking, NULL);
}

/* In the child: waits for the gate, then executes the program. */
__attribute__((noreturn)) static void
become(char **command, const sigset_t *mask, int gate, int report)
{
	char go;
	int err;

	be_no_recorder(mask);
	if (read(gate, &go, 1) != 1)
		_exit(EXIT_RECORD);

	own_signals_restore();
	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(command[0], command);
	err = errno;
	if (write(report, &err, sizeof(err)) < 0)
		_exit(EXIT_RECORD);
	_exit(EXIT_NOT_FOUND);
}

static int fork_command(struct target *target, char **command,
			const sigset_t *mask, const int gate[2],
			const int report[2])
{
	pid_t pid = fork();

	if (pid < 0)
		return errno;
	if (!pid) {
		/* Otherwise the gate would not close with the parent. */
		close(gate[1]);
		become(command, mask, gate[0], report[1]);
	}

	target->pid = pid;
	target->gate = gate[1];
	target->report = report[0];
	return 0;
}

int target_launch(struct target *target, char **command, const sigset_t *mask)
{
	int gate[2];
	int report[2];
	int err;

	init(target);
	target->ours = true;
	set_name(target, without_path(command[0]));

	if (pipe2(gate, O_CLOEXEC))
		return errno;
	if (pipe2(report, O_CLOEXEC)) {
		err = errno;
		goto close_gate;
	}

	err = fork_command(target, command, mask, gate, report);
	if (err)
		goto close_report;

	close(gate[0]);
	close(report[1]);
	target->pidfd = open_pidfd(target->pid);
	return 0;

close_report:
	close(report[0]);
	close(report[1]);
close_gate:
	close(gate[0]);
	close(gate[1]);
	return err;
}

struct search {
	struct target *target;
	bool found;
};

static void take_name(const struct posix_trace_traceable_np *process,
		      void *argument)
{
	struct search *search = argument;

	if (process->pid != search->target->pid)
		return;
	search->found = true;
	set_name(search->target, *process->program ? process->program : "-");
}

/* A process that is not seen from here is known by its file alone. */
static bool find_unseen(struct target *target)
{
	struct search search = { .target = target };

	return !posix_trace_list_processes_np(take_name, &search) &&
	       search.found;
}

int target_attach(struct target *target, pid_t pid)
{
	char name[32];

	init(target);
	target->pid = pid;
	if (proc_is_unseen(pid))
		return find_unseen(target) ? 0 : ESRCH;

	/* The descriptor comes first: the name is then this process's, or
	 * none. */
	target->pidfd = open_pidfd(pid);
	if (target->pidfd < 0 && errno == ESRCH)
		return ESRCH;

	if (!proc_name(pid, name, sizeof(name))) {
		target_close(target);
		return ESRCH;
	}
	set_name(target, name);
	return 0;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void reap(struct target *target)
{
	while (waitpid(target->pid, &target->status, 0) < 0 && errno == EINTR)
		;
	target->ended = true;
}

int target_release(struct target *target)
{
	ssize_t len;
	int failed;

	/* A command that was killed meanwhile counts as ended. */
	if (write(target->gate, "", 1) < 0 && errno != EPIPE)
		return errno;
	close_fd(&target->gate);

	do
		len = read(target->report, &failed, sizeof(failed));
	while (len < 0 && errno == EINTR);
	close_fd(&target->report);

	if (len != sizeof(failed))
		return 0;
	reap(target);
	return failed;
}

/* The status in the form of waitpid(). */
static int status_of(const siginfo_t *end)
{
	switch (end->si_code) {
	case CLD_EXITED:
		return W_EXITCODE(end->si_status, 0);
	case CLD_DUMPED:
		return end->si_status | WCOREFLAG;
	default:
		return end->si_status;
	}
}

/* A command that has ended stays a zombie until close: so long the kernel knows
 * its name, which has to go to the log. */
static bool command_has_ended(struct target *target)
{
	siginfo_t end = { 0 };

	if (waitid(P_PID, (id_t)target->pid, &end,
		   WEXITED | WNOHANG | WNOWAIT) ||
	    !end.si_pid)
		return false;
	target->status = status_of(&end);
	return true;
}

/* A zombie has ended, too, even before its parent notices. */
static bool is_readable(int pidfd)
{
	struct pollfd poll_fd = { .fd = pidfd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) > 0;
}

static void ignore(trace_event_id_t event, const char *name, void *argument)
{
	(void)event;
	(void)name;
	(void)argument;
}

static bool stranger_has_ended(const struct target *target)
{
	if (target->pidfd >= 0)
		return is_readable(target->pidfd);
	if (proc_is_unseen(target->pid))
		return posix_trace_list_events_np(target->pid, ignore, NULL) ==
		       ESRCH;
	return kill(target->pid, 0) && errno == ESRCH;
}

bool target_has_ended(struct target *target)
{
	if (!target->ended)
		target->ended = target->ours ? command_has_ended(target) :
					       stranger_has_ended(target);
	return target->ended;
}

void target_close(struct target *target)
{
	if (target->gate >= 0) {
		close_fd(&target->gate);
		reap(target);
	} else if (target->ours && target->ended) {
		reap(target);
	}
	close_fd(&target->report);
	close_fd(&target->pidfd);
}
