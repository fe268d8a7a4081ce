/*
 * middleware.c - figures of FileX and NetX
 */
#include "figures/threadx/middleware.h"

enum {
	COUNT = 0, /* count of events; otherwise the word to sum up, from 1 */

	/* Special conditions. */
	EMPTY = 1,
	INVALID,
	ECHO,

	FX_FIRST = 201,
	NX_LAST = 436,
	ICMP_RECEIVE = 304,
	ALLOCATED = 0xaaaaaaaa, /* a packet's queue */
};

static const struct {
	uint16_t id;
	uint8_t figure;
	uint8_t word;
	uint8_t condition;
} counted[] = {
	{ 261, THREADX_MEDIA_OPENS, COUNT, 0 },
	{ 258, THREADX_MEDIA_CLOSES, COUNT, 0 },
	{ 255, THREADX_MEDIA_ABORTS, COUNT, 0 },
	{ 203, THREADX_MEDIA_FLUSHES, COUNT, 0 },
	{ 204, THREADX_DIRECTORY_READS, COUNT, 0 },
	{ 205, THREADX_DIRECTORY_WRITES, COUNT, 0 },
	{ 202, THREADX_DIRECTORY_CACHE_MISSES, COUNT, 0 },
	{ 247, THREADX_FILE_OPENS, COUNT, 0 },
	{ 243, THREADX_FILE_CLOSES, COUNT, 0 },
	{ 248, THREADX_FILE_BYTES_READ, 4, 0 },
	{ 254, THREADX_FILE_BYTES_WRITTEN, 4, 0 },
	{ 206, THREADX_SECTOR_READS, 3, 0 },
	{ 207, THREADX_SECTOR_WRITES, 3, 0 },
	{ 201, THREADX_SECTOR_CACHE_MISSES, COUNT, 0 },

	{ 301, THREADX_ARP_REQUESTS_SENT, COUNT, 0 },
	{ 303, THREADX_ARP_RESPONSES_SENT, COUNT, 0 },
	{ 300, THREADX_ARP_REQUESTS_RECEIVED, COUNT, 0 },
	{ 302, THREADX_ARP_RESPONSES_RECEIVED, COUNT, 0 },
	{ 386, THREADX_PACKET_ALLOCATIONS, COUNT, 0 },
	{ 394, THREADX_PACKET_RELEASES, COUNT, 0 },
	{ 386, THREADX_EMPTY_ALLOCATIONS, COUNT, EMPTY },
	{ 394, THREADX_INVALID_RELEASES, COUNT, INVALID },
	{ 309, THREADX_IP_PACKETS_SENT, COUNT, 0 },
	{ 309, THREADX_IP_BYTES_SENT, 4, 0 },
	{ 308, THREADX_IP_PACKETS_RECEIVED, COUNT, 0 },
	{ 308, THREADX_IP_BYTES_RECEIVED, 4, 0 },
	{ 362, THREADX_PINGS_SENT, COUNT, 0 },
	{ ICMP_RECEIVE, THREADX_PING_RESPONSES, COUNT, ECHO },
	{ 401, THREADX_TCP_CLIENT_CONNECTIONS, COUNT, 0 },
	{ 407, THREADX_TCP_SERVER_CONNECTIONS, COUNT, 0 },
	{ 421, THREADX_TCP_PACKETS_SENT, COUNT, 0 },
	{ 421, THREADX_TCP_BYTES_SENT, 3, 0 },
	{ 419, THREADX_TCP_PACKETS_RECEIVED, COUNT, 0 },
	{ 419, THREADX_TCP_BYTES_RECEIVED, 3, 0 },
	{ 436, THREADX_UDP_PACKETS_SENT, COUNT, 0 },
	{ 436, THREADX_UDP_BYTES_SENT, 3, 0 },
	{ 434, THREADX_UDP_PACKETS_RECEIVED, COUNT, 0 },
	{ 434, THREADX_UDP_BYTES_RECEIVED, 4, 0 },
};

static bool says(const struct threadx_event *event, unsigned condition)
{
	switch (condition) {
	case EMPTY:
		return !event->info[3];
	case INVALID:
		return event->info[1] != ALLOCATED;
	case ECHO:
		return !(event->info[3] & 0xffff0000);
	}
	return true;
}

static void add(struct threadx_figures *figures,
		const struct threadx_event *event)
{
	uint64_t *ours = figures->of[THREADX_OURS];

	for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++)
		if (event->id == counted[i].id &&
		    says(event, counted[i].condition))
			ours[counted[i].figure] +=
				counted[i].word ?
					event->info[counted[i].word - 1] :
					1;
	if (event->id == ICMP_RECEIVE)
		figures->echoes += !event->info[3];
}

void threadx_middleware(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;

	for (size_t i = 0; i < trace->count; i++)
		if (trace->event[i].id >= FX_FIRST &&
		    trace->event[i].id <= NX_LAST)
			add(figures, &trace->event[i]);

	/* TraceX sums up in 32 bits. */
	for (int i = THREADX_FILEX; i < THREADX_FIGURES; i++)
		figures->of[THREADX_TRACEX][i] =
			(uint32_t)figures->of[THREADX_OURS][i];
}
