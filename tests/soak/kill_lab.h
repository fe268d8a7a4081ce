/*
 * kill_lab.h - what all experiments of the kill lab have in common
 */
#ifndef TESTS_SOAK_KILL_LAB_H
#define TESTS_SOAK_KILL_LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "kill_ledger.h"

#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))

extern struct ledger *ledger;

/* A round of an experiment: all that is left to luck follows from its seed,
 * but for when things happen. */
void lab_begin_round(uint64_t seed, const char *mode);

/* Numbers below the limit, all of them as likely. */
unsigned lab_luck(unsigned limit);

/* Something is as it must not be. Only the first such thing of a round is
 * told; how the round was set up is told with it. */
void lab_miss(const char *format, ...) __attribute__((format(printf, 1, 2)));
void lab_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How many rounds had one. */
unsigned lab_misses(void);

/* A call that cannot fail, unless something is wrong with the lab or with the
 * library: that ends everything. */
void lab_check(int err, const char *what);

int64_t lab_now_ns(void);
void lab_sleep_us(unsigned us);

/* Processes: a child ends with the lab, or a minute after it. */
pid_t lab_fork(void);
void lab_limit_life(void);

/* Until it is dead, of SIGKILL; it remains to be reaped. */
void lab_kill(pid_t pid);
void lab_await_death(pid_t pid);
void lab_reap(pid_t pid);
void lab_await_success(pid_t pid);
void lab_reap_all(void);
void lab_await(const _Atomic unsigned *word, unsigned least);

/* The experiments. */
void lab_kill_program(void);
void lab_kill_controller(void);
void lab_kill_both(void);

/* These kill at every step-th place that there is, and say how many they
 * killed. */
unsigned lab_step(unsigned step);
unsigned lab_calls(unsigned step);

#endif
