/* item.c - events and losses in the form of <trace_np.h> */
#include "model/item.h"

#include <string.h>

#include "base/timespec.h"
#include "model/record.h"

void pxt_item_tell(const struct pxt_event *event,
		   struct posix_trace_event_info *info)
{
	info->posix_event_id = event->type;
	info->posix_pid = (pid_t)event->pid;
	info->posix_prog_address = (void *)(uintptr_t)event->address;
	info->posix_thread_id = (pthread_t)event->thread;
	info->posix_timestamp = pxt_timespec_of(event->time_ns);
	info->posix_truncation_status = event->truncated ?
						POSIX_TRACE_TRUNCATED_RECORD :
						POSIX_TRACE_NOT_TRUNCATED;
}

static void turn_into_loss(const struct pxt_event *event,
			   struct posix_trace_item_np *item)
{
	struct pxt_loss loss;

	memcpy(&loss, event->data, sizeof(loss));
	item->kind = POSIX_TRACE_ITEM_LOSS_NP;
	item->lost = loss.count;
	item->lost_end = item->info.posix_timestamp;
	item->info.posix_timestamp = pxt_timespec_of((int64_t)loss.since_ns);
	item->info.posix_prog_address = NULL;
	item->data = event->why;
	item->data_len = event->why ? strlen(event->why) : 0;
	item->data_offset = 0;
}

/* Members are set one by one: compilers clear a struct of this size by an
 * instruction that takes longer than all of the rest. */
void pxt_item_of(const struct pxt_event *event,
		 struct posix_trace_item_np *item)
{
	item->kind = POSIX_TRACE_ITEM_EVENT_NP;
	item->origin = event->origin;
	item->tid = (pid_t)event->tid;
	pxt_item_tell(event, &item->info);
	item->data = event->data;
	item->data_len = event->len;
	item->lost = 0;
	item->lost_end = (struct timespec){ 0 };
	item->offset = event->offset;
	item->data_offset = event->packed ? 0 : event->offset + PXT_RECORD_HEAD;
	if (event->type == PXT_RECORD_LOSS)
		turn_into_loss(event, item);
}
