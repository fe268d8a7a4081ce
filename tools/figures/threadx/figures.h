/*
 * figures.h - figures of a ThreadX trace
 *
 * Each figure exists twice: exact, and as TraceX counts it, if that differs.
 * docs/formats.md defines them.
 */
#ifndef FIGURES_THREADX_FIGURES_H
#define FIGURES_THREADX_FIGURES_H

#include "figures/threadx/trace.h"

/* Exact, and TraceX's. */
enum threadx_rules { THREADX_OURS, THREADX_TRACEX, THREADX_RULES };

enum threadx_figure {
	/* Kernel */
	THREADX_SWITCHES,
	THREADX_PREEMPTIONS,
	THREADX_TIME_SLICES,
	THREADX_SUSPENSIONS,
	THREADX_RESUMPTIONS,
	THREADX_INTERRUPTS,
	THREADX_NESTED_INTERRUPTS,
	THREADX_INVERSIONS,
	THREADX_NONDETERMINISTIC,

	/* FileX */
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

	/* NetX */
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

	/* First figures of each group. */
	THREADX_KERNEL = THREADX_SWITCHES,
	THREADX_FILEX = THREADX_MEDIA_OPENS,
	THREADX_NETX = THREADX_ARP_REQUESTS_SENT,
};

/* The share of a context: a thread or a special one. */
struct threadx_share {
	uint64_t events[THREADX_RULES];
	uint64_t ticks; /* running time */
};

struct threadx_stack {
	bool known;	    /* data exists */
	uint64_t available; /* minimum available */
	size_t event;	    /* event with the minimum; 0: none */
};

struct threadx_thread {
	struct threadx_share share;
	uint64_t suspensions[THREADX_RULES]; /* suspensions of it; caused by
					      * it */
	uint64_t resumptions[THREADX_RULES];
	struct threadx_stack stack[THREADX_RULES];
	uint64_t outside; /* stack pointers outside of its stack */
};

/* Calls of a service. */
struct threadx_service {
	uint32_t place; /* context; THREADX_ANYWHERE: total */
	uint32_t id;
	uint64_t count;
};

#define THREADX_ANYWHERE UINT32_MAX

struct threadx_figures {
	const struct threadx_trace *trace; /* borrowed */
	uint64_t of[THREADX_RULES][THREADX_FIGURES];
	uint64_t events[THREADX_RULES]; /* TraceX adds some */
	uint64_t ticks;			/* first to last event */
	struct threadx_share idle, interrupt, initialize;
	struct threadx_share others;	 /* threads without events here */
	struct threadx_thread *thread;	 /* objects' threads; filled for the
				        * thread of a place */
	struct threadx_service *service; /* totals first, then the most frequent
					  * per context */
	size_t services;
	uint64_t echoes; /* ICMP packets that NetX does not report */
};

#endif
