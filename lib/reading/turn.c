/* turn.c - slices are taken one by one, each by the worker that decoded it */
#include "reading/turn.h"

void pxt_turn_init(struct pxt_turn *turn)
{
	pthread_mutex_init(&turn->lock, NULL);
	pthread_cond_init(&turn->moved, NULL);
}

void pxt_turn_fini(struct pxt_turn *turn)
{
	pthread_cond_destroy(&turn->moved);
	pthread_mutex_destroy(&turn->lock);
}

void pxt_turn_begin(struct pxt_turn *turn, uint64_t number,
		    posix_trace_reading_take_np *take, void *argument)
{
	pthread_mutex_lock(&turn->lock);
	turn->next = number;
	turn->has_ended = false;
	turn->take = take;
	turn->argument = argument;
	pthread_mutex_unlock(&turn->lock);
}

void pxt_turn_take(struct pxt_turn *turn, struct pxt_slice *slice)
{
	pthread_mutex_lock(&turn->lock);
	while (turn->next != slice->number)
		pthread_cond_wait(&turn->moved, &turn->lock);
	slice->is_taken = !slice->is_broken && !turn->has_ended;
	slice->err = slice->is_taken && slice->batch.count ?
			     turn->take(&slice->batch, turn->argument) :
			     0;
	turn->has_ended |= slice->err != 0;
	turn->next++;
	pthread_cond_broadcast(&turn->moved);
	pthread_mutex_unlock(&turn->lock);
}
