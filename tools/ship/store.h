/*
 * store.h - where sections are shipped to: one log there
 *
 * What was put is there for good when it was confirmed, and not before.
 * Sections that are there already are put once more without harm.
 */
#ifndef SHIP_STORE_H
#define SHIP_STORE_H

#include "ship/store_options.h"
#include "source/preface.h"

struct fleet_subject;

struct store {
	const struct store_class *class;
	uint64_t *refused; /* as of store_log */
};

/* Knowledge of a log in a folder when it was confirmed: it need not be read again
 * up to there. Zero at first. */
struct store_state {
	uint64_t dev, ino;
	uint64_t last; /* number of the last section */
	uint64_t len;
	uint64_t events; /* in its chunks */
};

/* A log to be shipped */
struct store_log {
	const char *name; /* file name without folder */
	const struct preface *preface;
	uint64_t confirmed; /* number of the last section confirmed before */
	struct store_state *state; /* borrowed by the store; or NULL */
	int fd;			   /* descriptor of its file; -1: none */
	uint64_t source; /* file_identity() of its file; 0: not known */
	const struct store_options *options; /* options, borrowed; NULL: none */
	/* Host and program, where others say so than the log; or NULL */
	const struct fleet_subject *subject;
	/* Rows that a database takes in no form, of what is there by now, are
	 * added to it until the store is closed; borrowed; NULL: nobody counts */
	uint64_t *refused;
};

/* Functions return error numbers. EBADMSG: what is there is damaged; EEXIST: it
 * is another log; EBUSY: another is shipping the log. */
struct store_class {
	const char *kind;   /* what the destination is, in messages */
	unsigned abilities; /* enum store_ability */
	/* Returns NULL, or a sentence that says what is wrong with that name of
	 * a destination; it repeats none of it. NULL: nothing ever is. */
	const char *(*refuse)(const char *where);
	/* ENODATA: the log does not say enough of itself yet.
	 * `last`: the number of the last section that is there, which may be
	 * learned although there is an error. EDEADLK: the log itself is there. */
	int (*open)(struct store **store, const char *where,
		    const struct store_log *log, uint64_t *last);
	/* `bytes`: section_size() of them. */
	int (*put)(struct store *store, const struct section *section,
		   const unsigned char *bytes);
	/* EEXIST: there is another section of that number. 0: it is the same, or
	 * that is not known. NULL: it never is. */
	int (*compare)(struct store *store, const struct section *section);
	/* The checksum of the section of that number there. ENODATA: it is not
	 * known. NULL: it never is. */
	int (*find_sum)(struct store *store, uint64_t number, uint32_t *sum);
	int (*confirm)(struct store *store);
	void (*close)(struct store *store);
	/* Text for the last error, instead of that of strerror(); NULL: none. */
	const char *(*why)(void);
};

extern const struct store_class folder_store, nats_store, postgres_store,
	ssh_store;

/* The class for that destination. NULL: there is none of its kind. */
const struct store_class *store_find(const char *where);

#endif
