/*
 * json_args.h - the fields of a described event as a JSON object
 *
 *	"args":{"id":81723,"side":"buy","price":101.25,"levels":[1,-2,3]}
 *
 * Integers have all their digits; constants are their names, or numbers where
 * they have none; characters are texts, and texts are as data is. A number that
 * is none is "NaN", one without end "Infinity" or "-Infinity".
 *
 * What objects are called that fields name, and the log knows, follows beside
 * it: "objects":{"queue_ptr":"queue/jobs"}
 *
 * What the data has behind its fields follows in hexadecimal: "rest":"0aff"
 */
#ifndef JSON_ARGS_H
#define JSON_ARGS_H

#include "common/jsonl.h"
#include "event/fields.h"

/* Put the fields of the item decoded last, with their keys, into an object. */
void json_args_put(struct jsonl *json, const struct fields *fields);

#endif
