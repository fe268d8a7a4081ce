/*
 * threads.h - whose events those of a CTF trace are
 *
 * Programs' events have their process and thread as contexts. The kernel's may
 * have none: then the last sched_switch of a processor says whose events
 * follow there.
 */
#ifndef SOURCE_CTF_THREADS_H
#define SOURCE_CTF_THREADS_H

#include "base/map.h"
#include "source/ctf/facts.h"
#include "source/ctf/frames.h"

enum { CTF_CPUS = 4096, CTF_NAMED = 256 };

struct ctf_thread {
	int32_t pid, tid; /* 0: unknown */
};

/* Zero at first. */
struct ctf_threads {
	struct ctf_frames *frames;
	bool is_ours;	/* posixtrace's: procname is that of the process */
	bool is_kernel; /* a trace of the kernel is there */
	bool has_told;
	int32_t only;		  /* process of a trace that was named last */
	struct pxt_map processes; /* processes of the kernel's threads */
	struct {
		bool is_known;
		struct ctf_thread thread;
	} cpu[CTF_CPUS];
	/* Names that were sent last. */
	struct {
		struct ctf_thread thread;
		char name[32];
	} named[CTF_NAMED];
};

void ctf_threads_fini(struct ctf_threads *threads);

/* The thread of an event. Its name is sent if it is new. */
struct ctf_thread ctf_threads_find(struct ctf_threads *threads,
				   const struct ctf_facts *facts,
				   const struct ctf_fields *fields);

/* Learns from an event that names threads, by its name. */
void ctf_threads_learn(struct ctf_threads *threads, const char *event,
		       const struct ctf_facts *facts,
		       const struct ctf_fields *fields);

#endif
