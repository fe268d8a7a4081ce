/*
 * life.h - what happens when a process begins, forks and ends
 *
 * The constructor and the destructor of the library, its handlers for fork, and
 * what makes a home (home.h). What the folder above wants to do then stands in
 * its hooks.
 */
#ifndef PXT_SESSION_TRACED_LIFE_H
#define PXT_SESSION_TRACED_LIFE_H

/* Constant, and in one place: the constructor of another library may come
 * before ours, when nobody has set anything yet. */
struct pxt_life_hooks {
	void (*begun)(void);  /* the program begins, and has all else */
	void (*forked)(void); /* in a child, before it makes its home */
	void (*ending)(void); /* the process ends, and has its files still */
};

/* The hooks of session/control/life_hooks.c. */
extern const struct pxt_life_hooks pxt_life_hooks
	__attribute__((visibility("hidden")));

#endif
