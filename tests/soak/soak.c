/*
 * soak.c - the conductor: scene after scene, for as long as is asked
 *
 *	soak [-t SECONDS] [-j JOBS] [-s SEED] [-n SCENE] [-d DIRECTORY]
 *
 * -n: that scene alone, again and again if there is a time. -j: so many scenes
 * side by side. What a scene does follows from seed and number; what comes of
 * it, from the scheduler, too. Logs are written to the directory, and remain
 * there if something is wrong with them. The status is 1 if anything was.
 */
#include "soak.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	PROGRAMS = 4,
	CONTROLLERS = 2,
	TICK_MS = 5,
	PATIENCE_S = 90, /* for a scene */
};

struct scene {
	struct soak_board *board;
	uint64_t random;
	uint32_t programs, controllers;
	pid_t program[PROGRAMS], controller[CONTROLLERS]; /* 0: reaped */
	int alive; /* its other end is open as long as any program lives */
	int64_t end;
	bool deadly;
};

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

/* Processes */

/* A child that does not outlive its parent: a job, a program, a controller. */
static pid_t begin_child(void)
{
	const pid_t parent = getpid();
	const pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	return 0;
}

static _Noreturn void execute(const struct soak_board *board, uint32_t image)
{
	char fd[16], number[16];

	snprintf(fd, sizeof(fd), "%d", board->fd);
	snprintf(number, sizeof(number), "%u", image);
	execl("/proc/self/exe", "soak", "--program", fd, number, NULL);
	_exit(127);
}

static pid_t begin_program(struct scene *scene)
{
	struct soak_board *board = scene->board;
	const bool copy = soak_one_in(&scene->random, 2);
	const uint32_t image = soak_board_image(board, 0, SOAK_BY_CONDUCTOR);
	const pid_t pid = begin_child();

	if (!pid && copy)
		soak_program(board, image);
	if (!pid)
		execute(board, image);
	board->image[image].pid = pid;
	return pid;
}

static pid_t begin_controller(const struct scene *scene, uint32_t number)
{
	const pid_t pid = begin_child();

	if (!pid)
		exit(soak_controller(scene->board, number));
	return pid;
}

static void begin(struct scene *scene)
{
	int alive[2];

	if (pipe(alive))
		die("pipe");
	fcntl(alive[0], F_SETFD, FD_CLOEXEC);
	for (uint32_t i = 0; i < scene->programs; i++)
		scene->program[i] = begin_program(scene);
	close(alive[1]);
	for (uint32_t i = 0; i < scene->controllers; i++)
		scene->controller[i] = begin_controller(scene, i);
	scene->alive = alive[0];
}

/* Programs come to an end as they like; a controller does in order. */
static void note_end(struct scene *scene, pid_t pid, int status)
{
	for (uint32_t i = 0; i < scene->programs; i++)
		if (scene->program[i] == pid)
			scene->program[i] = 0;
	for (uint32_t i = 0; i < scene->controllers; i++) {
		if (scene->controller[i] != pid)
			continue;
		scene->controller[i] = 0;
		if (!status)
			continue;
		fprintf(stderr, "MISS scene %u: controller %u ended with %x\n",
			scene->board->scene, i, (unsigned)status);
		atomic_fetch_add(&scene->board->totals.misses, 1);
	}
}

static void reap(struct scene *scene)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		note_end(scene, pid, status);
}

static bool is_controlled(const struct scene *scene)
{
	for (uint32_t i = 0; i < scene->controllers; i++)
		if (scene->controller[i])
			return true;
	return false;
}

static void kill_one(struct scene *scene)
{
	const pid_t pid =
		scene->program[soak_below(&scene->random, scene->programs)];

	if (pid && !kill(pid, SIGKILL))
		atomic_fetch_add(&scene->board->totals.kills, 1);
}

static void give_up(struct scene *scene)
{
	struct soak_board *board = scene->board;

	fprintf(stderr, "MISS scene %u: it does not end\n", board->scene);
	for (uint32_t i = 1; i < soak_board_images(board); i++)
		if (board->image[i].pid > 0)
			kill(board->image[i].pid, SIGKILL);
	for (uint32_t i = 0; i < scene->controllers; i++)
		if (scene->controller[i] &&
		    !kill(scene->controller[i], SIGABRT))
			waitpid(scene->controller[i], NULL, 0);
	exit(EXIT_FAILURE);
}

static void tick(struct scene *scene)
{
	struct pollfd alive = { .fd = scene->alive };

	if (scene->board->over)
		soak_nap(TICK_MS * 1000);
	else if (poll(&alive, 1, TICK_MS) > 0)
		scene->board->over = true;
	reap(scene);
	if (soak_now() > scene->end)
		give_up(scene);
}

static void conduct(struct scene *scene)
{
	struct soak_board *board = scene->board;

	while (board->ready < scene->controllers && is_controlled(scene))
		tick(scene);
	board->go = true;
	while (is_controlled(scene)) {
		tick(scene);
		if (scene->deadly && soak_one_in(&scene->random, 60))
			kill_one(scene);
	}
	close(scene->alive);
}

/* Scenes */

static uint64_t scene_seed(uint64_t seed, uint32_t number)
{
	uint64_t state = seed * UINT64_C(0x100000001b3) + number;

	return soak_random(&state);
}

static void draw(struct scene *scene)
{
	scene->programs = 1 + soak_below(&scene->random, PROGRAMS);
	scene->controllers = 1 + soak_below(&scene->random, CONTROLLERS);
	scene->deadly = soak_one_in(&scene->random, 2);
	scene->board->life_ms = 50 + soak_below(&scene->random, 500);
	scene->board->images =
		scene->programs + 1 + soak_below(&scene->random, 24);
	scene->board->pace_us = 4000 + soak_below(&scene->random, 16000);
	scene->end = soak_now() + PATIENCE_S * INT64_C(1000000000);
}

static void add(struct soak_totals *sum, const struct soak_board *board)
{
	const struct soak_totals *totals = &board->totals;

	for (uint32_t i = 1; i < SOAK_LANES; i++)
		sum->events += board->lane[i].done;
	sum->scenes++;
	sum->programs += totals->programs;
	sum->threads += totals->threads;
	sum->streams += totals->streams;
	sum->kills += totals->kills;
	sum->delivered += totals->delivered;
	sum->lost += totals->lost;
	sum->overwritten += totals->overwritten;
	sum->misses += totals->misses;
	sum->strained += totals->strained;
}

static void play(uint64_t seed, uint32_t number, const char *directory,
		 struct soak_totals *sum)
{
	struct scene scene = { .board = soak_board_create() };

	if (!scene.board)
		die("memory");
	scene.board->seed = scene_seed(seed, number);
	scene.board->scene = number;
	scene.random = scene.board->seed;
	snprintf(scene.board->directory, sizeof(scene.board->directory), "%s",
		 directory);
	draw(&scene);
	begin(&scene);
	conduct(&scene);
	add(sum, scene.board);
	if (scene.board->totals.misses)
		fprintf(stderr, "to repeat: soak -s %llu -n %u\n",
			(unsigned long long)seed, number);
	soak_board_close(scene.board);
}

static void report(const struct soak_totals *sum)
{
	printf("%llu scenes, %llu programs, %llu threads, %llu streams, "
	       "%llu events, %llu delivered, %llu lost, %llu overwritten, "
	       "%llu kills, %llu strained, %llu misses\n",
	       (unsigned long long)sum->scenes,
	       (unsigned long long)sum->programs,
	       (unsigned long long)sum->threads,
	       (unsigned long long)sum->streams,
	       (unsigned long long)sum->events,
	       (unsigned long long)sum->delivered,
	       (unsigned long long)sum->lost,
	       (unsigned long long)sum->overwritten,
	       (unsigned long long)sum->kills,
	       (unsigned long long)sum->strained,
	       (unsigned long long)sum->misses);
}

static int be_program(char **argv)
{
	struct soak_board *board = soak_board_open(atoi(argv[2]));

	if (!board)
		die("memory");
	soak_program(board, (uint32_t)atoi(argv[3]));
}

struct plan {
	uint64_t seed;
	const char *directory;
	uint32_t jobs;
	long only; /* scene; -1: all */
	int64_t end;
};

/* Each job plays scenes of its own. */
static void do_job(const struct plan *plan, uint32_t job,
		   struct soak_totals *sum)
{
	uint32_t number = plan->only >= 0 ? (uint32_t)plan->only : job;

	/* Whose parents have died are ours to bury. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	do {
		play(plan->seed, number, plan->directory, sum);
		if (plan->only < 0)
			number += plan->jobs;
	} while (soak_now() < plan->end);
}

static pid_t begin_job(const struct plan *plan, uint32_t job,
		       struct soak_totals *sum)
{
	const pid_t pid = begin_child();

	if (pid)
		return pid;
	do_job(plan, job, sum);
	exit(EXIT_SUCCESS);
}

static void do_jobs(const struct plan *plan, struct soak_totals *sum)
{
	for (uint32_t i = 0; i < plan->jobs; i++)
		begin_job(plan, i, sum);
	for (uint32_t i = 0; i < plan->jobs; i++) {
		int status;

		if (wait(&status) < 0 || status)
			atomic_fetch_add(&sum->misses, 1);
	}
}

static void parse(int argc, char **argv, struct plan *plan)
{
	int64_t seconds = 0;
	int option;

	while ((option = getopt(argc, argv, "d:j:n:s:t:")) != -1) {
		if (option == 'd')
			plan->directory = optarg;
		else if (option == 'j')
			plan->jobs = (uint32_t)strtoul(optarg, NULL, 10);
		else if (option == 'n')
			plan->only = strtol(optarg, NULL, 10);
		else if (option == 's')
			plan->seed = strtoull(optarg, NULL, 10);
		else if (option == 't')
			seconds = strtol(optarg, NULL, 10);
		else
			exit(EXIT_FAILURE);
	}
	plan->end = soak_now() + seconds * INT64_C(1000000000);
}

int main(int argc, char **argv)
{
	struct plan plan = {
		.seed = (uint64_t)time(NULL),
		.directory = ".",
		.jobs = 1,
		.only = -1,
	};
	struct soak_totals *sum;

	if (argc == 4 && !strcmp(argv[1], "--program"))
		return be_program(argv);
	parse(argc, argv, &plan);
	sum = mmap(NULL, sizeof(*sum), PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (sum == MAP_FAILED)
		die("memory");
	printf("seed %llu\n", (unsigned long long)plan.seed);
	fflush(stdout);
	do_jobs(&plan, sum);
	report(sum);
	return sum->misses ? EXIT_FAILURE : EXIT_SUCCESS;
}
