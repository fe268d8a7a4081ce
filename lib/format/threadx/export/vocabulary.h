/*
 * vocabulary.h - equivalents of other systems' events in ThreadX
 *
 * Events are found by name: those of record --wrap, and those of LiteOS. An
 * event without the required object becomes a user event.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_VOCABULARY_H
#define PXT_FORMAT_THREADX_EXPORT_VOCABULARY_H

#include <stdint.h>

#include <trace_np.h>

/* The source of an information word. */
enum pxt_threadx_what {
	PXT_THREADX_NOTHING, /* zero */
	PXT_THREADX_OBJECT,  /* address of the object of that type */
	PXT_THREADX_SELF,    /* address of the thread */
	PXT_THREADX_HEAP,    /* address of the process's heap */
	PXT_THREADX_OWNER,   /* address of the thread that owns the mutex */
	PXT_THREADX_HELD,    /* 1 if the mutex is owned */
	PXT_THREADX_FIELD,   /* number of a field, or a constant without it */
};

/* The effect of an event on its thread. */
enum pxt_threadx_role {
	PXT_THREADX_CALLS,
	PXT_THREADX_WAITS, /* waits from now on */
	PXT_THREADX_GOES,  /* runs again; the event of the wait counts for this
			    * one, too */
	PXT_THREADX_SWITCHES,	/* switches to the thread that it names */
	PXT_THREADX_INTERRUPTS, /* interrupts: not a thread, but an interrupt */
	PXT_THREADX_TRANSFERS,	/* receives, or, with odd operateType, sends:
				 * the next id */
};

/* The effect on a mutex. */
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
	uint16_t id;   /* 0: only the effect on its thread */
	uint8_t type;  /* type of the object in the registry; 0: none */
	uint8_t state; /* state of the waiting thread */
	enum pxt_threadx_role role;
	enum pxt_threadx_effect effect;
	struct pxt_threadx_word_rule word[4];
};

/* Finds the equivalent of an event by name, or NULL. */
const struct pxt_threadx_meaning *pxt_threadx_vocabulary_find(const char *name);

#endif
