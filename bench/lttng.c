/*
 * lttng.c - the same events through LTTng-UST
 *
 * A session daemon of our own, with its files in a directory of our own,
 * serves a worker that records the floor, ours and theirs in turns. It ends
 * with us, and the directory goes, unless we are killed: then it stays behind.
 *
 * Lines for the shell have the directory as $LTTNG_HOME, so that no name is
 * read as a part of them.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"

#include "bench.h"

#ifdef HAVE_LTTNG
#include "child.h"
#include "lttng_worker.h"
#include "reading/reader.h"
#include "sample.h"
#include "scene.h"
#include "tool.h"

enum { ROUNDS = 15, TRIES = 100, STREAM_SIZE = 16 << 20 };

/* Our log has so many times the events of LTTng's: in as short a time as show
 * takes for those, its start would be a tenth. */
enum { TIMES = 10 };

/* LTTng's buffers are for each processor: together as large as our stream. */
enum { SUBBUFFERS = 8 };

static char home[4096];
static pid_t daemon_pid;

/* Whose they are: children end, too, and leave them alone. */
static pid_t owner;

static bool is_mine(void)
{
	return owner == getpid();
}

/* Gives the status of the command. */
static int run_line(const char *line)
{
	int status = system(line);

	/* An interrupt was for us as well, but not delivered. */
	if (status > 0 && WIFSIGNALED(status))
		raise(WTERMSIG(status));
	return status;
}

static void remove_home(void)
{
	if (!is_mine() || !*home)
		return;
	if (system("rm -rf -- \"$LTTNG_HOME\""))
		warnx("%s is left behind", home);
	*home = '\0';
}

static void end_daemon(void)
{
	if (!is_mine() || !daemon_pid)
		return;
	kill(daemon_pid, SIGTERM);
	waitpid(daemon_pid, NULL, 0);
	daemon_pid = 0;
}

/*
 * Signals that end us
 */
static const struct {
	int number;
	const char *name;
} ends[] = { { SIGHUP, "HUP" }, { SIGINT, "INT" }, { SIGTERM, "TERM" } };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Become a shell that removes the directory and then dies of the signal. What
 * is called here may be called in a handler. */
static void clean_up(int number)
{
	static const char line[] = "rm -rf -- \"$1\"; kill -s \"$2\" $$";
	const char *name = "TERM";
	sigset_t none;

	if (!is_mine())
		_exit(EXIT_FAILURE);
	if (daemon_pid) {
		kill(daemon_pid, SIGTERM);
		waitpid(daemon_pid, NULL, 0);
	}
	for (size_t i = 0; i < COUNT(ends); i++)
		if (ends[i].number == number)
			name = ends[i].name;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execl("/bin/sh", "sh", "-c", line, "sh", home, name, (char *)NULL);
	_exit(EXIT_FAILURE);
}

/* But for those that are ignored, as under nohup(1). */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = clean_up }, old;

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < COUNT(ends); i++) {
		must_not_fail(sigaction(ends[i].number, NULL, &old),
			      "sigaction");
		if (old.sa_handler != SIG_IGN)
			must_not_fail(sigaction(ends[i].number, &action, NULL),
				      "sigaction");
	}
}

static void release_signals(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL }, old;

	for (size_t i = 0; i < COUNT(ends); i++) {
		must_not_fail(sigaction(ends[i].number, NULL, &old),
			      "sigaction");
		if (old.sa_handler == clean_up)
			must_not_fail(sigaction(ends[i].number, &action, NULL),
				      "sigaction");
	}
}

/*
 * Commands and the daemon
 */

/* Run a command with its output in a file of the directory. Gives its
 * status. */
static int run_command(const char *output, const char *format, ...)
{
	char command[8192], line[16384];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	snprintf(line, sizeof(line), "%s > \"$LTTNG_HOME/%s\" 2>&1", command,
		 output);
	return run_line(line);
}

static void lttng(const char *format, ...)
{
	char command[8192];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	if (run_command("command.out", "lttng --no-sessiond %s", command))
		errx(EXIT_FAILURE, "lttng %s has failed", command);
}

static void be_daemon(pid_t parent)
{
	int fd = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	execlp("lttng-sessiond", "lttng-sessiond", "--no-kernel", NULL);
	_exit(EXIT_FAILURE);
}

/* Ours, or another one. */
static bool daemon_answers(void)
{
	return !run_command("list.out", "lttng --no-sessiond list");
}

/* Whether it answers. */
static bool start_daemon(void)
{
	pid_t parent = getpid();

	fflush(NULL);
	daemon_pid = fork();
	must_not_fail(daemon_pid, "fork");
	if (!daemon_pid)
		be_daemon(parent);

	for (unsigned i = 0; i < TRIES; i++) {
		if (daemon_answers())
			return true;
		if (waitpid(daemon_pid, NULL, WNOHANG) == daemon_pid) {
			daemon_pid = 0;
			return false;
		}
		measure_sleep_until(measure_now() + 50000000);
	}
	end_daemon();
	return false;
}

static void make_session(const char *name, const char *how,
			 const char *overwrite, unsigned long long all)
{
	unsigned long long each = all / SUBBUFFERS / measure_processors();
	unsigned long long size = 4096;

	while (size < each)
		size *= 2;
	lttng("create %s %s", name, how);
	lttng("enable-channel -u -s %s --buffers-uid %s --subbuf-size=%llu "
	      "--num-subbuf=%d channel",
	      name, overwrite, size, SUBBUFFERS);
	lttng("enable-event -u -s %s -c channel posixtrace_bench:bench_event",
	      name);
	lttng("add-context -u -s %s -c channel -t vpid -t vtid -t ip", name);
	lttng("start %s", name);
}

/* Until the daemon knows the worker's event. */
static void wait_for_registration(pid_t pid)
{
	for (unsigned i = 0; i < TRIES; i++) {
		if (!run_command("list.out",
				 "lttng --no-sessiond list -u |"
				 "grep -q 'PID: %d\\([^0-9]\\|$\\)'",
				 (int)pid))
			return;
		measure_sleep_until(measure_now() + 20000000);
	}
	errx(EXIT_FAILURE, "LTTng does not know its worker");
}

static struct lttng_answer run_worker(struct bench *bench, const char *how,
				      unsigned threads, size_t len)
{
	char path[5000], rounds[16], way[16], count[16], size[16];
	char *argv[] = { path, rounds, way, count, size, NULL };
	unsigned most = bench->rounds < ROUNDS ? bench->rounds : ROUNDS;
	struct lttng_answer answer;
	struct child child;

	snprintf(path, sizeof(path), "%s/bench/lttng-worker", bench->build);
	snprintf(rounds, sizeof(rounds), "%u", most);
	snprintf(way, sizeof(way), "%s", how);
	snprintf(count, sizeof(count), "%u", threads);
	snprintf(size, sizeof(size), "%zu", len);
	must(child_spawn(&child, argv), path);
	wait_for_registration(child.pid);
	line_go(child.line);
	line_receive(child.line, &answer, sizeof(answer));
	child_wait(&child, NULL);
	return answer;
}

static void tell_answer(struct bench *bench, struct lttng_answer *answer,
			const char *how)
{
	snprintf(answer->ours.scene, sizeof(answer->ours.scene), "ours, %s",
		 how);
	snprintf(answer->theirs.scene, sizeof(answer->theirs.scene),
		 "LTTng, %s", how);
	results_row(&bench->results, &answer->ours);
	results_row(&bench->results, &answer->theirs);
}

static void tell_ratio(struct bench *bench, unsigned threads, size_t len,
		       double ratio, double cpu)
{
	results_value(&bench->results, ratio, "x",
		      "LTTng's time to ours, %u thread%s, %zu bytes", threads,
		      threads == 1 ? "" : "s", len);
	results_value(&bench->results, cpu, "x", "the same, processor time");
	targets_measured(&bench->targets, TARGET_LTTNG, ratio);
	targets_measured(&bench->targets, TARGET_LTTNG, cpu);
}

static void measure_overwriting(struct bench *bench)
{
	static const size_t sizes[] = { 0, 16, 64 };
	double ratio[2][3], cpu[2][3];

	make_session("overwriting", "--snapshot", "--overwrite", STREAM_SIZE);
	for (unsigned threads = 1; threads <= 2; threads++)
		for (unsigned i = 0; i < 3; i++) {
			struct lttng_answer answer =
				run_worker(bench, "loop", threads, sizes[i]);

			ratio[threads - 1][i] = answer.ratio;
			cpu[threads - 1][i] = answer.cpu_ratio;
			tell_answer(bench, &answer, "loop");
		}
	lttng("destroy overwriting");

	for (unsigned threads = 1; threads <= 2; threads++)
		for (unsigned i = 0; i < 3; i++)
			tell_ratio(bench, threads, sizes[i],
				   ratio[threads - 1][i], cpu[threads - 1][i]);
}

/* What LTTng says it has discarded. */
static double discarded(const char *session)
{
	char path[5000], line[256];
	double lost = 0;
	FILE *file;

	run_command("statistics.out", "lttng --no-sessiond list %s -c channel",
		    session);
	snprintf(path, sizeof(path), "%s/statistics.out", home);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		const char *found = strstr(line, "iscarded events:");

		if (found)
			lost += atof(found + strlen("iscarded events:"));
	}
	if (file)
		fclose(file);
	return lost;
}

/*
 * Reading what was recorded
 */
static struct child_times run_babeltrace(bool text)
{
	char name[] = "babeltrace2", output[] = "-o", dummy[] = "dummy";
	char trace[5000];
	char *to_text[] = { name, trace, NULL };
	char *to_nothing[] = { name, output, dummy, trace, NULL };

	snprintf(trace, sizeof(trace), "%s/trace", home);
	return child_run(text ? to_text : to_nothing, -1);
}

static double run_show(struct bench *bench, const char *log)
{
	return tool_run(bench, "show", "-j1", log, NULL).cpu;
}

/* Millions of events in a second of processor time, theirs of so many and ours of
 * a log. */
static void compare_reading(struct bench *bench, double theirs,
			    const struct sample *sample)
{
	double ours = (double)sample->totals.events;
	double before = run_show(bench, sample->path);
	double text = theirs / run_babeltrace(true).cpu / 1e6;
	double show = 2 * ours / (before + run_show(bench, sample->path)) / 1e6;
	double dummy = theirs / run_babeltrace(false).cpu / 1e6;
	double getnext = ours / reader_run(sample->path).cpu / 1e6;

	results_value(&bench->results, theirs / 1e6, "M",
		      "events that LTTng has recorded");
	results_value(&bench->results, ours / 1e6, "M",
		      "events of a log of ours");
	results_value(&bench->results, text, "M/s", "babeltrace2, into a pipe");
	results_value(&bench->results, show, "M/s",
		      "posixtrace show -j 1, into a pipe");
	results_value(&bench->results, show / text, "x", "ours to theirs");
	results_value(&bench->results, dummy, "M/s", "babeltrace2 -o dummy");
	results_value(&bench->results, getnext, "M/s",
		      "posix_trace_getnext_event");
	results_value(&bench->results, getnext / dummy, "x", "ours to theirs");
	targets_measured(&bench->targets, TARGET_BABELTRACE, show / text);
}

static void measure_disk(struct bench *bench)
{
	struct lttng_answer answer;
	struct sample sample;
	double lost;

	make_session("disk", "--output=\"$LTTNG_HOME/trace\"", "--discard",
		     LTTNG_DISK_SIZE);
	answer = run_worker(bench, "flush", 2, SAMPLE_LEN);
	lttng("stop disk");
	lost = discarded("disk");
	lttng("destroy disk");

	answer.theirs.lost = lost;
	tell_answer(bench, &answer, "disk");
	results_value(&bench->results, answer.ratio, "x",
		      "LTTng's time to ours, to disk, 2 threads, 16 bytes");
	results_value(&bench->results, answer.cpu_ratio, "x",
		      "the same, processor time");
	sample_make(&sample, STREAM_SIZE, 2, TIMES * (unsigned)answer.events);
	compare_reading(bench, (double)answer.events - lost, &sample);
	sample_drop(&sample);
}

/* With an absolute name: daemons change their directory. */
static void make_home(void)
{
	char *dir = realpath(scene_directory(), NULL);

	must(dir ? 0 : errno, scene_directory());
	snprintf(home, sizeof(home), "%s/posixtrace-bench.XXXXXX", dir);
	free(dir);
	if (!mkdtemp(home)) {
		*home = '\0';
		must(errno, scene_directory());
	}
}

static void measure_with_daemon(struct bench *bench)
{
	if (daemon_answers()) {
		results_skip(&bench->results,
			     "a session daemon of others runs already");
		return;
	}
	if (!start_daemon()) {
		results_skip(&bench->results, "lttng-sessiond does not start");
		return;
	}
	measure_overwriting(bench);
	measure_disk(bench);
	end_daemon();
}

static void run(struct bench *bench)
{
	if (!child_succeeds("command -v lttng-sessiond && command -v lttng &&"
			    "command -v babeltrace2")) {
		results_skip(&bench->results,
			     "install lttng-tools and babeltrace2");
		return;
	}
	owner = getpid();
	catch_signals();
	make_home();
	must_not_fail(setenv("LTTNG_HOME", home, 1), "setenv");
	must_not_fail(setenv("LTTNG_UST_REGISTER_TIMEOUT", "5000", 1),
		      "setenv");
	atexit(remove_home);
	atexit(end_daemon);
	measure_with_daemon(bench);
	remove_home();
	release_signals();
}
#else
static void run(struct bench *bench)
{
	results_skip(&bench->results, "built without liblttng-ust-dev");
}
#endif

const struct section section_lttng = {
	.name = "lttng",
	.summary = "the same events through LTTng-UST: vpid, vtid, ip, uid "
		   "buffers",
	.run = run,
};
