/*
 * ssh_session.c - a program that gathers on another machine, reached by ssh
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ship/ssh/ssh_session.h"
#include "source/follow.h"

enum {
	MOMENT_MS = 100,
	SILENCE_MOST_MS = 120000, /* until an answer */
	END_MOST_MS = 1000,
	SAID = 160,
};

extern char **environ;

/* The end */

/* Waits for the end of the program, or ends it. Returns what waitpid() says. */
static int reap(pid_t pid)
{
	int status = 0;

	for (int ms = 0; ms < END_MOST_MS; ms += MOMENT_MS) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		poll(NULL, 0, MOMENT_MS);
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

/* Ends the session. Returns err. */
static int fail(struct ssh_session *session, int err, const char *why)
{
	int status;

	if (session->in >= 0)
		close(session->in);
	close(session->out);
	status = reap(session->pid);
	session->pid = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		why = "there is no posixtrace, or no ssh here";
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 255)
		why = "ssh has no connection, or lost it";
	snprintf(session->why, sizeof(session->why), "%s", why);
	return err;
}

void ssh_session_end(struct ssh_session *session)
{
	if (session->pid)
		fail(session, 0, "");
}

/* Bytes */

/* Waits until more can be sent, or received. */
static int wait_for(struct ssh_session *session, int fd, short events,
		    int *silence_ms)
{
	if (follow_pause_on(fd, events, MOMENT_MS))
		return 0;
	*silence_ms += MOMENT_MS;
	if (!follow_is_wanted())
		return fail(session, EINTR, "interrupted");
	return *silence_ms > SILENCE_MOST_MS ?
		       fail(session, ETIMEDOUT, "no answer") :
		       0;
}

static int put(struct ssh_session *session, const void *bytes, size_t len)
{
	const char *at = bytes;
	int silence_ms = 0;

	while (len) {
		const ssize_t n = write(session->in, at, len);

		if (n > 0) {
			at += n;
			len -= (size_t)n;
			silence_ms = 0;
		} else if (errno != EAGAIN && errno != EINTR) {
			return fail(session, ECONNRESET,
				    "the connection is lost");
		} else if (wait_for(session, session->in, POLLOUT,
				    &silence_ms)) {
			return ECONNRESET;
		}
	}
	return 0;
}

static int take(struct ssh_session *session, void *bytes, size_t len)
{
	char *at = bytes;
	int silence_ms = 0;

	while (len) {
		const ssize_t n = read(session->out, at, len);

		if (n > 0) {
			at += n;
			len -= (size_t)n;
			silence_ms = 0;
		} else if (!n || (errno != EAGAIN && errno != EINTR)) {
			return fail(session, ECONNRESET,
				    "the connection is lost");
		} else if (wait_for(session, session->out, POLLIN,
				    &silence_ms)) {
			return ECONNRESET;
		}
	}
	return 0;
}

/* The beginning */

/* Starts ssh in a group of its own: the terminal's interrupt is not for it. */
static int start(struct ssh_session *session, int in, int out)
{
	char *const argv[] = {
		(char[]){ "ssh" },
		(char[]){ "-T" },
		(char[]){ "-oBatchMode=yes" },
		(char[]){ "-oServerAliveInterval=15" },
		(char[]){ "-oConnectTimeout=15" },
		(char[]){ "--" },
		session->address.host,
		session->address.command,
		NULL,
	};
	const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t defaults;
	int err;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_init(&attr);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_setflags(&attr, flags);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	err = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, out,
						       STDOUT_FILENO);
	if (!err)
		err = posix_spawnp(&session->pid, "ssh", &actions, &attr, argv,
				   environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return err;
}

static void close_both(const int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

static int run(struct ssh_session *session)
{
	int to[2], from[2], err;

	signal(SIGPIPE, SIG_IGN);
	if (pipe2(to, O_CLOEXEC))
		return errno;
	if (pipe2(from, O_CLOEXEC)) {
		err = errno;
		close_both(to);
		return err;
	}
	err = start(session, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	session->in = to[1];
	session->out = from[0];
	if (err) {
		session->pid = 0;
		close(to[1]);
		close(from[0]);
		snprintf(session->why, sizeof(session->why), "ssh: %s",
			 strerror(err));
		return err;
	}
	fcntl(session->in, F_SETFL, O_NONBLOCK);
	fcntl(session->out, F_SETFL, O_NONBLOCK);
	return 0;
}

int ssh_session_open(struct ssh_session *session)
{
	unsigned char greeting[FRAME_GREETING];
	int err;

	if (session->pid)
		return 0;
	session->why[0] = '\0';
	err = run(session);
	if (!err)
		err = put(session, frame_greeting, FRAME_GREETING);
	if (!err)
		err = take(session, greeting, sizeof(greeting));
	if (!err && !frame_greets(greeting))
		err = fail(
			session, EPROTO,
			"another program answers, or one of another version");
	if (err)
		return err;
	session->epoch++;
	session->logs = 0;
	return 0;
}

/* Frames */

int ssh_session_send(struct ssh_session *session, const struct frame *frame,
		     const void *bytes)
{
	unsigned char head[FRAME_HEAD];
	int err;

	frame_put(head, frame);
	err = put(session, head, sizeof(head));
	return err ? err : put(session, bytes, frame->len);
}

/* Takes the text of an error. */
static int take_error(struct ssh_session *session, const struct frame *frame)
{
	char said[SAID] = "", byte;
	int err = 0;

	for (uint64_t i = 0; !err && i < frame->len; i++) {
		err = take(session, &byte, 1);
		if (i < sizeof(said) - 1)
			said[i] = byte;
	}
	if (err)
		return err;
	snprintf(session->why, sizeof(session->why), "%s", said);
	return frame_error_number(frame->number);
}

int ssh_session_answer(struct ssh_session *session, const struct frame *asked,
		       struct frame *answer)
{
	unsigned char head[FRAME_HEAD];
	struct frame frame;
	int err;

	err = take(session, head, sizeof(head));
	if (err)
		return err;
	if (!frame_parse(&frame, head) || frame.log != asked->log ||
	    frame.len > FRAME_LOG_MOST ||
	    (frame.type != asked->type && frame.type != FRAME_ERROR))
		return fail(session, EPROTO, "an answer is not sound");
	if (frame.type == FRAME_ERROR)
		return take_error(session, &frame);
	if (frame.len)
		return fail(session, EPROTO, "an answer is not sound");
	*answer = frame;
	return 0;
}
