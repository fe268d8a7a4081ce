/*
 * sink.h - where gathered logs are stored, and how far a stream was read
 */
#ifndef SINK_H
#define SINK_H

#include "gather/lease.h"
#include "nats/fleet_subject.h"
#include "ship/store.h"

struct sink {
	const struct sink_class *class;
};

/* A log there, as a gatherer knows it */
struct sink_log {
	struct fleet_subject name;
	struct store *store;
	struct store_state state;
	uint64_t last;	   /* number of its last section there */
	char *path;	   /* file below the folder; or NULL */
	uint64_t *refused; /* of store_log */
};

/* Functions return error numbers. */
struct sink_class {
	/* Returns NULL, or a sentence that says what is wrong with that name of
	 * a destination; it repeats none of it. NULL: nothing ever is. */
	const char *(*refuse)(const char *where);
	/* stream: a name that no other stream has; where, options: borrowed. */
	int (*open)(struct sink **sink, const char *where, const char *stream,
		    const struct store_options *options);
	void (*close)(struct sink *sink);
	/* Takes a shard of the stream; one at a time. EBUSY: another has it. */
	int (*take)(struct sink *sink, unsigned shard,
		    struct shard_checkpoint *checkpoint);
	/* Says how far the shard was read: what came up to there is confirmed. */
	int (*move)(struct sink *sink, struct shard_checkpoint checkpoint);
	void (*give)(struct sink *sink);
	/* Opens log->store, and sets log->last. Without a preface the log has
	 * to be there: ENOENT. Besides, errors of store_class.open. */
	int (*open_log)(struct sink *sink, struct sink_log *log,
			const struct preface *preface);
	/* Is told of a log that has more now. */
	void (*note)(struct sink *sink, const struct sink_log *log);
	/* Text for the last error, instead of that of strerror(); NULL: none. */
	const char *(*why)(void);
};

extern const struct sink_class folder_sink, postgres_sink;

/* The class for that destination. NULL: there is none of its kind. */
const struct sink_class *sink_find(const char *where);

#endif
