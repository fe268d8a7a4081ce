/*
 * store.h - where sections are shipped to: one log there
 *
 * What was put is there for good when it was confirmed, and not before.
 * Sections that are there already are put once more without harm.
 */
#ifndef SHIP_STORE_H
#define SHIP_STORE_H

#include "source/preface.h"

struct store {
	const struct store_class *class;
};

/* Knowledge of a log in a folder when it was confirmed: it need not be read again
 * up to there. Zero at first. */
struct store_mark {
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
	struct store_mark *mark; /* borrowed by the store; or NULL */
};

/* Functions return error numbers. EBADMSG: what is there is damaged; EBUSY:
 * another is shipping the log. */
struct store_class {
	/* `last`: the number of the last section that is there. */
	int (*open)(struct store **store, const char *where,
		    const struct store_log *log, uint64_t *last);
	/* `bytes`: section_size() of them. */
	int (*put)(struct store *store, const struct section *section,
		   const unsigned char *bytes);
	int (*confirm)(struct store *store);
	void (*close)(struct store *store);
};

extern const struct store_class folder_store;

/* The class for that place. NULL: there is none of its kind. */
const struct store_class *store_find(const char *where);

#endif
