/* soak_controller.c - a process that traces others, with several streams */
#include <stdlib.h>

#include "soak.h"
#include "soak_stream.h"

enum { STREAMS = 4 };

static struct soak_stream stream[STREAMS];
static uint32_t own_image; /* 0: it is a controller only */

/* One of the programs that the conductor began, as a rule. */
static uint32_t draw_image(struct soak_board *board, uint64_t *random,
			   uint32_t first_images)
{
	uint32_t images = soak_board_images(board);

	if (own_image && soak_one_in(random, 2))
		return own_image;
	if (!soak_one_in(random, 5))
		images = first_images;
	return images > 1 ? 1 + soak_below(random, images - 1) : 1;
}

static void open_early(struct soak_board *board, uint64_t *random,
		       uint32_t streams, uint32_t first_images)
{
	for (uint32_t i = 0; i < streams; i++)
		if (soak_below(random, 5) < 3)
			soak_stream_open(&stream[i], draw_image(board, random,
								first_images));
}

static void act(struct soak_board *board, uint64_t *random, uint32_t streams,
		uint32_t first_images)
{
	struct soak_stream *one = &stream[soak_below(random, streams)];

	if (one->closed)
		return;
	if (!one->open)
		soak_stream_open(one, draw_image(board, random, first_images));
	else if (soak_one_in(random, 30))
		soak_stream_close(one);
	else
		soak_stream_steer(one);
}

int soak_controller(struct soak_board *board, uint32_t number)
{
	uint64_t random = board->seed + number;
	const uint32_t first_images = soak_board_images(board);
	uint32_t streams;

	soak_random(&random);
	streams = 1 + soak_below(&random, STREAMS);
	for (uint32_t i = 0; i < streams; i++)
		soak_stream_init(&stream[i], board, soak_random(&random),
				 number, i);
	if (soak_one_in(&random, 3))
		own_image = soak_program_begin(board, soak_random(&random));
	open_early(board, &random, streams, first_images);
	atomic_fetch_add(&board->ready, 1);
	while (!board->over) {
		soak_nap(1000 + soak_below(&random, 25000));
		act(board, &random, streams, first_images);
	}
	if (own_image)
		soak_program_end();
	for (uint32_t i = 0; i < streams; i++) {
		if (stream[i].open)
			soak_stream_close(&stream[i]);
		if (stream[i].closed)
			soak_check(&stream[i]);
		soak_stream_fini(&stream[i]);
	}
	return EXIT_SUCCESS;
}
