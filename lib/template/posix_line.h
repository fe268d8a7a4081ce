/*
 * posix_line.h - which events of this system a template is for
 *
 *	#!posix event "app.loop" hook 7F01 kind=words subhook=2 word=8
 *	#!posix event "MEM_ALLOC" hook E020 system=LiteOS
 *	#!posix event "mutex_lock" hook C042 layout=0x9d3c07b1
 *	#!posix event "aix.fork" hook 139 kind=hook word=4 order=big
 *
 * To AIX that line of a file of templates is a comment.
 */
#ifndef PXT_TEMPLATE_POSIX_LINE_H
#define PXT_TEMPLATE_POSIX_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "template/complaint.h"
#include "template/lexer.h"

/* What an event's data is. */
enum pxt_payload_kind {
	PXT_PAYLOAD_WORDS,   /* data words, then anything */
	PXT_PAYLOAD_GENERIC, /* a data word, then bytes */
	PXT_PAYLOAD_RAW,     /* bytes */
	PXT_PAYLOAD_HOOK,    /* it begins with a hook word */
};

enum { PXT_SYSTEM_SIZE = 16 };

/* How an event's data becomes an entry. */
struct pxt_attachment {
	uint16_t id;
	enum pxt_payload_kind kind;
	uint16_t subhook;
	uint8_t word; /* bytes; 0: as the system that recorded it */
	bool has_order; /* of bytes; else it is this machine's */
	bool is_big;
	char system[PXT_SYSTEM_SIZE]; /* whose events; "": of any */
	bool has_layout; /* only those whose description has this mark */
	uint32_t layout;
};

/* Read such a line, from behind "#!posix". The name is a token of it. False:
 * it is none, which was told. */
bool pxt_posix_line_parse(struct pxt_lexer *lexer,
			  struct pxt_complaints *complaints,
			  struct pxt_attachment *attachment,
			  struct pxt_token *name);

#endif
