/*
 * json_args.h - fields of a described event as a JSON object
 *
 *	"args":{"id":81723,"side":"buy","price":101.25,"levels":[1,-2,3]}
 *
 * Integers have all their digits; constants are names, or numbers if unnamed;
 * characters are texts, and texts are like other data. Not-a-number is "NaN",
 * infinities are "Infinity" or "-Infinity".
 *
 * Names of objects, as far as known, follow:
 * "objects":{"queue_ptr":"queue/jobs"}
 *
 * Remaining data follows in hexadecimal: "rest":"0aff"
 */
#ifndef JSON_ARGS_H
#define JSON_ARGS_H

#include "common/jsonl.h"
#include "event/fields.h"

/* Puts a number, or the word for one that JSON does not have. narrow: it was a
 * float. */
void json_args_put_float(struct jsonl *json, double number, bool narrow);

/* Puts the fields of the last decoded item as an object, the value of args. */
void json_args_put_fields(struct jsonl *json, const struct fields *fields);

/* Puts a value of the last decoded item. */
void json_args_put_value(struct jsonl *json, const struct fields *fields,
			 const struct posix_trace_value_np *value);

/* Puts the fields of the last decoded item, with their keys, into an object. */
void json_args_put(struct jsonl *json, const struct fields *fields);

#endif
