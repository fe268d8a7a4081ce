/*
 * soak_plan.h - what the event of a lane and a number looks like
 *
 * Everything follows from scene, lane and number: type, length and bytes. So
 * an event that was altered, or that nobody made, is found out.
 *
 * Most events begin with a head that says whose they are. Brief ones, of less
 * than that, are of a type that only one event of its process has; the board
 * knows which one.
 */
#ifndef TESTS_SOAK_PLAN_H
#define TESTS_SOAK_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SOAK_TYPES = 8,
	SOAK_STEADY_TYPE = 7, /* never filtered; that brief ones have */
	SOAK_DATA_MAX = 8192,
};

struct soak_head {
	uint32_t number;
	uint16_t lane;
	uint16_t scene;
};

struct soak_plan {
	uint32_t type;
	uint32_t len;
	bool may_be_brief;
	uint32_t brief_len;
	const uint8_t *body;
	struct soak_head head;
};

void soak_plan_get(uint32_t scene, uint32_t lane, uint32_t number,
		   struct soak_plan *plan);

/* The type alone. */
uint32_t soak_plan_type(uint32_t scene, uint32_t lane, uint32_t number);

/* Write the event's len bytes. brief: it has no head. */
void soak_plan_fill(const struct soak_plan *plan, bool brief, void *data);

/* Are these the event's first len bytes? */
bool soak_plan_matches(const struct soak_plan *plan, bool brief,
		       const void *data, size_t len);

/* Names of types: write to 32 bytes; what a name means. brief: which one,
 * or -1. false: none of ours. */
void soak_plan_name(uint32_t type, char *name);
void soak_plan_brief_name(uint32_t brief, char *name);
bool soak_plan_parse(const char *name, uint32_t *type, int *brief);

#endif
