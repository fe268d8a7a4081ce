/*
 * margins.c - what lines have before and behind the data of their events
 */
#include "view/margins.h"

static size_t add(char *text, size_t len, struct label label, size_t blanks)
{
	memcpy(text + len, label.text, label.len);
	memset(text + len + label.len, ' ', blanks);
	return len + label.len + blanks;
}

bool margin_fill(struct margin *margin, const struct posix_trace_item_np *item,
		 pid_t tid, const struct margin_names *names)
{
	static char blanks[] = "  ", newline[] = "\n";
	size_t len;

	margin->end_len = 0;
	if (names->thread.len + names->thread_blanks + names->event.len +
			    names->event_blanks >
		    sizeof(margin->begin) ||
	    names->place.len + 3 > sizeof(margin->end))
		return false;
	margin->address = item->info.posix_prog_address;
	margin->origin = item->origin;
	margin->pid = item->info.posix_pid;
	margin->tid = tid;
	margin->type = item->info.posix_event_id;
	len = add(margin->begin, 0, names->thread, names->thread_blanks);
	margin->begin_len =
		add(margin->begin, len, names->event, names->event_blanks);
	len = 0;
	if (names->place.len) {
		len = add(margin->end, 0, (struct label){ 2, blanks }, 0);
		len = add(margin->end, len, names->place, 0);
	}
	margin->end_len =
		add(margin->end, len, (struct label){ 1, newline }, 0);
	return true;
}
