/*
 * life.h - begin, fork and end of a process
 *
 * The constructor and the destructor of the library, its handlers for fork, and
 * the making of a home (home.h). Actions of the folder above are hooks.
 */
#ifndef PXT_SESSION_TRACED_LIFE_H
#define PXT_SESSION_TRACED_LIFE_H

/* Constant, and defined once: another library's constructor may run first,
 * before anything could be set. */
struct pxt_life_hooks {
	void (*begun)(void);  /* the program begins, after everything else */
	void (*forked)(void); /* in a child, before it makes its home */
	void (*ending)(void); /* the process ends, with its files in place */
};

/* The hooks of session/control/life_hooks.c. */
extern const struct pxt_life_hooks pxt_life_hooks
	__attribute__((visibility("hidden")));

#endif
