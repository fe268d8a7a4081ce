/*
 * log_known.h - names, processes and so on read from a log
 *
 * Copies are kept until fini: borrowed results stay valid, unless stated
 * otherwise.
 */
#ifndef PXT_LOG_KNOWN_H
#define PXT_LOG_KNOWN_H

#include "log/log_format.h"
#include "log/log_noted.h"
#include "log/log_objects.h"
#include "model/image.h"

struct pxt_log_known {
	void *names; /* trees of tsearch() */
	void *descriptions;
	void *processes;
	void *origins;
	void *threads;
	struct pxt_log_objects objects;
	struct pxt_log_noted notes;
};

/* The first name of a type counts, and the first grammatical description, or
 * else the first. ENOMEM. */
int pxt_log_known_add_name(struct pxt_log_known *known,
			   const struct pxt_log_name *name);
int pxt_log_known_add_description(struct pxt_log_known *known,
				  const struct pxt_log_name *description);
bool pxt_log_known_wants_description(const struct pxt_log_known *known,
				     const struct pxt_log_name *description);

/* The latest image of a process counts. EBADMSG: data is invalid. ENOMEM. */
int pxt_log_known_add_process(struct pxt_log_known *known, const void *data,
			      size_t len);

/* The first origin of a number counts. EBADMSG: data is invalid. */
int pxt_log_known_add_origin(struct pxt_log_known *known, const void *data,
			     size_t len);

/* The latest name of a thread counts, and invalidates the previous one.
 * EBADMSG: data is invalid. */
int pxt_log_known_add_thread(struct pxt_log_known *known, const void *data,
			     size_t len);

/* Adds everything in END. Damage in it, in spite of its checksum, ends this.
 * ENOMEM. */
int pxt_log_known_add_recap(struct pxt_log_known *known,
			    const struct pxt_log_recap *recap);

const char *pxt_log_known_name(const struct pxt_log_known *known,
			       uint32_t family, uint32_t type);
const char *pxt_log_known_description(const struct pxt_log_known *known,
				      uint32_t family, uint32_t type);
const struct pxt_image *
pxt_log_known_process(const struct pxt_log_known *known, uint32_t origin,
		      uint32_t pid);
const struct pxt_log_origin *
pxt_log_known_origin(const struct pxt_log_known *known, uint32_t number);
const char *pxt_log_known_thread(const struct pxt_log_known *known,
				 uint32_t origin, uint32_t pid, uint32_t tid);

void pxt_log_known_fini(struct pxt_log_known *known);

#endif
