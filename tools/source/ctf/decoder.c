/*
 * decoder.c - the process that reads a CTF trace
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"

#include "source/ctf/decoder.h"
#include "source/ctf/frames.h"
#ifdef HAVE_BABELTRACE2
#include "source/ctf/graph.h"
#endif

bool ctf_decoder_is_there(void)
{
#ifdef HAVE_BABELTRACE2
	return true;
#else
	return false;
#endif
}

#ifdef HAVE_BABELTRACE2
enum { PIPE_SIZE = 1 << 20 };

/* Sanitizers need more memory than any trace, and speak when it is too late for
 * frames. */
#ifdef __has_feature
#define IS_SANITIZED \
	(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif
#if IS_SANITIZED
static void confine(void)
{
}
#else
static void confine(void)
{
	const struct rlimit memory = { (rlim_t)1 << 30, (rlim_t)1 << 30 };
	const struct rlimit none = { 0, 0 };
	const int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	setrlimit(RLIMIT_DATA, &memory);
	setrlimit(RLIMIT_CORE, &none);
	for (int i = STDIN_FILENO; i <= STDERR_FILENO && fd >= 0; i++)
		dup2(fd, i);
}
#endif

/* Ends with its parent: its lines would be nobody's. */
static void be_decoder(const struct ctf_decoder *decoder, int fd, pid_t parent)
{
	struct ctf_frames frames = { .fd = fd };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	signal(SIGPIPE, SIG_DFL);
	confine();
	ctf_graph_run(&decoder->folder, &decoder->spans, decoder->wants_modules,
		      &frames);
	_exit(EXIT_SUCCESS);
}

int ctf_decoder_start(struct ctf_decoder *decoder)
{
	const pid_t parent = getpid();
	int pipe_fd[2];
	int err;

	if (pipe2(pipe_fd, O_CLOEXEC))
		return errno;
	/* A larger pipe is faster; that of the system will do. */
	fcntl(pipe_fd[1], F_SETPIPE_SZ, PIPE_SIZE);
	decoder->pid = fork();
	if (decoder->pid < 0) {
		err = errno;
		decoder->pid = 0;
		close(pipe_fd[0]);
		close(pipe_fd[1]);
		return err;
	}
	if (!decoder->pid)
		be_decoder(decoder, pipe_fd[1], parent);
	close(pipe_fd[1]);
	decoder->fd = pipe_fd[0];
	return 0;
}
#else
int ctf_decoder_start(struct ctf_decoder *decoder)
{
	(void)decoder;
	return ENOTSUP;
}
#endif

void ctf_decoder_stop(struct ctf_decoder *decoder)
{
	if (decoder->fd >= 0)
		close(decoder->fd);
	decoder->fd = -1;
	if (!decoder->pid)
		return;
	kill(decoder->pid, SIGKILL);
	while (waitpid(decoder->pid, NULL, 0) < 0 && errno == EINTR)
		;
	decoder->pid = 0;
}
