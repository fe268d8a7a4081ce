/*
 * posix_line.h - lines "#!posix": the events of this system that a template is
 * for
 *
 *	#!posix event "app.loop" hook 7F01 kind=words subhook=2 word=8
 *	#!posix event "MEM_ALLOC" hook E020 system=LiteOS
 *	#!posix event "mutex_lock" hook C042 layout=0x9d3c07b1
 *	#!posix event "aix.fork" hook 139 kind=hook word=4 order=big
 *
 * AIX reads such a line of a file of templates as a comment.
 */
#ifndef PXT_TEMPLATE_POSIX_LINE_H
#define PXT_TEMPLATE_POSIX_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "template/complaint.h"
#include "template/lexer.h"

/* The form of an event's data. */
enum pxt_payload_kind {
	PXT_PAYLOAD_WORDS,   /* data words, then anything */
	PXT_PAYLOAD_GENERIC, /* a data word, then bytes */
	PXT_PAYLOAD_RAW,     /* bytes */
	PXT_PAYLOAD_HOOK,    /* a hook word, and what follows */
};

enum { PXT_SYSTEM_SIZE = 16 };

/* The conversion of an event's data into an entry. */
struct pxt_attachment {
	uint16_t id;
	enum pxt_payload_kind kind;
	uint16_t subhook;
	uint8_t word;	/* bytes; 0: the recording system's */
	bool has_order; /* the byte order is given; else this machine's */
	bool is_big;
	char system[PXT_SYSTEM_SIZE]; /* the system that the events come from;
				       * "": any */
	bool has_layout;	      /* only for descriptions with this mark */
	uint32_t layout;
};

/* Parses such a line, from behind "#!posix". The name is a token of it. False:
 * there was an error, which is reported. */
bool pxt_posix_line_parse(struct pxt_lexer *lexer,
			  struct pxt_complaints *complaints,
			  struct pxt_attachment *attachment,
			  struct pxt_token *name);

#endif
