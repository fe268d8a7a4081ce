/*
 * log_dictionary.h - names, processes and so on read from a log
 *
 * Copies are kept until fini: borrowed results stay valid, unless stated
 * otherwise.
 */
#ifndef PXT_LOG_DICTIONARY_H
#define PXT_LOG_DICTIONARY_H

#include "log/log_format.h"
#include "log/log_notes.h"
#include "log/log_objects.h"
#include "model/image.h"

struct pxt_log_dictionary {
	void *names; /* trees of tsearch() */
	void *descriptions;
	void *processes;
	void *origins;
	uint32_t origins_end; /* behind the greatest number of an origin */
	void *threads;
	struct pxt_log_objects objects;
	struct pxt_log_notes notes;
};

/* Adds an entry, as a section has it. dictionary may be NULL: then the entry is
 * checked only. EBADMSG: it is none. ENOMEM. */
typedef int pxt_log_add_entry(struct pxt_log_dictionary *dictionary,
			      const void *data, size_t len);

/* The first name of a type stays, and the first description that keeps to the
 * grammar, or else the first one. */
pxt_log_add_entry pxt_log_dictionary_add_name;
pxt_log_add_entry pxt_log_dictionary_add_description;

/* The latest image of a process counts. */
pxt_log_add_entry pxt_log_dictionary_add_process;

/* The first origin of a number counts. */
pxt_log_add_entry pxt_log_dictionary_add_origin;

/* The latest name of a thread counts, and invalidates the previous one. */
pxt_log_add_entry pxt_log_dictionary_add_thread;

pxt_log_add_entry pxt_log_dictionary_add_object;
pxt_log_add_entry pxt_log_dictionary_add_note;

/* True if adding the description would change the dictionary. */
bool pxt_log_dictionary_wants_description(
	const struct pxt_log_dictionary *dictionary,
	const struct pxt_log_name *description);

const char *pxt_log_dictionary_name(const struct pxt_log_dictionary *dictionary,
				    uint32_t family, uint32_t type);
const char *
pxt_log_dictionary_description(const struct pxt_log_dictionary *dictionary,
			       uint32_t family, uint32_t type);
const struct pxt_image *
pxt_log_dictionary_process(const struct pxt_log_dictionary *dictionary,
			   uint32_t origin, uint32_t pid);

/* NULL: none. Origins that are left out between others are unknown ones. */
const struct pxt_log_origin *
pxt_log_dictionary_origin(const struct pxt_log_dictionary *dictionary,
			  uint32_t number);
const char *
pxt_log_dictionary_thread(const struct pxt_log_dictionary *dictionary,
			  uint32_t origin, uint32_t pid, uint32_t tid);

void pxt_log_dictionary_fini(struct pxt_log_dictionary *dictionary);

#endif
