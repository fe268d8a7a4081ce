/*
 * repeated.c - a log many times over, in files that take no room
 */
#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repeated.h"
#include "scene.h"

enum { NAP_NS = 5000000 };

static const char *path_of(const struct repeated *repeated, const char *name)
{
	static char path[sizeof(repeated->folder) + 32];

	snprintf(path, sizeof(path), "%s/%s", repeated->folder, name);
	return path;
}

const char *repeated_path(const struct repeated *repeated,
			  unsigned long long times)
{
	char name[24];

	snprintf(name, sizeof(name), "%llu", times);
	return path_of(repeated, name);
}

unsigned long long repeated_size(const struct repeated *repeated,
				 unsigned long long times)
{
	const char *path = repeated_path(repeated, times);
	struct stat st;

	must_not_fail(stat(path, &st), path);
	return (unsigned long long)st.st_size;
}

static unsigned long long read_number(const struct repeated *repeated,
				      const char *name)
{
	const char *path = path_of(repeated, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char text[32] = "";

	must_not_fail(fd, path);
	must_not_fail(read(fd, text, sizeof(text) - 1), path);
	close(fd);
	return strtoull(text, NULL, 10);
}

unsigned long long repeated_reads(const struct repeated *repeated)
{
	return read_number(repeated, "reads");
}

static _Noreturn void run_program(const char *program, const char *log,
				  const char *folder)
{
	execl(program, program, log, folder, (char *)NULL);
	err(EXIT_FAILURE, "%s", program);
}

/* False: the program has ended instead. */
static bool await_mount(const struct repeated *repeated)
{
	const char *path = path_of(repeated, "shift");

	while (access(path, R_OK)) {
		if (waitpid(repeated->pid, NULL, WNOHANG) == repeated->pid)
			return false;
		measure_sleep_until(measure_now() + NAP_NS);
	}
	return true;
}

bool repeated_mount(struct bench *bench, const char *log,
		    struct repeated *repeated)
{
	char program[5000];

	snprintf(program, sizeof(program), "%s/bench/repeated-fs",
		 bench->build);
	if (access(program, X_OK) || access("/dev/fuse", R_OK | W_OK)) {
		results_skip(&bench->results, "logs of any size: no FUSE here");
		return false;
	}
	snprintf(repeated->folder, sizeof(repeated->folder),
		 "%s/posixtrace-bench-XXXXXX", scene_directory());
	if (!mkdtemp(repeated->folder))
		err(EXIT_FAILURE, "%s", repeated->folder);

	repeated->pid = fork();
	must_not_fail(repeated->pid, "fork");
	if (!repeated->pid)
		run_program(program, log, repeated->folder);
	if (!await_mount(repeated)) {
		rmdir(repeated->folder);
		results_skip(&bench->results,
			     "logs of any size: nothing can be mounted here");
		return false;
	}
	repeated->shift_ns = read_number(repeated, "shift");
	return true;
}

void repeated_unmount(struct repeated *repeated)
{
	kill(repeated->pid, SIGTERM);
	waitpid(repeated->pid, NULL, 0);
	rmdir(repeated->folder);
}
