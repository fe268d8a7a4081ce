/*
 * target.c - what is to be reached, and whether it was
 */
#include <math.h>
#include <string.h>

#include "target.h"

struct definition {
	const char *section;
	const char *what;
	enum result_bound bound;
	double wanted;
	const char *unit;
};

static const struct definition definitions[TARGETS] = {
	[TARGET_NOTHING] = { "events", "an event, nothing traced",
			     RESULT_AT_MOST, 1.3, "ns" },
	[TARGET_SUSPENDED] = { "events", "an event, suspended", RESULT_AT_MOST,
			       3, "ns" },
	[TARGET_FILTERED] = { "events", "an event, filtered out",
			      RESULT_AT_MOST, 3, "ns" },
	[TARGET_LOOP] = { "events", "an event in LOOP, 0 to 64 bytes",
			  RESULT_AT_MOST, 1.15, "floor" },
	[TARGET_TWO_THREADS] = { "events", "two threads' rate to one's",
				 RESULT_AT_LEAST, 1.95, "x" },
	[TARGET_SIZES] = { "sizes",
			   "an event, 0 to 256 bytes, 256 KiB and more",
			   RESULT_AT_MOST, 1.15, "floor" },
	[TARGET_SMALL_STREAM] = { "sizes", "the same in a stream of 64 KiB",
				  RESULT_AT_MOST, 1.3, "floor" },
	[TARGET_LONG_DATA] = { "sizes", "an event of 4096 bytes",
			       RESULT_AT_MOST, 1.1, "floor" },
	[TARGET_WORST] = { "sizes",
			   "99.9 % of events, a clock's reading included",
			   RESULT_AT_MOST, 1000, "ns" },
	[TARGET_SECOND_STREAM] = { "streams", "a second stream adds",
				   RESULT_AT_MOST, 0.4, "floor" },
	[TARGET_THREADS] = { "scaling", "an event of 1000 threads, to one's",
			     RESULT_AT_MOST, 1.5, "x" },
	[TARGET_PROCESSES] = { "scaling", "an event of 100 processes, to one's",
			       RESULT_AT_MOST, 1.5, "x" },
	[TARGET_CHUNKS] = { "scaling", "reading more chunks, to n log n",
			    RESULT_AT_MOST, 1, "x" },
	[TARGET_LINKING] = { "startup",
			     "linking the library, to linking a trivial one",
			     RESULT_AT_MOST, 90, "us" },
	[TARGET_ATTACHING] = { "startup", "attaching, until the first event",
			       RESULT_AT_MOST, 700, "us" },
	[TARGET_IDLE_MEMORY] = { "startup",
				 "own memory of an idle traced process",
				 RESULT_AT_MOST, 64, "KiB" },
	[TARGET_CREATING] = { "startup",
			      "creating, 60 streams and 1000 files about",
			      RESULT_AT_MOST, 300, "us" },
	[TARGET_SUSTAINED] = { "log", "flushing at full speed, to dd",
			       RESULT_AT_LEAST, 0.6, "x" },
	[TARGET_LOSSES] = { "log", "lost at 5 million events a second",
			    RESULT_AT_MOST, 0, "events" },
	[TARGET_LOG_THREAD] = { "log", "log thread at 1 million a second",
				RESULT_AT_MOST, 10, "% CPU" },
	[TARGET_PACKED_RATE] = { "compression",
				 "recording compressed, to plain",
				 RESULT_AT_LEAST, 0.6, "x" },
	[TARGET_PACKED_SIZE] = { "compression", "the demo's log is smaller by",
				 RESULT_AT_LEAST, 4, "x" },
	[TARGET_PART] = { "parts", "a part of 356 events, besides these",
			  RESULT_AT_MOST, 32, "KiB" },
	[TARGET_GETNEXT] = { "reading", "posix_trace_getnext_event",
			     RESULT_AT_LEAST, 20, "M/s" },
	[TARGET_SEEK] = { "reading", "open, seek and read in the large log",
			  RESULT_AT_MOST, 100, "ms" },
	[TARGET_READER_MEMORY] = { "reading",
				   "reader's memory, log 10 x larger",
				   RESULT_AT_MOST, 1.1, "x" },
	[TARGET_EXPORT_MEMORY] = { "reading",
				   "ThreadX's export's memory, log 10 x larger",
				   RESULT_AT_MOST, 1.5, "x" },
	[TARGET_WALK] = { "workers", "a walk, one worker", RESULT_AT_LEAST, 30,
			  "M/s" },
	[TARGET_WALK_TWO] = { "workers", "a walk of two workers, to one's",
			      RESULT_AT_LEAST, 1.8, "x" },
	[TARGET_STAT] = { "workers", "posixtrace stat, one worker",
			  RESULT_AT_LEAST, 20, "M/s" },
	[TARGET_SHOW] = { "workers", "posixtrace show, one worker",
			  RESULT_AT_LEAST, 10, "M/s" },
	[TARGET_SHOW_JSON] = { "workers", "posixtrace show -f json, one worker",
			       RESULT_AT_LEAST, 2, "M/s" },
	[TARGET_THREADX] = { "foreign", "importing events of ThreadX",
			     RESULT_AT_LEAST, 10, "M/s" },
	[TARGET_LITEOS] = { "foreign", "importing a buffer of LiteOS",
			    RESULT_AT_LEAST, 10, "M/s" },
	[TARGET_LITEOS_STREAM] = { "foreign", "importing a stream of LiteOS",
				   RESULT_AT_LEAST, 200, "MB/s" },
	[TARGET_RKH_STREAM] = { "foreign", "importing a stream of RKH",
				RESULT_AT_LEAST, 200, "MB/s" },
	[TARGET_AIX_EVENT] = { "firmware", "a hook of AIX, recorded",
			       RESULT_AT_MOST, 1.5, "events" },
	[TARGET_AIX_OFF] = { "firmware", "a hook of AIX, off, adds",
			     RESULT_AT_MOST, 5, "ns" },
	[TARGET_LITEOS_EVENT] = { "firmware",
				  "an event of LiteOS besides its buffer",
				  RESULT_AT_MOST, 1.5, "events" },
	[TARGET_LITEOS_OFF] = { "firmware",
				"an event of LiteOS in no stream adds",
				RESULT_AT_MOST, 5, "ns" },
	[TARGET_RKH_EVENT] = { "firmware", "a record of RKH besides its ring",
			       RESULT_AT_MOST, 1.5, "events" },
	[TARGET_RKH_OFF] = { "firmware", "a record of RKH in no stream adds",
			     RESULT_AT_MOST, 5, "ns" },
	[TARGET_THREADX_EVENT] = { "firmware",
				   "an event of ThreadX besides its buffer",
				   RESULT_AT_MOST, 1.5, "events" },
	[TARGET_THREADX_OFF] = { "firmware",
				 "an event of ThreadX in no stream adds",
				 RESULT_AT_MOST, 5, "ns" },
	[TARGET_TEMPLATES] = { "templates", "printing events by a template",
			       RESULT_AT_LEAST, 2, "M/s" },
	[TARGET_WRAP_LOCK] = { "wrap", "a mutex locked and unlocked, recorded",
			       RESULT_AT_MOST, 2.5, "events" },
	[TARGET_WRAP_MASKED] = { "wrap", "a wrapped call of a masked group",
				 RESULT_AT_MOST, 3, "ns" },
	[TARGET_WRAP_FILTERED] = { "wrap",
				   "a wrapped call whose event is filtered out",
				   RESULT_AT_MOST, 3, "ns" },
	[TARGET_WRAP_START] = { "wrap", "record --wrap=all, to record, starts",
				RESULT_AT_MOST, 8, "ms" },
	[TARGET_UFTRACE] = { "wrap", "uftrace's time for a call, to ours",
			     RESULT_AT_LEAST, 1, "x" },
	[TARGET_STRACE] = { "wrap", "strace's time for a call, to ours",
			    RESULT_AT_LEAST, 100, "x" },
	[TARGET_LTTNG] = { "lttng", "LTTng-UST's time for an event, to ours",
			   RESULT_AT_LEAST, 5, "x" },
	[TARGET_BABELTRACE] = { "lttng", "babeltrace2's time, to show's",
				RESULT_AT_LEAST, 40, "x" },
	[TARGET_SCALE_SEEK] = { "scale", "a seek reads, log 100 x larger",
				RESULT_AT_MOST, 1.5, "x" },
	[TARGET_SCALE_STAT] = { "scale",
				"stat of a range reads, log 100 x larger",
				RESULT_AT_MOST, 1.5, "x" },
	[TARGET_SCALE_MEMORY] = { "scale",
				  "a reader's memory, log 100 x larger",
				  RESULT_AT_MOST, 1.1, "x" },
};

void targets_init(struct targets *targets)
{
	for (unsigned i = 0; i < TARGETS; i++)
		targets->measured[i] = NAN;
}

void targets_measured(struct targets *targets, enum target target, double value)
{
	double *measured = &targets->measured[target];

	*measured = definitions[target].bound == RESULT_AT_MOST ?
			    fmax(*measured, value) :
			    fmin(*measured, value);
}

void targets_conclude(const struct targets *targets, const char *section,
		      struct results *results)
{
	for (unsigned i = 0; i < TARGETS; i++) {
		const struct definition *def = &definitions[i];
		struct result_target target = {
			.what = def->what,
			.unit = def->unit,
			.bound = def->bound,
			.wanted = def->wanted,
			.measured = targets->measured[i],
		};

		if (!strcmp(def->section, section))
			results_target(results, &target);
	}
}
