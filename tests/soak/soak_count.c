/* soak_count.c - C1 to C5 of soak_count.h */
#include "soak_count.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "soak_plan.h"

enum {
	MESSAGES = 8,
	FIRST_ID = 16, /* of user event types with a name */
};

static void tell(struct soak_count *count, unsigned before, const char *format,
		 va_list args)
{
	char text[300];

	atomic_fetch_add(&count->board->totals.misses, 1);
	if (before >= MESSAGES)
		return;
	vsnprintf(text, sizeof(text), format, args);
	fprintf(stderr, "MISS %s: %s\n", count->what, text);
}

void soak_miss(struct soak_count *count, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(count, count->misses++, format, args);
	va_end(args);
}

void soak_doubt(struct soak_count *count, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(count, count->doubts++, format, args);
	va_end(args);
}

struct soak_count *soak_count_create(struct soak_board *board, const char *what)
{
	struct soak_count *count = calloc(1, sizeof(*count));

	if (!count)
		abort();
	count->board = board;
	count->what = what;
	return count;
}

void soak_count_close(struct soak_count *count)
{
	if (!count)
		return;
	for (size_t i = 0; i < SOAK_LANES; i++) {
		free(count->lane[i].seen);
		free(count->lane[i].gap);
	}
	free(count->early);
	free(count->odd);
	free(count);
}

bool soak_count_has(const struct soak_lane_count *lane, uint32_t number)
{
	return number / 8 < lane->room &&
	       lane->seen[number / 8] >> number % 8 & 1;
}

static void note_seen(struct soak_lane_count *lane, uint32_t number)
{
	uint32_t room = lane->room ? lane->room : 1024;

	while (number / 8 >= room)
		room *= 2;
	if (room > lane->room) {
		lane->seen = realloc(lane->seen, room);
		if (!lane->seen)
			abort();
		memset(lane->seen + lane->room, 0, room - lane->room);
		lane->room = room;
	}
	lane->seen[number / 8] |= (uint8_t)(1 << number % 8);
}

static void note_gap(struct soak_lane_count *lane, uint32_t to, bool told)
{
	lane->gap = reallocarray(lane->gap, lane->gaps + 1, sizeof(*lane->gap));
	if (!lane->gap)
		abort();
	lane->gap[lane->gaps++] = (struct soak_gap){
		.from = lane->last + 1,
		.to = to,
		.told = told,
	};
}

/* The last gap is what never came. */
bool soak_count_was_told(const struct soak_count *count, uint32_t lane,
			 uint32_t number)
{
	const struct soak_lane_count *of = &count->lane[lane];
	size_t low = 0, high = of->gaps;

	if (number > of->last)
		return count->told > of->told;
	while (low < high) {
		const size_t middle = (low + high) / 2;

		if (of->gap[middle].to < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < of->gaps && of->gap[low].told;
}

/* Types */

static bool learn(struct soak_count *count, trace_event_id_t id)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type;
	int brief;

	if (id >= 4096)
		return false;
	if (count->kind[id])
		return true;
	if (posix_trace_eventid_get_name(count->trid, id, name) ||
	    !soak_plan_parse(name, &type, &brief) || brief >= SOAK_BRIEFS)
		return false;
	count->kind[id] = (int16_t)(type + 1);
	count->brief[id] = (int16_t)brief;
	return true;
}

/* Whose event it is */

struct whose {
	uint32_t lane, number;
	bool brief;
};

static bool find_brief(const struct soak_count *count, pid_t pid, int brief,
		       struct whose *whose)
{
	const struct soak_board *board = count->board;

	for (uint32_t i = 1; i < soak_board_images(board); i++) {
		const struct soak_image *image = &board->image[i];

		if (image->pid != pid || image->birth == SOAK_BY_EXEC)
			continue;
		*whose = (struct whose){
			.lane = image->brief[brief].lane,
			.number = image->brief[brief].number,
			.brief = true,
		};
		return true;
	}
	return false;
}

static bool find(const struct soak_count *count,
		 const struct posix_trace_event_info *info, const void *data,
		 size_t len, struct whose *whose)
{
	const int brief = count->brief[info->posix_event_id];
	struct soak_head head;

	if (brief >= 0)
		return find_brief(count, info->posix_pid, brief, whose);
	if (len < sizeof(head))
		return false;
	memcpy(&head, data, sizeof(head));
	*whose = (struct whose){ .lane = head.lane, .number = head.number };
	return head.scene == (uint16_t)count->board->scene;
}

static bool is_made(const struct soak_count *count, const struct whose *whose)
{
	return whose->lane > 0 && whose->lane < SOAK_LANES &&
	       whose->number > 0 &&
	       whose->number <= count->board->lane[whose->lane].begun;
}

/* C1 */
static bool is_as_planned(const struct soak_count *count,
			  const struct posix_trace_event_info *info,
			  const struct whose *whose, const void *data,
			  size_t len)
{
	struct soak_plan plan;
	size_t whole, kept;

	soak_plan_get(count->board->scene, whose->lane, whose->number, &plan);
	whole = whose->brief ? plan.brief_len : plan.len;
	kept = whole < count->max_data ? whole : count->max_data;
	return count->kind[info->posix_event_id] == (int)plan.type + 1 &&
	       len == kept &&
	       info->posix_truncation_status ==
		       (kept < whole ? POSIX_TRACE_TRUNCATED_RECORD :
				       POSIX_TRACE_NOT_TRUNCATED) &&
	       soak_plan_matches(&plan, whose->brief, data, len);
}

/* C2 */
static bool is_of_its_thread(const struct soak_count *count,
			     const struct posix_trace_event_info *info,
			     pid_t tid, const struct soak_lane *lane)
{
	return count->board->image[lane->image].pid == info->posix_pid &&
	       lane->thread == (uint64_t)info->posix_thread_id &&
	       (!tid || lane->tid == tid);
}

/* Where it stands */

static bool is_filtered(const struct soak_count *count, trace_event_id_t id)
{
	int member = 0;

	if (!count->filter_known)
		return false;
	posix_trace_eventset_ismember(id, &count->filter, &member);
	return member;
}

/* 0: the stream does not know the name. Event types are numbered one by one. */
static trace_event_id_t id_of(struct soak_count *count, uint32_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id = POSIX_TRACE_UNNAMED_USEREVENT;

	while (!count->id[type] && ++id < 4096) {
		if (id >= FIRST_ID &&
		    posix_trace_eventid_get_name(count->trid, id, name))
			break;
		if (id >= FIRST_ID && learn(count, id) && count->brief[id] < 0)
			count->id[count->kind[id] - 1] = id;
	}
	return count->id[type];
}

/* Of our type, by what is known of the filter. */
static bool may_be_filtered(struct soak_count *count, uint32_t type)
{
	const trace_event_id_t id = id_of(count, type);

	return !count->filter_known || !id || is_filtered(count, id);
}

static void append(struct soak_early **list, size_t *count,
		   const struct soak_early *early)
{
	*list = reallocarray(*list, *count + 1, sizeof(**list));
	if (!*list)
		abort();
	(*list)[(*count)++] = *early;
}

static void settle_early(struct soak_count *count)
{
	for (size_t i = 0; i < count->earlies; i++)
		if (!may_be_filtered(count, count->early[i].type))
			append(&count->odd, &count->odds, &count->early[i]);
	count->earlies = 0;
}

/* C5 */
static void check_silence(struct soak_count *count, uint32_t number_of_lane,
			  uint32_t number)
{
	const struct soak_lane_count *lane = &count->lane[number_of_lane];

	if (!lane->last || lane->system != count->system)
		return;
	for (uint32_t i = lane->last + 1; i < number; i++) {
		const uint32_t type =
			soak_plan_type(count->board->scene, number_of_lane, i);

		const struct soak_early early = { number_of_lane, i, type };

		if (!may_be_filtered(count, type))
			append(&count->early, &count->earlies, &early);
	}
}

static void check_place(struct soak_count *count, trace_event_id_t id,
			const struct whose *whose)
{
	if (!count->strict || count->cleared)
		return;
	if (count->window == SOAK_STOPPED)
		soak_doubt(count, "lane %u: %u is behind STOP", whose->lane,
			   whose->number);
	if (is_filtered(count, id))
		soak_doubt(count, "lane %u: %u is of a filtered type",
			   whose->lane, whose->number);
	check_silence(count, whose->lane, whose->number);
}

/* Events */

static void note_user(struct soak_count *count, const struct whose *whose)
{
	struct soak_lane_count *lane = &count->lane[whose->lane];

	if (soak_count_has(lane, whose->number)) {
		soak_miss(count, "lane %u: %u comes twice", whose->lane,
			  whose->number);
		return;
	}
	note_seen(lane, whose->number);
	if (whose->number <= lane->last) { /* C3 */
		soak_miss(count, "lane %u: %u is behind %u", whose->lane,
			  whose->number, lane->last);
		return;
	}
	if (whose->number > lane->last + 1)
		note_gap(lane, whose->number - 1,
			 count->told > lane->told || count->overwriting);
	lane->last = whose->number;
	lane->told = count->told;
	lane->system = count->system;
}

/* Names cannot be asked for any more: the controller does not wait for its
 * reader. */
static bool is_shut_down(const struct soak_count *count)
{
	struct posix_trace_status_info status;

	return count->abrupt &&
	       posix_trace_get_status(count->trid, &status) == EINVAL;
}

static void count_user(struct soak_count *count,
		       const struct posix_trace_event_info *info, pid_t tid,
		       const void *data, size_t len)
{
	struct whose whose;

	count->events++;
	if (!learn(count, info->posix_event_id)) {
		if (!is_shut_down(count))
			soak_miss(count,
				  "an event of type %u, which has no name",
				  info->posix_event_id);
		return;
	}
	if (!find(count, info, data, len, &whose) || !is_made(count, &whose)) {
		soak_miss(count, "an event of %d that nobody made",
			  (int)info->posix_pid);
		return;
	}
	if (!is_as_planned(count, info, &whose, data, len))
		soak_miss(count, "lane %u: %u is altered (%zu bytes)",
			  whose.lane, whose.number, len);
	if (!is_of_its_thread(count, info, tid,
			      &count->board->lane[whose.lane]))
		soak_miss(count, "lane %u: %u is of %d, thread %d", whose.lane,
			  whose.number, (int)info->posix_pid, (int)tid);
	check_place(count, info->posix_event_id, &whose);
	note_user(count, &whose);
}

static void note_filter(struct soak_count *count, const void *data, size_t len,
			size_t offset)
{
	if (len < offset + sizeof(count->filter))
		return;
	memcpy(&count->filter, (const uint8_t *)data + offset,
	       sizeof(count->filter));
	count->filter_known = true;
	settle_early(count);
}

/* Of what was overwritten, all may be missing; chunks that were kept have events
 * of the same time. Two such ranges may overlap. */
static void note_overwritten(struct soak_count *count, bool begins)
{
	count->told++;
	if (begins)
		count->overwriting++;
	else if (count->overwriting)
		count->overwriting--;
	count->window = SOAK_UNKNOWN;
	count->filter_known = false;
	count->earlies = 0;
}

static void note_stop(struct soak_count *count, const void *data, size_t len)
{
	int by_itself = 0;

	if (len == sizeof(by_itself))
		memcpy(&by_itself, data, len);
	count->window = SOAK_STOPPED;
	if (by_itself && !count->loops)
		count->told++;
}

void soak_count_event(struct soak_count *count,
		      const struct posix_trace_event_info *info, pid_t tid,
		      const void *data, size_t len)
{
	if (info->posix_event_id > POSIX_TRACE_UNNAMED_USEREVENT) {
		count_user(count, info, tid, data, len);
		return;
	}
	count->system++;
	switch (info->posix_event_id) {
	case POSIX_TRACE_START:
		count->window = SOAK_RUNNING;
		note_filter(count, data, len, 0);
		break;
	case POSIX_TRACE_STOP:
		note_stop(count, data, len);
		break;
	case POSIX_TRACE_FILTER:
		note_filter(count, data, len, sizeof(count->filter));
		break;
	case POSIX_TRACE_OVERFLOW:
		note_overwritten(count, true);
		break;
	case POSIX_TRACE_RESUME:
		note_overwritten(count, false);
		break;
	case POSIX_TRACE_FLUSH_START:
	case POSIX_TRACE_FLUSH_STOP:
		break;
	default:
		soak_miss(count, "an event of type %u", info->posix_event_id);
	}
}

void soak_count_turn(struct soak_count *count, trace_id_t log)
{
	for (size_t i = 0; i < SOAK_LANES; i++) {
		struct soak_lane_count *lane = &count->lane[i];

		free(lane->gap);
		*lane = (struct soak_lane_count){
			.seen = lane->seen,
			.room = lane->room,
		};
	}
	count->trid = log;
	count->window = SOAK_UNKNOWN;
	count->filter_known = false;
	count->system = 0;
	count->told = 0;
	count->overwriting = 0;
}

void soak_count_end(struct soak_count *count)
{
	if (!count->cleared)
		settle_early(count);
}

void soak_count_loss(struct soak_count *count, uint64_t lost)
{
	count->lost += lost;
	count->told++;
	count->system++;
}
