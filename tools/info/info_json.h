/*
 * info_json.h - what the JSON of a log and of a capture has in common
 *
 * All of it goes into an object that is open.
 */
#ifndef INFO_INFO_JSON_H
#define INFO_INFO_JSON_H

#include "common/jsonl.h"
#include "source/source.h"

/* A text that may be no UTF-8. */
void info_json_text(struct jsonl *json, const char *key, const char *text);

/* The first event, the last one, and how long that is. */
void info_json_times(struct jsonl *json, const struct timespec *first,
		     const struct timespec *last);

/* The places where what an origin was made of was damaged. */
void info_json_places(struct jsonl *json, struct source *source,
		      unsigned origin);

/* An entry of a list, which is begun with the first one and has to be closed
 * if there was any. */
struct info_json_list {
	struct jsonl *json;
	unsigned origin;
	bool any;
};

void info_json_begin_entry(struct info_json_list *list, const char *name);

/* Notes and objects. */
void info_json_objects(struct jsonl *json, struct source *source);

#endif
