/* soak_board.c - memory that all of a scene share */
#include "soak.h"

#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { NS_PER_S = 1000000000, PAUSE_MS = 100 };

struct soak_board *soak_board_open(int fd)
{
	void *memory = mmap(NULL, sizeof(struct soak_board),
			    PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

struct soak_board *soak_board_create(void)
{
	struct soak_board *board = NULL;
	const int fd = memfd_create("soak", 0);

	if (fd < 0)
		return NULL;
	if (!ftruncate(fd, sizeof(*board)))
		board = soak_board_open(fd);
	if (!board) {
		close(fd);
		return NULL;
	}
	board->fd = fd;
	/* So that no lane and no image has the number 0. */
	board->next_lane = 1;
	board->next_image = 1;
	return board;
}

void soak_board_close(struct soak_board *board)
{
	close(board->fd);
	munmap(board, sizeof(*board));
}

int64_t soak_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

void soak_nap(uint64_t us)
{
	const struct timespec time = {
		.tv_sec = (time_t)(us / 1000000),
		.tv_nsec = (long)(us % 1000000 * 1000),
	};

	nanosleep(&time, NULL);
}

uint32_t soak_board_image(struct soak_board *board, uint32_t parent,
			  enum soak_birth birth)
{
	const uint32_t number = atomic_fetch_add(&board->next_image, 1);
	struct soak_image *image = &board->image[number];

	if (number >= SOAK_IMAGES)
		return 0;
	image->parent = parent;
	image->birth = birth;
	image->generation = parent ? board->image[parent].generation + 1 : 0;
	image->birth_begin = soak_now();
	atomic_fetch_add(&board->totals.programs, 1);
	return number;
}

uint32_t soak_board_lanes(struct soak_board *board, uint32_t image)
{
	const uint32_t lane = atomic_fetch_add(&board->next_lane, SOAK_LEVELS);

	if (lane + SOAK_LEVELS > SOAK_LANES)
		return 0;
	for (uint32_t level = 0; level < SOAK_LEVELS; level++) {
		board->lane[lane + level].level = level;
		board->lane[lane + level].image = image;
	}
	atomic_fetch_add(&board->totals.threads, 1);
	return lane;
}

uint32_t soak_board_images(const struct soak_board *board)
{
	const uint32_t images = atomic_load(&board->next_image);

	return images < SOAK_IMAGES ? images : SOAK_IMAGES;
}

static bool is_gone(const struct soak_image *image)
{
	return image->replaced || (image->pid && kill(image->pid, 0));
}

static bool is_quiet(const struct soak_board *board)
{
	for (uint32_t i = 1; i < SOAK_LANES; i++) {
		const struct soak_lane *lane = &board->lane[i];

		if (atomic_load(&lane->begun) != atomic_load(&lane->done) &&
		    !is_gone(&board->image[lane->image]))
			return false;
	}
	return true;
}

void soak_pause(struct soak_board *board)
{
	const int64_t end = soak_now() + PAUSE_MS * INT64_C(1000000);

	atomic_fetch_add(&board->pausing, 1);
	while (!is_quiet(board) && soak_now() < end)
		soak_nap(100);
}

void soak_resume(struct soak_board *board)
{
	atomic_fetch_sub(&board->pausing, 1);
}

void soak_mark_done(const struct soak_board *board, uint32_t *mark)
{
	for (uint32_t i = 0; i < SOAK_LANES; i++)
		mark[i] = atomic_load(&board->lane[i].done);
}

void soak_mark_begun(const struct soak_board *board, uint32_t *mark)
{
	for (uint32_t i = 0; i < SOAK_LANES; i++)
		mark[i] = atomic_load(&board->lane[i].begun);
}

uint64_t soak_random(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint32_t soak_below(uint64_t *state, uint32_t limit)
{
	return (uint32_t)(soak_random(state) >> 32) % limit;
}
