/*
 * tables.c - figures of ThreadX as tables
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "figures/threadx/threadx.h"

enum { NAME = 160, POPULAR = 10 };

static const struct {
	const char *key;   /* for programs; that of the golden decodes */
	const char *title; /* for people */
} names[THREADX_FIGURES] = {
	[THREADX_SWITCHES] = { "context_switches", "context switches" },
	[THREADX_PREEMPTIONS] = { "thread_preemptions", "preemptions" },
	[THREADX_TIME_SLICES] = { "time_slices", "time slices" },
	[THREADX_SUSPENSIONS] = { "thread_suspensions", "suspensions" },
	[THREADX_RESUMPTIONS] = { "thread_resumptions", "resumptions" },
	[THREADX_INTERRUPTS] = { "interrupts", "interrupts" },
	[THREADX_NESTED_INTERRUPTS] = { "nested_interrupts",
					"nested interrupts" },
	[THREADX_INVERSIONS] = { "priority_inversions", "priority inversions" },
	[THREADX_NONDETERMINISTIC] = { "nondeterministic_priority_inversions",
				       "nondeterministic inversions" },

	[THREADX_MEDIA_OPENS] = { "media_opens", "media opens" },
	[THREADX_MEDIA_CLOSES] = { "media_closes", "media closes" },
	[THREADX_MEDIA_ABORTS] = { "media_aborts", "media aborts" },
	[THREADX_MEDIA_FLUSHES] = { "media_flushes", "media flushes" },
	[THREADX_DIRECTORY_READS] = { "directory_reads", "directory reads" },
	[THREADX_DIRECTORY_WRITES] = { "directory_writes", "directory writes" },
	[THREADX_DIRECTORY_CACHE_MISSES] = { "directory_cache_misses",
					     "directory cache misses" },
	[THREADX_FILE_OPENS] = { "file_opens", "file opens" },
	[THREADX_FILE_CLOSES] = { "file_closes", "file closes" },
	[THREADX_FILE_BYTES_READ] = { "file_bytes_read", "file bytes read" },
	[THREADX_FILE_BYTES_WRITTEN] = { "file_bytes_written",
					 "file bytes written" },
	[THREADX_SECTOR_READS] = { "logical_sector_reads", "sector reads" },
	[THREADX_SECTOR_WRITES] = { "logical_sector_writes", "sector writes" },
	[THREADX_SECTOR_CACHE_MISSES] = { "logical_sector_cache_misses",
					  "sector cache misses" },

	[THREADX_ARP_REQUESTS_SENT] = { "arp_requests_sent",
					"ARP requests sent" },
	[THREADX_ARP_RESPONSES_SENT] = { "arp_responses_sent",
					 "ARP responses sent" },
	[THREADX_ARP_REQUESTS_RECEIVED] = { "arp_requests_received",
					    "ARP requests received" },
	[THREADX_ARP_RESPONSES_RECEIVED] = { "arp_responses_received",
					     "ARP responses received" },
	[THREADX_PACKET_ALLOCATIONS] = { "packet_allocations",
					 "packet allocations" },
	[THREADX_PACKET_RELEASES] = { "packet_releases", "packet releases" },
	[THREADX_EMPTY_ALLOCATIONS] = { "empty_allocations",
					"empty allocations" },
	[THREADX_INVALID_RELEASES] = { "invalid_releases", "invalid releases" },
	[THREADX_IP_PACKETS_SENT] = { "ip_packets_sent", "IP packets sent" },
	[THREADX_IP_BYTES_SENT] = { "ip_bytes_sent", "IP bytes sent" },
	[THREADX_IP_PACKETS_RECEIVED] = { "ip_packets_received",
					  "IP packets received" },
	[THREADX_IP_BYTES_RECEIVED] = { "ip_bytes_received",
					"IP bytes received" },
	[THREADX_PINGS_SENT] = { "pings_sent", "pings sent" },
	[THREADX_PING_RESPONSES] = { "ping_responses", "ping responses" },
	[THREADX_TCP_CLIENT_CONNECTIONS] = { "tcp_client_connections",
					     "TCP client connections" },
	[THREADX_TCP_SERVER_CONNECTIONS] = { "tcp_server_connections",
					     "TCP server connections" },
	[THREADX_TCP_PACKETS_SENT] = { "tcp_packets_sent", "TCP packets sent" },
	[THREADX_TCP_BYTES_SENT] = { "tcp_bytes_sent", "TCP bytes sent" },
	[THREADX_TCP_PACKETS_RECEIVED] = { "tcp_packets_received",
					   "TCP packets received" },
	[THREADX_TCP_BYTES_RECEIVED] = { "tcp_bytes_received",
					 "TCP bytes received" },
	[THREADX_UDP_PACKETS_SENT] = { "udp_packets_sent", "UDP packets sent" },
	[THREADX_UDP_BYTES_SENT] = { "udp_bytes_sent", "UDP bytes sent" },
	[THREADX_UDP_PACKETS_RECEIVED] = { "udp_packets_received",
					   "UDP packets received" },
	[THREADX_UDP_BYTES_RECEIVED] = { "udp_bytes_received",
					 "UDP bytes received" },
};

static const char *group_of(int figure)
{
	return figure < THREADX_FILEX ? "performance" :
	       figure < THREADX_NETX  ? "filex" :
					"netx";
}

/* Cells */

static void put_hex(struct table *table, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, value);
	table_text(table, text, text);
}

static void put_nothing(struct table *table)
{
	table_bare(table, "-", "");
}

static void put_percent(struct table *table, uint64_t part, uint64_t whole)
{
	const double percent = whole ? 100.0 * (double)part / (double)whole : 0;
	char shown[32], value[32];

	snprintf(shown, sizeof(shown), "%.1f", percent);
	snprintf(value, sizeof(value), "%.3f", percent);
	table_bare(table, shown, value);
}

/* Figures */

/* Idle components are left out. */
static bool is_there(const struct threadx_figures *figures, int figure)
{
	const uint64_t *ours = figures->of[THREADX_OURS];
	const int from = figure < THREADX_FILEX ? THREADX_KERNEL :
			 figure < THREADX_NETX	? THREADX_FILEX :
						  THREADX_NETX;
	const int to = figure < THREADX_FILEX ? THREADX_FILEX :
		       figure < THREADX_NETX  ? THREADX_NETX :
						THREADX_FIGURES;

	for (int i = from; i < to; i++)
		if (ours[i] || from == THREADX_KERNEL)
			return true;
	return false;
}

static void put_figure(struct table *table, const char *group,
		       const char *title, const char *key,
		       const uint64_t of[THREADX_RULES], bool for_people)
{
	if (!for_people)
		table_text(table, "", group);
	table_text(table, title, key);
	figures_put_count(table, of[THREADX_OURS]);
	if (!for_people)
		figures_put_count(table, of[THREADX_TRACEX]);
}

static void tabulate_figures(struct threadx *threadx,
			     struct figures_table *made, bool for_people)
{
	const struct threadx_figures *figures = &threadx->figures;
	struct table *table = &made->table;

	figures_begin(made);
	if (!for_people)
		figures_add_column(made, "", "group", false);
	figures_add_column(made, "THREADX", "figure", false);
	figures_add_column(made, "COUNT", "value", true);
	if (!for_people)
		figures_add_column(made, "", "tracex", true);
	figures_end(made, "threadx");
	put_figure(table, "trace", "events", "events", figures->events,
		   for_people);
	for (int i = 0; i < THREADX_FIGURES; i++) {
		const uint64_t of[THREADX_RULES] = {
			[THREADX_OURS] = figures->of[THREADX_OURS][i],
			[THREADX_TRACEX] = figures->of[THREADX_TRACEX][i],
		};

		if (!for_people || is_there(figures, i))
			put_figure(table, group_of(i), names[i].title,
				   names[i].key, of, for_people);
	}
}

/* Special contexts. */

static void add_context_columns(struct figures_table *made, bool for_people)
{
	figures_add_column(made, "CONTEXT", "context", false);
	if (!for_people) {
		figures_add_column(made, "", "kind", false);
		figures_add_column(made, "", "address", false);
	}
	figures_add_column(made, "EVENTS", "events", true);
	figures_add_column(made, "TICKS", "ticks", true);
	figures_add_column(made, "TIME%", "percent", true);
	figures_add_column(made, "SUSPENDED", "suspensions", true);
	figures_add_column(made, "RESUMED", "resumptions", true);
	figures_add_column(made, "STACK", "stack_size", true);
	figures_add_column(made, "LEAST FREE", "stack_min_available", true);
	if (for_people)
		return;
	figures_add_column(made, "", "stack_min_event", true);
	figures_add_column(made, "", "stack_outside", true);
	figures_add_column(made, "", "tracex_events", true);
	figures_add_column(made, "", "tracex_suspensions", true);
	figures_add_column(made, "", "tracex_resumptions", true);
	figures_add_column(made, "", "tracex_stack_min_available", true);
	figures_add_column(made, "", "tracex_stack_min_event", true);
}

static void put_share(struct threadx *threadx, struct table *table,
		      const struct threadx_share *share)
{
	figures_put_count(table, share->events[THREADX_OURS]);
	figures_put_count(table, share->ticks);
	put_percent(table, share->ticks, threadx->figures.ticks);
}

/* Puts a special context. */
static void put_context(struct threadx *threadx, struct table *table,
			const char *name, const struct threadx_share *share,
			bool for_people)
{
	const int none = for_people ? 4 : 6;

	if (!share->events[THREADX_TRACEX] && !share->ticks && for_people)
		return;
	table_text(table, name, name);
	if (!for_people) {
		table_text(table, name, name);
		put_nothing(table);
	}
	put_share(threadx, table, share);
	for (int i = 0; i < none; i++)
		put_nothing(table);
	if (for_people)
		return;
	figures_put_count(table, share->events[THREADX_TRACEX]);
	for (int i = 0; i < 4; i++)
		put_nothing(table);
}

static void name_thread(const struct threadx_object *object, char name[NAME])
{
	if (*object->name)
		text_tame(name, NAME, object->name);
	else
		snprintf(name, NAME, "0x%" PRIx64, object->address);
}

static void put_stack(struct table *table, const struct threadx_thread *thread,
		      const struct threadx_object *object, bool for_people)
{
	const struct threadx_stack *stack = &thread->stack[THREADX_OURS];

	figures_put_count(table, object->parameter[1]);
	if (stack->known)
		figures_put_count(table, stack->available);
	else
		put_nothing(table);
	if (for_people)
		return;
	if (stack->known)
		figures_put_count(table, stack->event);
	else
		put_nothing(table);
	figures_put_count(table, thread->outside);
}

static void put_tracex(struct table *table, const struct threadx_thread *thread)
{
	const struct threadx_stack *stack = &thread->stack[THREADX_TRACEX];

	figures_put_count(table, thread->share.events[THREADX_TRACEX]);
	figures_put_count(table, thread->suspensions[THREADX_TRACEX]);
	figures_put_count(table, thread->resumptions[THREADX_TRACEX]);
	figures_put_count(table, stack->available);
	figures_put_count(table, stack->event);
}

static void put_thread(struct threadx *threadx, struct table *table,
		       size_t number, bool for_people)
{
	const struct threadx_object *object = &threadx->trace.object[number];
	const struct threadx_thread *thread = &threadx->figures.thread[number];
	char name[NAME];

	name_thread(object, name);
	table_text(table, name, for_people ? name : object->name);
	if (!for_people) {
		table_text(table, "", "thread");
		put_hex(table, object->address);
	}
	put_share(threadx, table, &thread->share);
	figures_put_count(table, thread->suspensions[THREADX_OURS]);
	figures_put_count(table, thread->resumptions[THREADX_OURS]);
	put_stack(table, thread, object, for_people);
	if (!for_people)
		put_tracex(table, thread);
}

static bool is_thread(const struct threadx_trace *trace, size_t object)
{
	const size_t place =
		threadx_trace_place(trace, trace->object[object].address);

	return trace->thread[place] == object;
}

static void tabulate_contexts(struct threadx *threadx,
			      struct figures_table *made, bool for_people)
{
	const struct threadx_figures *figures = &threadx->figures;
	struct table *table = &made->table;

	figures_begin(made);
	add_context_columns(made, for_people);
	figures_end(made, "threadx_contexts");
	put_context(threadx, table, "idle", &figures->idle, for_people);
	put_context(threadx, table, "interrupt", &figures->interrupt,
		    for_people);
	put_context(threadx, table, "initialize", &figures->initialize,
		    for_people);
	for (size_t i = 0; i < threadx->trace.objects; i++)
		if (is_thread(&threadx->trace, i))
			put_thread(threadx, table, i, for_people);
	put_context(threadx, table, "others", &figures->others, for_people);
}

/* Services */

static void name_context(const struct threadx_trace *trace, uint32_t place,
			 char name[NAME])
{
	const uint64_t context = trace->place[place];

	if (context == THREADX_INTERRUPT)
		strcpy(name, "interrupt");
	else if (context == THREADX_INITIALIZE)
		strcpy(name, "initialize");
	else
		name_thread(&trace->object[trace->thread[place]], name);
}

/* Events of a context, or the total. */
static uint64_t events_of(const struct threadx *threadx, uint32_t place)
{
	const struct threadx_figures *figures = &threadx->figures;
	const struct threadx_trace *trace = &threadx->trace;

	if (place == THREADX_ANYWHERE)
		return trace->count;
	switch (trace->place[place]) {
	case THREADX_INTERRUPT:
		return figures->interrupt.events[THREADX_OURS];
	case THREADX_INITIALIZE:
		return figures->initialize.events[THREADX_OURS];
	}
	return figures->thread[trace->thread[place]].share.events[THREADX_OURS];
}

static void put_service(struct threadx *threadx, struct table *table,
			const struct threadx_service *service, bool for_people)
{
	const bool anywhere = service->place == THREADX_ANYWHERE;
	const char *name;
	char context[NAME] = "all", id[16];

	if (!anywhere)
		name_context(&threadx->trace, service->place, context);
	table_text(table, context, anywhere ? "" : context);
	if (!for_people) {
		if (anywhere)
			put_nothing(table);
		else
			put_hex(table, threadx->trace.place[service->place]);
		snprintf(id, sizeof(id), "%" PRIu32, service->id);
		table_bare(table, id, id);
	}
	name = labels_event(threadx->labels, threadx->type[service->id]).text;
	table_text(table, name, name);
	figures_put_count(table, service->count);
	put_percent(table, service->count, events_of(threadx, service->place));
}

static void tabulate_services(struct threadx *threadx,
			      struct figures_table *made, bool for_people)
{
	const struct threadx_figures *figures = &threadx->figures;
	size_t shown = 0;

	figures_begin(made);
	figures_add_column(made, "CONTEXT", "context", false);
	if (!for_people) {
		figures_add_column(made, "", "address", false);
		figures_add_column(made, "", "id", true);
	}
	figures_add_column(made, "POPULAR SERVICE", "service", false);
	figures_add_column(made, "COUNT", "count", true);
	figures_add_column(made, "EVENTS%", "percent", true);
	figures_end(made, "threadx_services");
	for (size_t i = 0; i < figures->services; i++) {
		const struct threadx_service *service = &figures->service[i];
		const bool anywhere = service->place == THREADX_ANYWHERE;

		shown = i && service->place == service[-1].place ? shown + 1 :
								   0;
		if (!for_people || shown < (anywhere ? POPULAR : 1))
			put_service(threadx, &made->table, service, for_people);
	}
}

size_t threadx_tables(struct threadx *threadx,
		      struct figures_table made[THREADX_TABLES],
		      bool for_people)
{
	if (!threadx->is_met || threadx->is_beyond ||
	    (for_people && !threadx->trace.count))
		return 0;
	tabulate_figures(threadx, &made[0], for_people);
	tabulate_contexts(threadx, &made[1], for_people);
	tabulate_services(threadx, &made[2], for_people);
	return THREADX_TABLES;
}
