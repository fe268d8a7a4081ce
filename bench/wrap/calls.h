/*
 * calls.h - what a program measures that tracers of its calls trace
 */
#ifndef CALLS_H
#define CALLS_H

/* Nanoseconds. */
struct calls {
	double locks; /* locking and unlocking a free mutex */
	double reads; /* reading a byte, which is a system call */
};

#endif
