/* turn.c - slices are taken one by one, each by the worker that decoded it */
#include "reading/turn.h"

void pxt_turn_init(struct pxt_turn *turn)
{
	pxt_passage_init(&turn->passage);
}

void pxt_turn_fini(struct pxt_turn *turn)
{
	pxt_passage_fini(&turn->passage);
}

void pxt_turn_begin(struct pxt_turn *turn, uint64_t number,
		    posix_trace_reading_take_np *take, void *argument)
{
	pxt_passage_begin(&turn->passage, number);
	turn->has_ended = false;
	turn->take = take;
	turn->argument = argument;
	pthread_mutex_unlock(&turn->passage.lock);
}

void pxt_turn_take(struct pxt_turn *turn, struct pxt_slice *slice)
{
	pxt_passage_enter(&turn->passage, slice->number);
	slice->is_taken = !slice->is_broken && !turn->has_ended;
	slice->err = slice->is_taken && slice->batch.count ?
			     turn->take(&slice->batch, turn->argument) :
			     0;
	turn->has_ended |= slice->err != 0;
	pxt_passage_leave(&turn->passage);
}
