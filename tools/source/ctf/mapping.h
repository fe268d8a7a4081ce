/*
 * mapping.h - the messages of libbabeltrace2 as frames
 */
#ifndef SOURCE_CTF_MAPPING_H
#define SOURCE_CTF_MAPPING_H

#include "source/ctf/plan.h"
#include "source/ctf/threads.h"

/* Zero at first, but for plans.spans, the frames of both parts and what is
 * wanted. */
struct ctf_mapping {
	struct ctf_frames *frames;
	struct ctf_plans plans;
	struct ctf_threads threads;
	bool wants_modules; /* modules are wanted, and no items */
	bool has_modules;   /* events may tell of some */
	bool is_done;	    /* further messages are useless */
	bool has_origin;
	bool has_no_clock; /* told */
	unsigned char uuid[16];
	char host[65];
	uint64_t last; /* time of the last item */
};

/* Sends what a message says. ENOMEM. */
int ctf_mapping_put(struct ctf_mapping *mapping, const bt_message *message);
void ctf_mapping_fini(struct ctf_mapping *mapping);

#endif
