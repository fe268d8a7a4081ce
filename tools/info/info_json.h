/*
 * info_json.h - JSON shared by logs and captures
 *
 * Functions put members into an open object.
 */
#ifndef INFO_INFO_JSON_H
#define INFO_INFO_JSON_H

#include "common/jsonl.h"
#include "source/source.h"

/* Puts a text that may be invalid UTF-8. */
void info_json_text(struct jsonl *json, const char *key, const char *text);

/* Puts the first event, the last one, and the duration. */
void info_json_times(struct jsonl *json, const struct timespec *first,
		     const struct timespec *last);

/* Puts the damaged places of an origin's source. */
void info_json_places(struct jsonl *json, struct source *source,
		      unsigned origin);

/* A list that is opened with its first entry, and has to be closed if there was
 * any. */
struct info_json_list {
	struct jsonl *json;
	unsigned origin;
	bool any;
};

void info_json_begin_entry(struct info_json_list *list, const char *name);

/* Notes and objects. */
void info_json_objects(struct jsonl *json, struct source *source);

#endif
