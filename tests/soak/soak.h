/*
 * soak.h - many programs under many streams, and every event accounted for
 *
 * A scene is one conductor, some programs and some controllers. Programs are
 * processes that record events from threads and signal handlers, fork, spawn,
 * exec and die. Controllers trace them, and check what they get. All of them
 * share a board, which is our own memory and not the library's: programs
 * write there how far they are, before and after each event.
 *
 * A lane is where events are numbered 1, 2, 3 ...: one thread of one program
 * at one depth of nested signal handlers. What the event of a lane and a number
 * looks like is known beforehand (soak_plan.h), so that nothing but the number
 * has to be remembered of it. An image is one program in one process: a
 * process that executes another program goes on as another image.
 */
#ifndef TESTS_SOAK_H
#define TESTS_SOAK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	SOAK_LANES = 1536,
	SOAK_IMAGES = 96,
	SOAK_LEVELS = 3, /* lanes of a thread */
	SOAK_BRIEFS = 64,
	SOAK_LANE_MAX = 1 << 20, /* events */
};

enum soak_birth {
	SOAK_BY_CONDUCTOR,
	SOAK_BY_FORK,
	SOAK_BY_SPAWN,
	SOAK_BY_EXEC
};

struct soak_lane {
	/* The last event that was begun, and the last one that was done: the
	 * same, but while one is being recorded. */
	_Atomic uint32_t begun, done;
	_Atomic uint32_t image;
	uint32_t level;
	pid_t tid;
	uint64_t thread; /* pthread_t */
};

/* Which event a brief one was: it has no room to say so. */
struct soak_brief {
	_Atomic uint32_t lane, number;
};

/* Times are of CLOCK_MONOTONIC, in nanoseconds; 0: not known. */
struct soak_image {
	_Atomic pid_t pid;
	uint32_t parent; /* the image that made it; of exec, the one before */
	uint32_t birth;
	uint32_t generation;
	/* fork() is over when it has returned in the child. */
	_Atomic int64_t birth_begin, birth_end;
	_Atomic bool up;       /* it runs, and has names for its events */
	_Atomic bool orphan;   /* its parent died before it was up */
	_Atomic bool replaced; /* by exec */
	_Atomic uint32_t briefs;
	struct soak_brief brief[SOAK_BRIEFS];
};

/* What is told at the end, of one scene or of all. */
struct soak_totals {
	_Atomic uint64_t scenes, programs, threads, streams, events, kills;
	_Atomic uint64_t delivered, lost, overwritten, misses, strained;
};

struct soak_board {
	uint64_t seed; /* of the scene */
	uint32_t scene;
	uint32_t life_ms;
	uint32_t images;	/* that there may be */
	uint32_t pace_us;	/* naps between bursts, at most */
	char directory[200];	/* of logs */
	int fd;			/* of the board, for programs that execute */
	_Atomic bool go;	/* programs may begin */
	_Atomic bool over;	/* all of them have ended */
	_Atomic uint32_t ready; /* controllers */
	_Atomic uint32_t pausing;
	_Atomic uint32_t stalls; /* events that took too long, see strained */
	_Atomic uint32_t next_lane, next_image;
	struct soak_totals totals;
	struct soak_image image[SOAK_IMAGES];
	struct soak_lane lane[SOAK_LANES];
};

/* soak_board.c */

struct soak_board *soak_board_create(void);
struct soak_board *soak_board_open(int fd);
void soak_board_close(struct soak_board *board);

int64_t soak_now(void);
void soak_nap(uint64_t us);

/* A new image, or lanes for a new thread; 0: there are no more. */
uint32_t soak_board_image(struct soak_board *board, uint32_t parent,
			  enum soak_birth birth);
uint32_t soak_board_lanes(struct soak_board *board, uint32_t image);

uint32_t soak_board_images(const struct soak_board *board);

/* Let no thread begin an event until soak_resume(), and wait until none is in
 * the middle of one, or for a while: who asks compares marks all the same. */
void soak_pause(struct soak_board *board);
void soak_resume(struct soak_board *board);

/* How far each lane is, by what was done or begun. mark: SOAK_LANES. */
void soak_mark_done(const struct soak_board *board, uint32_t *mark);
void soak_mark_begun(const struct soak_board *board, uint32_t *mark);

/* Random numbers from a seed. */
uint64_t soak_random(uint64_t *state);
uint32_t soak_below(uint64_t *state, uint32_t limit);
static inline bool soak_one_in(uint64_t *state, uint32_t n)
{
	return !soak_below(state, n);
}

/* soak_program.c */

/* Be that image; does not return. */
_Noreturn void soak_program(struct soak_board *board, uint32_t image);

/* Be a new image besides what the process is otherwise, with some threads that
 * record until that ends; 0: there is none left. */
uint32_t soak_program_begin(struct soak_board *board, uint64_t random);
void soak_program_end(void);

/* soak_controller.c */

/* Be a controller; its exit status. */
int soak_controller(struct soak_board *board, uint32_t number);

#endif
