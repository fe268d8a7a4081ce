/*
 * own_facts.h - what never changes while a process runs a program, read once
 *
 * To find out its PID namespace, or when it started, takes a process some calls
 * of the system, which know the answer already at the second time. The facts are
 * kept in memory that the kernel wipes in a child: in another namespace the
 * child may have its parent's number.
 */
#ifndef PXT_BASE_OWN_FACTS_H
#define PXT_BASE_OWN_FACTS_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum pxt_own_fact {
	PXT_OWN_SPACE, /* pxt_space_own() */
	PXT_OWN_START, /* pxt_proc_own() */
	PXT_OWN_IMAGE,
	PXT_OWN_SERIAL, /* pxt_proc_serial() */
	PXT_OWN_FACTS,
};

struct pxt_own_facts {
	_Atomic pid_t pid; /* the process; 0: nothing is known */
	_Atomic uint64_t fact[PXT_OWN_FACTS]; /* 0: not known */
};

/* Keeps facts there from now on: zeroed memory that stays. Without it nothing is
 * kept. */
void pxt_own_facts_init(struct pxt_own_facts *memory);

/* A fact of the caller; 0: not kept. Safe in signal handlers, as is the next
 * one. */
uint64_t pxt_own_fact(enum pxt_own_fact which);

/* The facts of the caller, of which some may not be known; NULL: none is kept.
 * For who needs several: each question costs a call of the system. */
struct pxt_own_facts *pxt_own_facts(void);

/* Keeps a fact of the caller. */
void pxt_own_fact_keep(enum pxt_own_fact which, uint64_t fact);

#endif
