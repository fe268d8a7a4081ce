/*
 * log_known.h - the names, processes and so on that a log has told so far
 *
 * Keeps copies until fini: what was given out stays valid, unless it says
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

/* The first name of a type stays, and the first description that keeps to the
 * grammar, or else the first. ENOMEM. */
int pxt_log_known_add_name(struct pxt_log_known *known,
			   const struct pxt_log_name *name);
int pxt_log_known_add_description(struct pxt_log_known *known,
				  const struct pxt_log_name *description);
bool pxt_log_known_wants_description(const struct pxt_log_known *known,
				     const struct pxt_log_name *description);

/* The latest image of a process is the one that counts. EBADMSG: data is
 * none. ENOMEM. */
int pxt_log_known_add_process(struct pxt_log_known *known, const void *data,
			      size_t len);

/* The first of a number is the one that counts. EBADMSG: data is none. */
int pxt_log_known_add_origin(struct pxt_log_known *known, const void *data,
			     size_t len);

/* The latest name of a thread is the one that counts: what was given out
 * before is no more. EBADMSG: data is none. */
int pxt_log_known_add_thread(struct pxt_log_known *known, const void *data,
			     size_t len);

/* All of a section END. What is damaged there, in spite of its checksum, ends
 * it. ENOMEM. */
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
