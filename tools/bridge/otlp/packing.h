/*
 * packing.h - spans and records of OpenTelemetry as protocol buffers
 */
#ifndef BRIDGE_OTLP_PACKING_H
#define BRIDGE_OTLP_PACKING_H

#include "bridge/arena.h"
#include "bridge/otlp/record.h"

struct otlp_bytes {
	const uint8_t *data;
	size_t len;
};

/* Records of a resource, all packed. */
struct otlp_group {
	struct otlp_bytes resource;
	const struct otlp_bytes *record;
	size_t records;
};

/* The last message that was packed. Zero at first. */
struct packing {
	struct arena arena;
	uint8_t *bytes;
	size_t len, room;
};

enum { PACKING_MESSAGE = 256 };

/* The part that a collector did not take */
struct otlp_partial {
	int64_t rejected;
	char message[PACKING_MESSAGE];
};

void packing_fini(struct packing *packing);

/* Pack a message. ENOMEM. */
int packing_record(struct packing *packing, const struct otlp_record *record);
int packing_resource(struct packing *packing, const struct otlp_list *list);
int packing_request(struct packing *packing, const struct otlp_group *group,
		    size_t groups);

/* Reads the answer to a request. False: it is none. */
bool packing_read_answer(const uint8_t *bytes, size_t len,
			 struct otlp_partial *partial);

#endif
