/*
 * json_record.h - spans and records of OpenTelemetry in JSON
 */
#ifndef BRIDGE_OTLP_JSON_RECORD_H
#define BRIDGE_OTLP_JSON_RECORD_H

#include "bridge/otlp/json_text.h"
#include "bridge/otlp/record.h"

/* Composes it in text. Returns an error of memory. */
int json_record_compose(struct json_text *text,
			const struct otlp_record *record);

/* Puts a list of attributes, with its brackets. */
void json_record_put_list(struct jsonl *json, const struct otlp_list *list);

#endif
