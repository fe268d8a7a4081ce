/*
 * inversions.c - priority inversions
 *
 * TraceX takes all unregistered addresses for one object, counts threads that
 * do not wait, sees one of all threads that wait for a mutex, and no thread
 * above 0xf0f0f0f0.
 */
#include <errno.h>
#include <stdlib.h>

#include "figures/threadx/inversions.h"
#include "figures/threadx/scheduling.h"

enum {
	NOT_KNOWN = 0xffff, /* a priority */
	WINDOWS = 1 << 10,  /* limit of simultaneous waits, above any
			     * system's */
	NONE = -1,
};

/* A waiting thread. */
struct window {
	uint64_t blocked, owner;
	size_t mutex;
	unsigned priority; /* priority of the blocked thread */
};

struct search {
	const struct threadx_trace *trace;
	enum threadx_rules rules;
	unsigned *priority; /* priorities by thread number */
	unsigned *known;    /* priorities by place: for events added by
			     * TraceX */
	unsigned *ahead;    /* next priority, by event added by TraceX, or
			     * NONE */
	struct window window[WINDOWS];
	size_t windows;
	uint64_t inversions, nondeterministic;
};

/* Members of an event that are examined. */
struct view {
	uint64_t context;
	uint32_t id;
	unsigned priority;
	const uint64_t *info;
};

static const uint64_t no_info[4];

/* The number of an object or thread. */
static size_t number(const struct search *search, uint64_t address)
{
	const struct threadx_trace *trace = search->trace;
	const size_t place = threadx_trace_place(trace, address);

	if (search->rules == THREADX_OURS)
		return place == THREADX_NO_PLACE ? trace->places : place;
	if (place == THREADX_NO_PLACE ||
	    trace->first[place] == THREADX_NO_OBJECT)
		return 0;
	return trace->first[place];
}

static bool is_seen(const struct search *search, uint64_t context)
{
	return search->rules == THREADX_OURS ? threadx_runs(context) :
					       context < THREADX_INITIALIZE;
}

/* Events added by TraceX have the priority of the thread's last event, or else
 * its next one. */

static void learn(const struct search *search,
		  const struct threadx_event *event)
{
	size_t place;

	if (event->id == THREADX_THREAD_CREATE) {
		place = threadx_trace_place(search->trace, event->info[0]);
		search->known[place] = event->info[1];
	}
	if (event->id != THREADX_RUNNING)
		search->known[event->place] =
			threadx_is_thread(event->context) ?
				threadx_priority(event) :
				event->priority;
}

static void forget(const struct search *search)
{
	for (size_t i = 0; i < search->trace->places; i++)
		search->known[i] = NONE;
}

static unsigned known_of(const struct search *search, uint64_t thread)
{
	const struct threadx_object *object =
		threadx_trace_object(search->trace, thread);

	if (!object || object->type != THREADX_IS_THREAD)
		return NONE;
	return search->known[threadx_trace_place(search->trace, thread)];
}

static void look_ahead(const struct search *search)
{
	const struct threadx_trace *trace = search->trace;

	forget(search);
	for (size_t i = trace->count; i--;) {
		learn(search, &trace->event[i]);
		if (threadx_makes_up(trace, i))
			search->ahead[i] = known_of(search, trace->next[i]);
	}
	forget(search);
}

static struct view made_up(const struct search *search, size_t event)
{
	const uint64_t thread = search->trace->next[event];
	unsigned priority = known_of(search, thread);

	if (priority == (unsigned)NONE)
		priority = search->ahead[event];
	if (priority == (unsigned)NONE)
		priority = 0;
	return (struct view){ thread, THREADX_RUNNING, priority & 0x7ff,
			      no_info };
}

/* Windows */

static void close_window(struct search *search, size_t i)
{
	search->window[i] = search->window[--search->windows];
}

/* Returns true if the event is done. */
static bool begin_inversion(struct search *search, const struct view *view)
{
	const uint64_t owner = view->info[2];
	const size_t mutex = number(search, view->info[0]);
	unsigned priority;

	if (view->id != THREADX_MUTEX_GET || !owner || owner == view->context)
		return false;
	if (search->rules == THREADX_OURS && !view->info[1])
		return false;
	for (size_t i = 0; i < search->windows; i++)
		if (search->window[i].mutex == mutex &&
		    (search->rules == THREADX_TRACEX ||
		     search->window[i].blocked == view->context))
			return false;
	priority = search->priority[number(search, owner)];
	if (priority == NOT_KNOWN || view->priority >= priority)
		return false;
	search->inversions++;
	if (search->windows < WINDOWS)
		search->window[search->windows++] =
			(struct window){ view->context, owner, mutex,
					 view->priority };
	return true;
}

static bool end_inversions(struct search *search, const struct view *view)
{
	const size_t mutex = number(search, view->info[0]);
	const size_t before = search->windows;

	if (view->id != THREADX_MUTEX_PUT || view->info[2] != 1)
		return false;
	for (size_t i = search->windows; i--;)
		if (search->window[i].mutex == mutex)
			close_window(search, i);
	return search->windows != before;
}

static void disturb(struct search *search, const struct view *view)
{
	for (size_t i = search->windows; i--;) {
		const struct window *window = &search->window[i];

		if (view->context == window->owner ||
		    view->priority <= window->priority)
			continue;
		search->nondeterministic++;
		close_window(search, i);
	}
}

static void take(struct search *search, const struct view *view)
{
	if (!is_seen(search, view->context))
		return;
	search->priority[number(search, view->context)] = view->priority;
	if (!begin_inversion(search, view) && !end_inversions(search, view))
		disturb(search, view);
}

static void take_first(struct search *search, const struct view *view)
{
	unsigned *priority;

	if (!is_seen(search, view->context))
		return;
	priority = &search->priority[number(search, view->context)];
	if (*priority == NOT_KNOWN)
		*priority = view->priority;
}

typedef void taker(struct search *search, const struct view *view);

static void walk(struct search *search, taker *take_one)
{
	const struct threadx_trace *trace = search->trace;

	for (size_t i = 0; i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];
		struct view view = { event->context, event->id,
				     threadx_priority(event), event->info };

		take_one(search, &view);
		if (search->rules == THREADX_OURS)
			continue;
		if (threadx_makes_up(trace, i)) {
			view = made_up(search, i);
			take_one(search, &view);
		}
		learn(search, event);
	}
}

static int search(struct threadx_figures *figures, struct search *search)
{
	const size_t numbers =
		search->trace->places + search->trace->objects + 1;

	search->priority = calloc(numbers, sizeof(*search->priority));
	search->known = calloc(numbers, sizeof(*search->known));
	search->ahead =
		calloc(search->trace->count + 1, sizeof(*search->ahead));
	if (!search->priority || !search->known || !search->ahead)
		return ENOMEM;
	for (size_t i = 0; i < numbers; i++)
		search->priority[i] = NOT_KNOWN;
	look_ahead(search);
	walk(search, take_first);
	forget(search);
	walk(search, take);
	figures->of[search->rules][THREADX_INVERSIONS] = search->inversions;
	figures->of[search->rules][THREADX_NONDETERMINISTIC] =
		search->nondeterministic;
	return 0;
}

int threadx_inversions(struct threadx_figures *figures)
{
	int err = 0;

	for (int rules = 0; rules < THREADX_RULES && !err; rules++) {
		static struct search searched;

		searched = (struct search){
			.trace = figures->trace,
			.rules = rules,
		};
		err = search(figures, &searched);
		free(searched.priority);
		free(searched.known);
		free(searched.ahead);
	}
	return err;
}
