/*
 * wrapped.h - what a program measures whose calls are wrapped
 */
#ifndef WRAPPED_H
#define WRAPPED_H

/* Nanoseconds, and ratios: medians of the rounds. */
struct wrapped {
	double event;	 /* an event of the size of a mutex's, recorded */
	double bare;	 /* locking and unlocking a free mutex */
	double recorded; /* that adds, if it is recorded */
	double events;	 /* the same, in recorded events */
	double masked;	 /* a call of a group adds that is not recorded */
	double filtered; /* a call adds whose event the stream filters out */
};

#endif
