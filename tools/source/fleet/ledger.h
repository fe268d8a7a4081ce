/*
 * ledger.h - the logs of a folder that were removed to make room
 *
 * A recorder that removes a log has a line for it in a file of that folder, so
 * that what ships logs learns of those that it has never seen. A file of more
 * than LEDGER_MOST bytes loses its older half; numbers go on.
 *
 *	posixtrace removed 1
 *	NUMBER UUID EVENTS FIRST LAST NAME
 *
 * EVENTS is - where they could not be counted; times are nanoseconds of
 * CLOCK_REALTIME, 0 without events. In NAME, %XX is a byte.
 */
#ifndef FLEET_LEDGER_H
#define FLEET_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

enum { LEDGER_UUID = 16, LEDGER_NAME = 256, LEDGER_MOST = 1 << 18 };

struct ledger_entry {
	uint64_t number; /* counted from 1 */
	unsigned char uuid[LEDGER_UUID];
	bool is_counted;
	uint64_t events;
	int64_t first_ns, last_ns;
	char name[LEDGER_NAME]; /* without the folder */
};

/* A ledger that is written: no other process reads or writes it meanwhile. */
struct ledger {
	int fd;
	char *path;
	uint64_t number; /* number of the last entry */
	uint64_t size;
};

/* The ledger of the folder that has this log. EAGAIN: others do not let go of
 * it. */
int ledger_open(struct ledger *ledger, const char *log);
void ledger_close(struct ledger *ledger);

/* Adds an entry, with the next number, or takes back the one added. */
int ledger_add(struct ledger *ledger, const struct ledger_entry *entry);
void ledger_take_back(struct ledger *ledger);

/* The name of the file in a folder, which is "" or ends with a slash; to be
 * freed. NULL: no memory. */
char *ledger_path(const char *folder);

/* Gives all entries, until `take` returns false. ENOENT: there is no ledger. */
int ledger_read(const char *path,
		bool (*take)(void *taker, const struct ledger_entry *entry),
		void *taker);

#endif
