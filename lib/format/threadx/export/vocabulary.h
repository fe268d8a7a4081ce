/*
 * vocabulary.h - what events of other systems mean in ThreadX
 *
 * By their names, which are those of a program that was recorded with
 * record --wrap, or of LiteOS. One that has no object of the kind that is
 * meant, or is not there, is an event of the user.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_VOCABULARY_H
#define PXT_FORMAT_THREADX_EXPORT_VOCABULARY_H

#include <stdint.h>

#include <trace_np.h>

/* Where an information word comes from. */
enum pxt_threadx_what {
	PXT_THREADX_NOTHING, /* zero */
	PXT_THREADX_OBJECT,  /* the address of the object of that type */
	PXT_THREADX_SELF,    /* that of the thread */
	PXT_THREADX_HEAP,    /* that of the process's memory */
	PXT_THREADX_OWNER,   /* of the mutex: that of the thread that has it */
	PXT_THREADX_HELD,    /* whether somebody has the mutex */
	PXT_THREADX_FIELD,   /* a field's number, or a constant without it */
};

/* What an event says of its thread. */
enum pxt_threadx_role {
	PXT_THREADX_CALLS,
	PXT_THREADX_WAITS, /* from now on */
	PXT_THREADX_GOES,  /* on; the event that it had waited with stands for
			    * this one, too */
	PXT_THREADX_SWITCHES,	/* it is of the thread that it names */
	PXT_THREADX_INTERRUPTS, /* it is none: what it has is an interrupt */
	PXT_THREADX_TRANSFERS,	/* it receives, or, if operateType is odd,
				 * sends, which is the next id */
};

/* ... of a mutex. */
enum pxt_threadx_effect {
	PXT_THREADX_SAME,
	PXT_THREADX_TAKES,
	PXT_THREADX_LEAVES,
};

struct pxt_threadx_word_rule {
	enum pxt_threadx_what what;
	const char *field;
	uint32_t constant;
};

struct pxt_threadx_meaning {
	const char *name;
	uint16_t id;   /* 0: only what it says of its thread */
	uint8_t type;  /* of the object, as in the registry; 0: none */
	uint8_t state; /* of the thread, while it waits */
	enum pxt_threadx_role role;
	enum pxt_threadx_effect effect;
	struct pxt_threadx_word_rule word[4];
};

/* What an event of that name means, or NULL. */
const struct pxt_threadx_meaning *pxt_threadx_vocabulary_find(const char *name);

#endif
