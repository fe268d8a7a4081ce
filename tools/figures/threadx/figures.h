/*
 * figures.h - the numbers of a ThreadX trace
 *
 * Each is there twice: as it is, and as TraceX shows it, where that counts in
 * another way. docs/formats.md says what is meant by each.
 */
#ifndef FIGURES_THREADX_FIGURES_H
#define FIGURES_THREADX_FIGURES_H

#include "figures/threadx/trace.h"

/* Ours, and TraceX's. */
enum threadx_rules { THREADX_OURS, THREADX_TRACEX, THREADX_RULES };

enum threadx_figure {
	/* Of the kernel */
	THREADX_SWITCHES,
	THREADX_PREEMPTIONS,
	THREADX_TIME_SLICES,
	THREADX_SUSPENSIONS,
	THREADX_RESUMPTIONS,
	THREADX_INTERRUPTS,
	THREADX_NESTED_INTERRUPTS,
	THREADX_INVERSIONS,
	THREADX_NONDETERMINISTIC,

	/* Of FileX */
	THREADX_MEDIA_OPENS,
	THREADX_MEDIA_CLOSES,
	THREADX_MEDIA_ABORTS,
	THREADX_MEDIA_FLUSHES,
	THREADX_DIRECTORY_READS,
	THREADX_DIRECTORY_WRITES,
	THREADX_DIRECTORY_CACHE_MISSES,
	THREADX_FILE_OPENS,
	THREADX_FILE_CLOSES,
	THREADX_FILE_BYTES_READ,
	THREADX_FILE_BYTES_WRITTEN,
	THREADX_SECTOR_READS,
	THREADX_SECTOR_WRITES,
	THREADX_SECTOR_CACHE_MISSES,

	/* Of NetX */
	THREADX_ARP_REQUESTS_SENT,
	THREADX_ARP_RESPONSES_SENT,
	THREADX_ARP_REQUESTS_RECEIVED,
	THREADX_ARP_RESPONSES_RECEIVED,
	THREADX_PACKET_ALLOCATIONS,
	THREADX_PACKET_RELEASES,
	THREADX_EMPTY_ALLOCATIONS,
	THREADX_INVALID_RELEASES,
	THREADX_IP_PACKETS_SENT,
	THREADX_IP_BYTES_SENT,
	THREADX_IP_PACKETS_RECEIVED,
	THREADX_IP_BYTES_RECEIVED,
	THREADX_PINGS_SENT,
	THREADX_PING_RESPONSES,
	THREADX_TCP_CLIENT_CONNECTIONS,
	THREADX_TCP_SERVER_CONNECTIONS,
	THREADX_TCP_PACKETS_SENT,
	THREADX_TCP_BYTES_SENT,
	THREADX_TCP_PACKETS_RECEIVED,
	THREADX_TCP_BYTES_RECEIVED,
	THREADX_UDP_PACKETS_SENT,
	THREADX_UDP_BYTES_SENT,
	THREADX_UDP_PACKETS_RECEIVED,
	THREADX_UDP_BYTES_RECEIVED,
	THREADX_FIGURES,

	/* Where a group begins. */
	THREADX_KERNEL = THREADX_SWITCHES,
	THREADX_FILEX = THREADX_MEDIA_OPENS,
	THREADX_NETX = THREADX_ARP_REQUESTS_SENT,
};

/* Of one context: a thread, or what is none. */
struct threadx_share {
	uint64_t events[THREADX_RULES];
	uint64_t ticks; /* it ran */
};

struct threadx_stack {
	bool known;	    /* there is such a thing, */
	uint64_t available; /* ... the least that was */
	size_t event;	    /* ... and with which; 0: it never was looked at */
};

struct threadx_thread {
	struct threadx_share share;
	uint64_t suspensions[THREADX_RULES]; /* of it; caused by it */
	uint64_t resumptions[THREADX_RULES];
	struct threadx_stack stack[THREADX_RULES];
	uint64_t outside; /* stack pointers that were not in its stack */
};

/* How often a service was called. */
struct threadx_service {
	uint32_t place; /* of the context; THREADX_ANYWHERE: of all of them */
	uint32_t id;
	uint64_t count;
};

#define THREADX_ANYWHERE UINT32_MAX

struct threadx_figures {
	const struct threadx_trace *trace; /* borrowed */
	uint64_t of[THREADX_RULES][THREADX_FIGURES];
	uint64_t events[THREADX_RULES]; /* TraceX makes some up */
	uint64_t ticks;			/* from the first to the last */
	struct threadx_share idle, interrupt, initialize;
	struct threadx_share others; /* threads that have no events here */
	struct threadx_thread *thread; /* of each object; of one that is a
					* place's thread it is filled */
	struct threadx_service *service; /* those of all first, and the most
					  * frequent of each context */
	size_t services;
	uint64_t echoes; /* ICMP packets of which NetX tells nothing */
};

#endif
