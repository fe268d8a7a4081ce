/*
 * objects.c - a program whose objects come and go, and knows nothing of tracing
 *
 *	objects FILE OTHER [killed | executes | forks | helps | closes | many]
 *
 * Opens FILE and OTHER in turn, as one number. A thread "worker" and the main
 * one take mutexes: one of the program, "jobs_lock", and one of the heap, where
 * a barrier and another mutex are behind each other, too. In the end it is
 * killed, or executes itself, or has a child that goes on with what the parent
 * made: closes the file, and has OTHER in its place. Or it helps, if somebody
 * traces it: calls the mutex of the heap "pool", and wants no events of FILE.
 * Or it closes FILE and OTHER in ways that name none, and has others in their
 * places. Or it opens 20000 files, one after the other, as one number.
 */
#include <dlfcn.h>
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern pthread_mutex_t jobs_lock;
pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;

static union {
	pthread_mutex_t mutex;
	pthread_barrier_t barrier;
} * place;

static void take(pthread_mutex_t *mutex)
{
	if (pthread_mutex_lock(mutex) || pthread_mutex_unlock(mutex))
		errx(1, "a mutex is none");
}

static void *work(void *arg)
{
	pthread_setname_np(pthread_self(), "worker");
	take(&jobs_lock);
	return arg;
}

static void read_file(const char *name)
{
	const int fd = open(name, O_RDONLY);
	char byte;

	if (fd < 0 || read(fd, &byte, 1) < 0 || close(fd))
		err(1, "%s", name);
}

static void use_place(void)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&place->mutex, &recursive);
	take(&place->mutex);
	pthread_mutex_destroy(&place->mutex);
	pthread_barrier_init(&place->barrier, NULL, 1);
	pthread_barrier_wait(&place->barrier);
	pthread_barrier_destroy(&place->barrier);
	pthread_mutex_init(&place->mutex, NULL);
	take(&place->mutex);
}

static void use_semaphore(void)
{
	sem_t *sem = sem_open("/posixtrace-things", O_CREAT, 0600, 1);

	if (sem == SEM_FAILED)
		err(1, "sem_open");
	sem_wait(sem);
	sem_close(sem);
	sem_unlink("/posixtrace-things");
}

static void go_on_in_child(const char *file, const char *other)
{
	const int fd = open(file, O_RDONLY);
	char byte;
	pid_t pid;

	if (fd < 0)
		err(1, "%s", file);
	pid = fork();
	if (!pid) {
		if (read(fd, &byte, 1) < 0 || close(fd))
			err(1, "%s", file);
		take(&place->mutex);
		read_file(other);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		err(1, "fork");
	if (read(fd, &byte, 1) < 0)
		err(1, "%s", file);
}

struct object; /* struct posix_trace_object_np begins so: */
struct head {
	pid_t pid;
	unsigned long long address;
	const char *kind, *name;
};

static int wants(const struct object *object, void *unwanted)
{
	const struct head *head = (const void *)object;

	return strcmp(head->kind, "fd") || strcmp(head->name, unwanted);
}

/* Nothing of that is there if nobody traces. */
static void help(char *file)
{
	int (*name)(const char *, unsigned long long, const char *) = NULL;
	void (*hook)(int (*)(const struct object *, void *), void *) = NULL;

	*(void **)&name = dlsym(RTLD_DEFAULT, "posix_trace_object_name_np");
	*(void **)&hook = dlsym(RTLD_DEFAULT, "posix_trace_object_hook_np");
	if (!name || !hook)
		return;
	name("mutex", (uintptr_t)&place->mutex, "pool");
	hook(wants, file);
	take(&place->mutex);
	read_file(file);
}

/* Where a file was: something that has no name, for who knows files only. */
static void read_number(int wanted)
{
	const int fd = eventfd(1, 0);
	uint64_t number;

	if (fd != wanted || read(fd, &number, sizeof(number)) < 0)
		err(1, "eventfd");
}

static void close_many(const char *file, const char *other)
{
	const int first = open(file, O_RDONLY), second = open(other, O_RDONLY);
	FILE *said;
	char byte;

	if (first < 0 || second != first + 1 ||
	    close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) ||
	    read(first, &byte, 1) < 0 || close_range((unsigned)first, ~0U, 0))
		err(1, "close_range");
	read_number(first);
	said = popen("echo said", "r");
	if (!said || fileno(said) != second || fgetc(said) != 's' ||
	    pclose(said))
		err(1, "popen");
	read_number(second);
	closefrom(first);
	read_number(first);
}

static void open_many(void)
{
	char name[32], byte;
	int fd;

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof(name), "many-%05d", i);
		fd = open(name, O_RDWR | O_CREAT, 0600);
		if (fd < 0 || read(fd, &byte, 1) < 0 || close(fd) ||
		    unlink(name))
			err(1, "%s", name);
	}
}

int main(int argc, char **argv)
{
	const char *end = argc > 3 ? argv[3] : "";
	pthread_t thread;

	if (argc < 3)
		errx(2, "usage: objects FILE OTHER [killed|executes|forks|"
			"helps|closes|many]");
	place = malloc(sizeof(*place));
	if (!place)
		err(1, NULL);
	if (pthread_create(&thread, NULL, work, NULL) ||
	    pthread_join(thread, NULL))
		errx(1, "no thread");
	read_file(argv[1]);
	read_file(argv[2]);
	use_place();
	use_semaphore();
	if (!strcmp(end, "killed"))
		raise(SIGKILL);
	if (!strcmp(end, "executes")) {
		if (open(argv[1], O_RDONLY) < 0)
			err(1, "%s", argv[1]);
		execl(argv[0], argv[0], argv[2], argv[1], NULL);
		err(1, "%s", argv[0]);
	}
	if (!strcmp(end, "forks"))
		go_on_in_child(argv[1], argv[2]);
	if (!strcmp(end, "helps"))
		help(argv[1]);
	if (!strcmp(end, "closes"))
		close_many(argv[1], argv[2]);
	if (!strcmp(end, "many"))
		open_many();
	return 0;
}
