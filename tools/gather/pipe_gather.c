/*
 * pipe_gather.c - sections of logs that come through a pipe
 *
 * A section that cannot be stored stops its log: what follows is dropped until
 * the sender asks, gets the error, and opens the log anew.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "common/command.h"
#include "common/out.h"
#include "common/talk.h"
#include "common/text.h"
#include "gather/log_folder.h"
#include "gather/pipe_gather.h"
#include "gather/section_check.h"
#include "ship/frame.h"
#include "ship/gap_chunk.h"
#include "source/follow.h"

enum { LOGS_MOST = 1 << 16, MOMENT_MS = 1000 };

struct piped_log {
	struct fleet_subject name;
	struct store *store; /* NULL: not open */
	struct store_state state;
	uint64_t last;
	bool appends; /* numbers that are missing were damaged */
	int err;      /* for which it stopped */
	struct gather_totals pending;
};

struct pipe {
	struct gatherer *gatherer;
	struct piped_log *logs; /* indexed by number */
	size_t room;
	unsigned char *bytes;
	size_t bytes_room;
};

/* ENODATA: the end; EBADMSG: the end in the middle of it. */
static int take(struct pipe *pipe, void *data, size_t len)
{
	size_t done = 0;
	ssize_t n;

	while (done < len) {
		if (!follow_pause_on(STDIN_FILENO, POLLIN, MOMENT_MS)) {
			gatherer_report(pipe->gatherer);
			if (!follow_is_wanted())
				return EINTR;
			continue;
		}
		n = read(STDIN_FILENO, (char *)data + done, len - done);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return errno;
		if (!n)
			return done ? EBADMSG : ENODATA;
		done += (size_t)n;
	}
	return 0;
}

static int answer(const struct frame *frame, const char *text)
{
	char head[FRAME_HEAD];
	int err;

	frame_put((unsigned char *)head, frame);
	err = out_whole(STDOUT_FILENO, head, sizeof(head));
	return err || !frame->len ? err :
				    out_whole(STDOUT_FILENO, text, frame->len);
}

static int answer_error(const struct frame *asked, int err, const char *text)
{
	const struct frame frame = {
		.type = FRAME_ERROR,
		.log = asked->log,
		.len = strlen(text),
		.number = frame_error_of(err),
	};

	return answer(&frame, text);
}

static void refuse(struct pipe *pipe, const struct piped_log *log,
		   const struct frame *frame, const char *why)
{
	talk("%s/%s: section %" PRIu64 " is not sound: %s", log->name.host,
	     log->name.program, frame->number, why);
	pipe->gatherer->totals.refused++;
}

static void close_log(struct piped_log *log)
{
	if (log->store)
		log->store->class->close(log->store);
	*log = (struct piped_log){ .err = 0 };
}

/* The sender compares it with the checksum of its own last section. */
static uint64_t sum_of_last(const struct piped_log *log)
{
	uint32_t sum;

	return log->store->class->find_sum(log->store, log->last, &sum) ?
		       0 :
		       FRAME_SUM | sum;
}

static int open_log(struct pipe *pipe, const struct frame *frame)
{
	struct piped_log *log;
	struct preface preface;
	const char *wrong;
	int err;

	if (frame->log >= LOGS_MOST)
		return answer_error(frame, EPROTO, "too many logs");
	if (pxt_array_reserve_zeroed(&pipe->logs, &pipe->room,
				     (size_t)frame->log + 1,
				     sizeof(*pipe->logs)))
		return ENOMEM;
	log = &pipe->logs[frame->log];
	close_log(log);
	wrong = frame_take_log(&log->name, &preface, pipe->bytes, frame->len);
	if (wrong) {
		talk("%s", wrong);
		pipe->gatherer->totals.refused++;
		return answer_error(frame, EPROTO, wrong);
	}
	err = log_folder_open(
		&log->store,
		&(struct log_in_folder){ .folder = pipe->gatherer->where,
					 .name = &log->name,
					 .preface = &preface,
					 .source = frame->at },
		&log->state, &log->last, NULL);
	if (err) {
		log->store = NULL;
		return answer_error(frame, err,
				    err == EDEADLK ? "it is that log itself" :
						     strerror(err));
	}
	log->appends = preface.appends;
	return answer(&(struct frame){ .type = FRAME_LOG,
				       .log = frame->log,
				       .number = log->last,
				       .at = sum_of_last(log) },
		      NULL);
}

static struct piped_log *find(const struct pipe *pipe,
			      const struct frame *frame)
{
	return frame->log < pipe->room && pipe->logs[frame->log].store ?
		       &pipe->logs[frame->log] :
		       NULL;
}

static void count(struct gather_totals *totals, const struct section *section,
		  const unsigned char *bytes)
{
	totals->sections++;
	totals->bytes += section_size(section);
	totals->events += section_events(section, bytes + SECTION_HEAD);
}

/* The sender tells the time of it. */
static void note_gap(struct pipe *pipe, const struct piped_log *log,
		     const struct section *section, const unsigned char *bytes)
{
	const uint64_t to = section->number - !gap_chunk_is(section, bytes);
	const uint64_t count = to - log->last;

	if (log->appends || !count)
		return;
	talk("%s/%s: %" PRIu64 " section%s, numbers %" PRIu64 " to %" PRIu64
	     ", gone before being shipped",
	     log->name.host, log->name.program, count, text_plural(count),
	     log->last + 1, to);
	pipe->gatherer->totals.gone += count;
}

/* The sender has the log only once: what was confirmed of it is not sent again,
 * but what was not may come again. */
static void repeat(struct pipe *pipe, struct piped_log *log,
		   const struct section *section)
{
	struct gather_totals *totals = &pipe->gatherer->totals;

	totals->duplicates++;
	if (gap_chunk_is(section, pipe->bytes) ||
	    log->store->class->compare(log->store, section) != EEXIST)
		return;
	totals->conflicts++;
	talk("%s/%s: section %" PRIu64 " came again with other bytes; the "
	     "first one is kept",
	     log->name.host, log->name.program, section->number);
}

static void put_section(struct pipe *pipe, const struct frame *frame)
{
	struct piped_log *log = find(pipe, frame);
	struct section section = { .len = 0 };
	const char *wrong;

	if (!log || log->err)
		return;
	wrong = section_check_head(&section, log->name.uuid, pipe->bytes,
				   frame->len, frame->at);
	if (!wrong && section.number != frame->number)
		wrong = "it has another number";
	if (!wrong)
		wrong = section_check_payload(&section, pipe->bytes);
	if (wrong) {
		refuse(pipe, log, frame, wrong);
		log->err = EPROTO;
	} else if (section.number <= log->last) {
		repeat(pipe, log, &section);
	} else {
		log->err = log->store->class->put(log->store, &section,
						  pipe->bytes);
		if (!log->err) {
			note_gap(pipe, log, &section, pipe->bytes);
			log->last = section.number;
			count(&log->pending, &section, pipe->bytes);
		}
	}
}

static void add_confirmed(struct pipe *pipe, struct piped_log *log)
{
	struct gather_totals *totals = &pipe->gatherer->totals;

	totals->sections += log->pending.sections;
	totals->bytes += log->pending.bytes;
	totals->events += log->pending.events;
	totals->confirmed = time(NULL);
	log->pending = (struct gather_totals){ .sections = 0 };
}

static int confirm(struct pipe *pipe, const struct frame *frame)
{
	struct piped_log *log = find(pipe, frame);
	struct frame said = *frame;
	int err;

	if (!log)
		return answer_error(frame, EPROTO, "no such log");
	err = log->store->class->confirm(log->store);
	if (!err)
		add_confirmed(pipe, log);
	if (!err)
		err = log->err;
	if (err) {
		pipe->gatherer->totals.failures += err != EPROTO;
		close_log(log);
		return answer_error(frame, err, strerror(err));
	}
	said.number = log->last;
	return answer(&said, NULL);
}

static int take_frame(struct pipe *pipe)
{
	unsigned char head[FRAME_HEAD];
	struct frame frame;
	int err = take(pipe, head, sizeof(head));

	if (err)
		return err;
	if (!frame_parse(&frame, head))
		return EBADMSG;
	if (pxt_array_reserve(&pipe->bytes, &pipe->bytes_room, frame.len + 1,
			      1))
		return ENOMEM;
	err = take(pipe, pipe->bytes, frame.len);
	if (err)
		return err == ENODATA ? EBADMSG : err;
	switch (frame.type) {
	case FRAME_LOG:
		return open_log(pipe, &frame);
	case FRAME_SECTION:
		put_section(pipe, &frame);
		return 0;
	case FRAME_CONFIRM:
		return confirm(pipe, &frame);
	case FRAME_CLOSE:
		if (find(pipe, &frame))
			close_log(find(pipe, &frame));
		return 0;
	}
	return EBADMSG;
}

static int greet(struct pipe *pipe)
{
	unsigned char greeting[FRAME_GREETING];
	int err;

	err = out_whole(STDOUT_FILENO, (const char *)frame_greeting,
			FRAME_GREETING);
	if (!err)
		err = take(pipe, greeting, sizeof(greeting));
	return !err && !frame_greets(greeting) ? EBADMSG : err;
}

/* Sections that were given are stored for good, even if nobody asks any more. */
static int close_all(struct pipe *pipe)
{
	int first = 0;

	for (size_t i = 0; i < pipe->room; i++) {
		struct piped_log *log = &pipe->logs[i];
		int err;

		if (!log->store)
			continue;
		err = log->store->class->confirm(log->store);
		if (!err)
			add_confirmed(pipe, log);
		else if (!first)
			first = err;
		close_log(log);
	}
	free(pipe->logs);
	free(pipe->bytes);
	return first;
}

int pipe_gather(struct gatherer *gatherer)
{
	struct pipe pipe = { .gatherer = gatherer };
	int err, unsaved, status;

	follow_begin();
	err = greet(&pipe);
	while (!err) {
		err = take_frame(&pipe);
		gatherer_report(gatherer);
	}
	unsaved = close_all(&pipe);
	status = gatherer_finish(gatherer);
	if (unsaved) {
		talk_error(gatherer->where, unsaved);
		return command_error_status(unsaved);
	}
	if (err == EBADMSG) {
		talk("standard input: not what posixtrace ship sends");
		return EXIT_DAMAGED;
	}
	if (err != ENODATA && err != EINTR) {
		talk_error("standard input", err);
		return command_error_status(err);
	}
	return status;
}
