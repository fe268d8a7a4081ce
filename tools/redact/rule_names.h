/*
 * rule_names.h - names in rules that no event has
 *
 * What a misspelt rule is about stays in the copy.
 */
#ifndef REDACT_RULE_NAMES_H
#define REDACT_RULE_NAMES_H

#include "event/fields.h"
#include "redact/redaction.h"

/* Reports each that is similar to others: any other one may be of another log.
 * fields: of the source that was read. */
void rule_names_tell(const struct redaction *redaction, struct fields *fields);

#endif
