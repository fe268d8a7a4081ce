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

void pxt_item_of(const struct pxt_event *event,
		 struct posix_trace_item_np *item)
{
	*item = (struct posix_trace_item_np){
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.origin = event->origin,
		.tid = (pid_t)event->tid,
		.data = event->data,
		.data_len = event->len,
		.offset = event->offset,
		.data_offset =
			event->packed ? 0 : event->offset + PXT_RECORD_HEAD,
	};
	pxt_item_tell(event, &item->info);
	if (event->type == PXT_RECORD_LOSS)
		turn_into_loss(event, item);
}
