/*
 * soak_program.c - a program that is traced: it records, and lives a wild life
 *
 * Its first thread makes threads, children and signals, and in the end leaves
 * by one of the ways there are, as a rule while its threads record. Each
 * thread records in bursts. So do the handlers of signals, which interrupt
 * threads, and each other, anywhere.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <trace.h>
#include <unistd.h>

#include "sanitizers.h"
#include "soak.h"
#include "soak_plan.h"

enum {
	WORKERS = 6,
	CHILDREN = 6,
	GENERATIONS = 3,
	/* Less than what a reader waits for a thread that does not run. */
	STALL_NS = 800000000,
	NS_PER_MS = 1000000,
};

struct worker {
	bool used;
	pthread_t id;
	uint32_t lanes; /* the first one; 0: it may not record */
	uint64_t random;
	int64_t until;
};

static struct soak_board *board;
static uint32_t self_number;
static struct soak_image *self;
static trace_event_id_t type[SOAK_TYPES], brief_type[SOAK_BRIEFS];
static bool has_briefs;
static bool is_copy; /* by fork(), and has not executed a program since */

static _Atomic bool leaving; /* all threads */
static struct worker worker[WORKERS];
static pid_t child[CHILDREN];

static __thread struct worker *me;
static __thread volatile uint32_t depth;

/* Recording */

/* A type that no other event of the process has. */
static bool take_brief(uint32_t lane, uint32_t number, uint32_t *brief)
{
	if (!has_briefs || self->briefs >= SOAK_BRIEFS)
		return false;
	*brief = atomic_fetch_add(&self->briefs, 1);
	if (*brief >= SOAK_BRIEFS)
		return false;
	self->brief[*brief].lane = lane;
	self->brief[*brief].number = number;
	return true;
}

static void record(uint32_t lane, uint32_t number)
{
	uint8_t data[SOAK_DATA_MAX];
	struct soak_plan plan;
	uint32_t brief;
	int64_t begin;

	soak_plan_get(board->scene, lane, number, &plan);
	begin = soak_now();
	if (plan.may_be_brief && take_brief(lane, number, &brief)) {
		soak_plan_fill(&plan, true, data);
		posix_trace_event(brief_type[brief], data, plan.brief_len);
	} else {
		soak_plan_fill(&plan, false, data);
		posix_trace_event(type[plan.type], data, plan.len);
	}
	if (soak_now() - begin > STALL_NS)
		atomic_fetch_add(&board->stalls, 1);
}

/* The next event of a lane; false: not now. Of this and soak_pause() one sees
 * the other. */
static bool go_on(uint32_t number_of_lane)
{
	struct soak_lane *lane = &board->lane[number_of_lane];
	const uint32_t number =
		atomic_load_explicit(&lane->begun, memory_order_relaxed) + 1;

	if (number >= SOAK_LANE_MAX)
		return false;
	atomic_store(&lane->begun, number);
	if (atomic_load(&board->pausing)) {
		atomic_store(&lane->begun, number - 1);
		return false;
	}
	record(number_of_lane, number);
	atomic_store(&lane->done, number);
	return true;
}

static void burst(struct worker *worker_)
{
	static const uint32_t longest[] = { 30, 30,  30,  30,  30,
					    30, 300, 300, 300, 3000 };
	uint32_t count =
		1 + soak_below(&worker_->random,
			       longest[soak_below(&worker_->random, 10)]);

	while (count-- && go_on(worker_->lanes))
		;
}

static void on_signal(int number)
{
	const int saved_errno = errno;
	const uint32_t level = depth + 1;

	(void)number;
	if (!me || !me->lanes || level >= SOAK_LEVELS)
		return;
	depth = level;
	for (uint32_t i = 0; i < 3; i++)
		go_on(me->lanes + level);
	depth = level - 1;
	errno = saved_errno;
}

/* Threads */

static void be(struct worker *worker_)
{
	worker_->lanes = soak_board_lanes(board, self_number);
	for (uint32_t i = 0; worker_->lanes && i < SOAK_LEVELS; i++) {
		board->lane[worker_->lanes + i].tid = gettid();
		board->lane[worker_->lanes + i].thread =
			(uint64_t)pthread_self();
	}
	depth = 0;
	me = worker_;
}

static void *work(void *argument)
{
	struct worker *worker_ = argument;

	be(worker_);
	while (worker_->lanes && !leaving && soak_now() < worker_->until) {
		burst(worker_);
		soak_nap(soak_below(&worker_->random, board->pace_us));
		if (soak_one_in(&worker_->random, 40))
			raise(SIGUSR1);
	}
	return NULL;
}

/* A copy of a program with threads may find the memory of the address checker
 * locked by one of them, for ever; a new thread takes some. */
static void start_thread(void)
{
	const uint32_t i = 1 + soak_below(&me->random, WORKERS - 1);

	if (worker[i].used || (CHECKS_ADDRESSES && is_copy))
		return;
	worker[i] = (struct worker){
		.random = soak_random(&me->random),
		.until = soak_now() +
			 soak_below(&me->random, 300) * INT64_C(1000000),
	};
	worker[i].used = !pthread_create(&worker[i].id, NULL, work, &worker[i]);
}

static void join_thread(uint32_t i)
{
	if (worker[i].used)
		pthread_join(worker[i].id, NULL);
	worker[i].used = false;
}

static void join_all(void)
{
	for (uint32_t i = 1; i < WORKERS; i++)
		join_thread(i);
}

static void signal_thread(void)
{
	const uint32_t i = soak_below(&me->random, WORKERS);

	if (worker[i].used)
		pthread_kill(worker[i].id,
			     soak_one_in(&me->random, 2) ? SIGUSR1 : SIGALRM);
}

/* Signals that come by themselves, until told otherwise. */
static void ring(uint32_t us)
{
	const struct itimerval timer = {
		.it_value.tv_usec = us,
		.it_interval.tv_usec = us,
	};

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void block_signals(bool block)
{
	sigset_t set;

	sigfillset(&set);
	pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Children */

static _Noreturn void live_and_die(void);

static void remember(pid_t pid)
{
	for (uint32_t i = 0; i < CHILDREN; i++)
		if (!child[i]) {
			child[i] = pid;
			return;
		}
}

static bool may_have_children(void)
{
	return self->generation < GENERATIONS &&
	       atomic_load(&board->next_image) < board->images;
}

static void be_copy(uint32_t image)
{
	const uint64_t random = me->random ^ image;

	self_number = image;
	self = &board->image[image];
	self->birth_end = soak_now();
	self->pid = getpid();
	memset(worker, 0, sizeof(worker));
	memset(child, 0, sizeof(child));
	worker[0].random = random;
	has_briefs = true;
	is_copy = true;
	be(&worker[0]);
	self->up = true;
	block_signals(false);
	live_and_die();
}

/* Nothing interrupts what is between two lives. A race detector does not let
 * copies of a program with threads have threads. */
static void make_copy(void)
{
	const uint32_t image =
		FINDS_RACES ?
			0 :
			soak_board_image(board, self_number, SOAK_BY_FORK);
	pid_t pid;

	if (!image)
		return;
	block_signals(true);
	pid = fork();
	if (!pid)
		be_copy(image);
	block_signals(false);
	if (pid > 0)
		remember(pid);
}

static void arguments(uint32_t image, char text[2][16], const char *argv[5])
{
	snprintf(text[0], 16, "%d", board->fd);
	snprintf(text[1], 16, "%u", image);
	argv[0] = "soak";
	argv[1] = "--program";
	argv[2] = text[0];
	argv[3] = text[1];
	argv[4] = NULL;
}

static const char program[] = "/proc/self/exe";

static void spawn(bool by_vfork)
{
	const uint32_t image =
		soak_board_image(board, self_number, SOAK_BY_SPAWN);
	const char *argv[5];
	char text[2][16];
	pid_t pid = -1;

	if (!image)
		return;
	arguments(image, text, argv);
	block_signals(true);
	if (by_vfork) {
		pid = vfork();
		if (!pid) {
			execv(program, (char **)(uintptr_t)argv);
			_exit(127);
		}
	} else if (posix_spawn(&pid, program, NULL, NULL,
			       (char **)(uintptr_t)argv, environ)) {
		pid = -1;
	}
	board->image[image].birth_end = soak_now();
	block_signals(false);
	if (pid > 0)
		remember(pid);
}

static void be_replaced(void)
{
	const uint32_t image =
		soak_board_image(board, self_number, SOAK_BY_EXEC);
	const char *argv[5];
	char text[2][16];

	if (!image)
		_exit(EXIT_SUCCESS);
	arguments(image, text, argv);
	block_signals(true);
	ring(0);
	execv(program, (char **)(uintptr_t)argv);
	_exit(EXIT_FAILURE);
}

static void kill_child(void)
{
	const uint32_t i = soak_below(&me->random, CHILDREN);

	if (child[i] && !kill(child[i], SIGKILL))
		atomic_fetch_add(&board->totals.kills, 1);
}

static void reap(void)
{
	for (uint32_t i = 0; i < CHILDREN; i++)
		if (child[i] && waitpid(child[i], NULL, WNOHANG) == child[i])
			child[i] = 0;
}

/* A life */

static void act(void)
{
	const bool fertile = may_have_children();

	switch (soak_below(&me->random, 40)) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
		start_thread();
		break;
	case 5:
	case 6:
		join_thread(1 + soak_below(&me->random, WORKERS - 1));
		break;
	case 7:
		if (fertile)
			make_copy();
		break;
	case 8:
		if (fertile)
			spawn(soak_one_in(&me->random, 2));
		break;
	case 9:
		if (soak_one_in(&me->random, 2))
			kill_child();
		break;
	case 10:
	case 11:
	case 12:
		signal_thread();
		break;
	default:
		burst(me);
		soak_nap(soak_below(&me->random, board->pace_us));
	}
	reap();
}

/* Whoever watches for leaks at the end of a process may wait for ever for
 * threads that only the parent of a copy had. */
static _Noreturn void leave(void)
{
	while (SANITIZED && self->birth == SOAK_BY_FORK)
		syscall(SYS_exit_group, EXIT_SUCCESS);
	exit(EXIT_SUCCESS);
}

static _Noreturn void die(void)
{
	switch (soak_below(&me->random, 6)) {
	case 0:
		join_all();
		leave();
	case 1:
		leave();
	case 2:
		atomic_fetch_add(&board->totals.kills, 1);
		kill(getpid(), SIGKILL);
		break;
	case 3:
	case 4:
		if (may_have_children())
			be_replaced();
		break;
	default:
		break;
	}
	_exit(EXIT_SUCCESS);
}

static _Noreturn void live_and_die(void)
{
	const int64_t end =
		soak_now() +
		(int64_t)(20 + soak_below(&me->random, board->life_ms)) *
			NS_PER_MS;

	/* The first thread is a worker like others, but for its tasks. */
	me->used = true;
	me->id = pthread_self();
	if (!me->lanes)
		_exit(EXIT_SUCCESS);
	if (soak_one_in(&me->random, 2))
		ring(1000 + soak_below(&me->random, 20000));
	while (soak_now() < end)
		act();
	die();
}

/* A birth */

static void open_types(void)
{
	char name[32];

	for (uint32_t i = 0; i < SOAK_TYPES; i++) {
		soak_plan_name(i, name);
		posix_trace_eventid_open(name, &type[i]);
	}
	for (uint32_t i = 0; i < SOAK_BRIEFS; i++) {
		soak_plan_brief_name(i, name);
		posix_trace_eventid_open(name, &brief_type[i]);
	}
}

static void handle_signals(void)
{
	struct sigaction action = {
		.sa_handler = on_signal,
		.sa_flags = SA_RESTART,
	};

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	block_signals(false);
}

/* What is told of a process that executes goes on with the next image. */
static void tell_birth(void)
{
	struct soak_image *parent = &board->image[self->parent];

	if (self->birth == SOAK_BY_EXEC)
		parent->replaced = true;
	else if (self->birth == SOAK_BY_SPAWN)
		self->orphan = getppid() != parent->pid;
	self->pid = getpid();
}

_Noreturn void soak_program(struct soak_board *board_, uint32_t image)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	board = board_;
	self_number = image;
	self = &board->image[image];
	tell_birth();
	has_briefs = self->birth != SOAK_BY_EXEC;
	worker[0].random = board->seed ^ image * UINT64_C(0x9e3779b97f4a7c15);
	open_types();
	be(&worker[0]);
	handle_signals();
	self->up = true;
	while (!self->generation && !board->go)
		soak_nap(200);
	live_and_die();
}

/* As a guest */

uint32_t soak_program_begin(struct soak_board *board_, uint64_t random)
{
	const uint32_t image = soak_board_image(board_, 0, SOAK_BY_CONDUCTOR);

	if (!image)
		return 0;
	board = board_;
	self_number = image;
	self = &board->image[image];
	self->pid = getpid();
	has_briefs = true;
	open_types();
	handle_signals();
	for (uint32_t i = 1; i < WORKERS; i++) {
		worker[i] = (struct worker){
			.random = soak_random(&random),
			.until = INT64_MAX,
		};
		worker[i].used =
			!pthread_create(&worker[i].id, NULL, work, &worker[i]);
		if (soak_one_in(&random, 3))
			break;
	}
	self->up = true;
	return image;
}

void soak_program_end(void)
{
	leaving = true;
	join_all();
}
