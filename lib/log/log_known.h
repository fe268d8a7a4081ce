/*
 * log_known.h - the names, descriptions and processes that a log has told so
 * far
 *
 * Keeps copies, all of them until fini: what was given out stays valid.
 */
#ifndef PXT_LOG_KNOWN_H
#define PXT_LOG_KNOWN_H

#include "log/log_format.h"
#include "model/image.h"

struct pxt_log_known {
	void *names; /* trees of tsearch() */
	void *descriptions;
	void *processes;
};

/* The first name of a type stays, and the first description. ENOMEM. */
int pxt_log_known_add_name(struct pxt_log_known *known,
			   const struct pxt_log_name *name);
int pxt_log_known_add_description(struct pxt_log_known *known,
				  const struct pxt_log_name *description);

/* The latest image of a process is the one that counts. EBADMSG: data is
 * none. ENOMEM. */
int pxt_log_known_add_process(struct pxt_log_known *known, const void *data,
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
pxt_log_known_process(const struct pxt_log_known *known, uint32_t pid);

void pxt_log_known_fini(struct pxt_log_known *known);

#endif
