/* soak_plan.c - types, lengths and bytes out of a number */
#include "soak_plan.h"

#include <stdio.h>
#include <string.h>

#define POOL (SOAK_DATA_MAX + 1024)

static uint8_t pool[POOL];

static uint64_t mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static __attribute__((constructor)) void fill_pool(void)
{
	for (size_t i = 0; i < POOL; i++)
		pool[i] = (uint8_t)mix(i);
}

static uint64_t key_of(uint32_t scene, uint32_t lane, uint32_t number)
{
	return mix((uint64_t)scene << 48 ^ (uint64_t)lane << 32 ^ number);
}

static uint32_t type_of(uint64_t key)
{
	return key % SOAK_TYPES;
}

/* Mostly short, now and then longer than any stream takes. */
static uint32_t len_of(uint64_t key)
{
	const uint32_t kind = (uint32_t)(key >> 8) % 100;
	const uint32_t value = (uint32_t)(key >> 16) & 0xffff;
	const uint32_t head = sizeof(struct soak_head);

	if (kind < 75)
		return head + value % 57;
	if (kind < 96)
		return head + value % 505;
	if (kind < 99)
		return head + value % 4089;
	return head + value % (SOAK_DATA_MAX - head + 1);
}

uint32_t soak_plan_type(uint32_t scene, uint32_t lane, uint32_t number)
{
	return type_of(key_of(scene, lane, number));
}

void soak_plan_get(uint32_t scene, uint32_t lane, uint32_t number,
		   struct soak_plan *plan)
{
	const uint64_t key = key_of(scene, lane, number);

	plan->type = type_of(key);
	plan->len = len_of(key);
	plan->may_be_brief =
		plan->type == SOAK_STEADY_TYPE && (key >> 32) % 4 == 0;
	plan->brief_len = (uint32_t)(key >> 34) % sizeof(struct soak_head);
	plan->body = pool + (key >> 48) % (POOL - SOAK_DATA_MAX);
	plan->head = (struct soak_head){
		.number = number,
		.lane = (uint16_t)lane,
		.scene = (uint16_t)scene,
	};
}

void soak_plan_fill(const struct soak_plan *plan, bool brief, void *data)
{
	const size_t head = brief ? 0 : sizeof(plan->head);
	const size_t len = brief ? plan->brief_len : plan->len;

	memcpy(data, &plan->head, head);
	memcpy((uint8_t *)data + head, plan->body, len - head);
}

bool soak_plan_matches(const struct soak_plan *plan, bool brief,
		       const void *data, size_t len)
{
	const size_t head = brief ? 0 : sizeof(plan->head);

	return len >= head && !memcmp(data, &plan->head, head) &&
	       !memcmp((const uint8_t *)data + head, plan->body, len - head);
}

void soak_plan_name(uint32_t type, char *name)
{
	snprintf(name, 32, "soak-%u", type);
}

void soak_plan_brief_name(uint32_t brief, char *name)
{
	snprintf(name, 32, "brief-%u", brief);
}

bool soak_plan_parse(const char *name, uint32_t *type, int *brief)
{
	*brief = -1;
	if (sscanf(name, "soak-%u", type) == 1)
		return *type < SOAK_TYPES;
	*type = SOAK_STEADY_TYPE;
	return sscanf(name, "brief-%d", brief) == 1 && *brief >= 0;
}
