/*
 * machines.c - the machines of a trace, each with its sequence of packets
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/perfetto/machines.h"

void machines_fini(struct machines *machines)
{
	for (size_t i = 0; i < machines->count; i++) {
		packets_sequence_fini(&machines->machine[i]->sequence);
		free(machines->machine[i]);
	}
	free(machines->machine);
	free(machines->of);
}

static bool is_of(const struct machine *machine,
		  const struct source_origin *origin)
{
	static const unsigned char unknown[sizeof(origin->boot)];

	return memcmp(origin->boot, unknown, sizeof(unknown)) &&
	       !memcmp(origin->boot, machine->origin.boot,
		       sizeof(origin->boot));
}

static int add(struct machines *machines, const struct source_origin *origin,
	       struct machine **machine)
{
	if (pxt_array_reserve(&machines->machine, &machines->room,
			      machines->count + 1, sizeof(*machines->machine)))
		return ENOMEM;
	*machine = calloc(1, sizeof(**machine));
	if (!*machine)
		return ENOMEM;
	(*machine)->sequence.number = (uint32_t)machines->count;
	(*machine)->origin = *origin;
	machines->machine[machines->count++] = *machine;
	return 0;
}

static int meet(struct machines *machines, unsigned number,
		struct machine **machine)
{
	struct source_origin origin;

	if (source_get_origin(machines->source, number, &origin))
		origin = (struct source_origin){ 0 };
	for (size_t i = 0; i < machines->count; i++) {
		*machine = machines->machine[i];
		if (is_of(*machine, &origin))
			return 0;
	}
	return add(machines, &origin, machine);
}

int machines_find(struct machines *machines, unsigned origin,
		  struct machine **machine)
{
	int err = 0;

	if (pxt_array_reserve_zeroed(&machines->of, &machines->origins,
				     (size_t)origin + 1, sizeof(*machines->of)))
		return ENOMEM;
	if (!machines->of[origin])
		err = meet(machines, origin, &machines->of[origin]);
	*machine = machines->of[origin];
	return err;
}
