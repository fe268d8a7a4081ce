/*
 * track_tree.c - tracks: processes, threads, lanes, objects, counters, losses
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/perfetto/track_tree.h"

static void close_track(struct track *track)
{
	if (!track)
		return;
	free(track->name);
	free(track->unit);
	free(track);
}

static void close_list(struct track_list *list)
{
	for (size_t i = 0; i < list->room; i++)
		close_track(list->track[i]);
	free(list->track);
}

/* The first stack of a thread is its own track. */
static void close_stacks(struct track_tree *tracks)
{
	for (size_t i = 0; i < tracks->stacks.room; i++)
		if (tracks->stacks.track[i] &&
		    tracks->stacks.track[i]->kind == TRACK_CHILD)
			close_track(tracks->stacks.track[i]);
	free(tracks->stacks.track);
}

void track_tree_fini(struct track_tree *tracks)
{
	close_stacks(tracks);
	close_list(&tracks->processes);
	close_list(&tracks->threads);
	close_list(&tracks->lanes);
	close_list(&tracks->losses);
	close_list(&tracks->counters);
	pxt_map_fini(&tracks->counter);
	machines_fini(&tracks->machines);
}

/* Returns the place of a track in a list, or NULL. */
static struct track **find_place(struct track_tree *tracks,
				 struct track_list *list, size_t number)
{
	if (!tracks->packets->error)
		tracks->packets->error = pxt_array_reserve_zeroed(
			&list->track, &list->room, number + 1,
			sizeof(*list->track));
	return tracks->packets->error ? NULL : &list->track[number];
}

/* Copies a name or a unit, in UTF-8. */
static char *copy(struct track_tree *tracks, const char *from)
{
	char text[BRIDGE_TEXT];

	bridge_text(tracks->bridge, text, sizeof(text), from, strlen(from));
	return strdup(text);
}

static struct track *make(struct track_tree *tracks, const struct track *wanted,
			  const char *name, const char *unit)
{
	struct track *track = malloc(sizeof(*track));

	if (track) {
		*track = *wanted;
		track->uuid = ++tracks->count;
		track->name = copy(tracks, name);
		track->unit = copy(tracks, unit);
	}
	if (track && track->name && track->unit)
		return track;
	close_track(track);
	tracks->packets->error = ENOMEM;
	return NULL;
}

/* Processes and threads */

static struct track *find_process(struct track_tree *tracks, uint32_t process)
{
	const unsigned origin =
		tracks->bridge->processes.entity[process].origin;
	struct track **place = find_place(tracks, &tracks->processes, process);
	struct track wanted = { .kind = TRACK_PROCESS, .number = process };

	if (!place || *place)
		return place ? *place : NULL;
	tracks->packets->error =
		machines_find(&tracks->machines, origin, &wanted.machine);
	if (!tracks->packets->error)
		*place = make(tracks, &wanted, "", "");
	return *place;
}

struct track *track_tree_thread(struct track_tree *tracks, uint32_t thread)
{
	struct track **place = find_place(tracks, &tracks->threads, thread);
	struct track wanted = { .kind = TRACK_THREAD, .number = thread };
	const uint32_t process = tracks->bridge->process_of[thread];

	if (!place || *place)
		return place ? *place : NULL;
	wanted.above = find_process(tracks, process);
	if (!wanted.above)
		return NULL;
	if (!tracks->bridge->threads.entity[thread].tid)
		return wanted.above;
	wanted.machine = wanted.above->machine;
	*place = make(tracks, &wanted, "", "");
	return *place;
}

/* Bars */

static struct track *make_child(struct track_tree *tracks, struct track *above,
				const char *name)
{
	const struct track wanted = {
		.kind = TRACK_CHILD,
		.above = above,
		.machine = above->machine,
	};

	return make(tracks, &wanted, name, "");
}

/* Leaves a track whose times are later than that of the next bar. It goes when
 * its last bar has ended. */
static bool leave(struct track **place, int64_t ns)
{
	struct track *track = *place;

	if (!track || ns >= track->latest_ns)
		return false;
	*place = NULL;
	track->is_left = true;
	if (!track->open && track->kind == TRACK_CHILD)
		close_track(track);
	return true;
}

struct track *track_tree_stack(struct track_tree *tracks, uint32_t thread,
			       int64_t ns)
{
	struct track *own = track_tree_thread(tracks, thread);
	struct track **place = find_place(tracks, &tracks->stacks, thread);

	if (!own || !place)
		return NULL;
	if (leave(place, ns))
		*place =
			make_child(tracks, own, "after the clock was set back");
	else if (!*place)
		*place = own;
	return *place;
}

struct track *track_tree_lane(struct track_tree *tracks, uint32_t lane,
			      uint32_t process, const char *name, int64_t ns)
{
	struct track *above = find_process(tracks, process);
	struct track **place = find_place(tracks, &tracks->lanes, lane);

	if (!above || !place)
		return NULL;
	leave(place, ns);
	if (!*place)
		*place = make_child(tracks, above, name);
	return *place;
}

struct track *track_tree_loss(struct track_tree *tracks, uint32_t thread,
			      int64_t ns)
{
	const pid_t tid = tracks->bridge->threads.entity[thread].tid;
	struct track *above =
		find_process(tracks, tracks->bridge->process_of[thread]);
	struct track **place = find_place(tracks, &tracks->losses, thread);
	char name[32] = "lost";

	if (!above || !place)
		return NULL;
	if (tid)
		snprintf(name, sizeof(name), "lost %d", (int)tid);
	leave(place, ns);
	if (!*place)
		*place = make_child(tracks, above, name);
	return *place;
}

void track_tree_open(struct track *track, int64_t ns)
{
	track->open++;
	track->latest_ns = ns;
}

bool track_tree_close(struct track *track, int64_t *ns)
{
	const bool is_right = *ns >= track->latest_ns;

	if (!is_right)
		*ns = track->latest_ns;
	track->latest_ns = *ns;
	track->open--;
	return is_right;
}

void track_tree_release(struct track *track)
{
	if (track->is_left && !track->open && track->kind == TRACK_CHILD)
		close_track(track);
}

/* Counters */

static struct track *make_counter(struct track_tree *tracks, uint32_t name,
				  const char *unit)
{
	struct track wanted = { .kind = TRACK_COUNTER };

	wanted.above = find_process(tracks, tracks->bridge->process);
	if (!wanted.above)
		return NULL;
	wanted.machine = wanted.above->machine;
	return make(tracks, &wanted, texts_get(&tracks->bridge->names, name),
		    unit);
}

struct track *track_tree_counter(struct track_tree *tracks, uint32_t name,
				 const char *unit)
{
	const uint64_t key = (uint64_t)tracks->bridge->process << 32 | name;
	size_t *number = pxt_map_at_number(&tracks->counter, key);
	struct track **place;

	if (!number) {
		tracks->packets->error = ENOMEM;
		return NULL;
	}
	if (!*number)
		*number = tracks->counter.count;
	place = find_place(tracks, &tracks->counters, *number - 1);
	if (place && !*place)
		*place = make_counter(tracks, name, unit);
	return place ? *place : NULL;
}

/* Declarations */

static void name_process(struct track_tree *tracks, const struct track *track,
			 Perfetto__ProcessDescriptor *process)
{
	char *name = packets_take(tracks->packets, BRIDGE_TEXT);

	if (!name)
		return;
	bridge_process_name(tracks->bridge, track->number, name);
	process->has_pid = true;
	process->pid = tracks->bridge->processes.entity[track->number].pid;
	process->has_process_name = true;
	process->process_name = packets_bytes(name, strlen(name));
}

static void name_thread(struct track_tree *tracks, const struct track *track,
			Perfetto__ThreadDescriptor *thread)
{
	const struct entity *its =
		&tracks->bridge->threads.entity[track->number];
	char *name = packets_take(tracks->packets, BRIDGE_TEXT);

	if (!name)
		return;
	bridge_thread_name(tracks->bridge, track->number, name);
	thread->has_pid = thread->has_tid = true;
	thread->pid = its->pid;
	thread->tid = its->tid;
	thread->has_thread_name = true;
	thread->thread_name = packets_bytes(name, strlen(name));
}

static void describe(struct track_tree *tracks, struct track *track)
{
	Perfetto__ProcessDescriptor process =
		PERFETTO__PROCESS_DESCRIPTOR__INIT;
	Perfetto__ThreadDescriptor thread = PERFETTO__THREAD_DESCRIPTOR__INIT;
	Perfetto__CounterDescriptor counter =
		PERFETTO__COUNTER_DESCRIPTOR__INIT;
	Perfetto__TrackDescriptor descriptor = PERFETTO__TRACK_DESCRIPTOR__INIT;

	packets_begin(tracks->packets, &track->machine->sequence);
	descriptor.has_uuid = true;
	descriptor.uuid = track->uuid;
	descriptor.has_parent_uuid = track->above != NULL;
	descriptor.parent_uuid = track->above ? track->above->uuid : 0;
	descriptor.has_name = *track->name;
	descriptor.name = packets_bytes(track->name, strlen(track->name));
	if (track->kind == TRACK_PROCESS) {
		name_process(tracks, track, &process);
		descriptor.process = &process;
	} else if (track->kind == TRACK_THREAD) {
		name_thread(tracks, track, &thread);
		descriptor.thread = &thread;
	} else if (track->kind == TRACK_COUNTER) {
		counter.has_unit_name = *track->unit;
		counter.unit_name =
			packets_bytes(track->unit, strlen(track->unit));
		descriptor.counter = &counter;
	}
	tracks->packets->packet.track_descriptor = &descriptor;
	packets_write(tracks->packets);
}

static void declare(struct track_tree *tracks, struct track *track)
{
	if (track->generation == track->machine->sequence.generation)
		return;
	if (track->above)
		declare(tracks, track->above);
	describe(tracks, track);
	track->generation = track->machine->sequence.generation;
}

/* Words of "Linux 6.1.0 x86_64"; other systems are a word, whatever it is. */
static void tell_system(struct track_tree *tracks, struct machine *machine)
{
	const bool is_other = source_origin_is_other(&machine->origin);
	Perfetto__Utsname name = PERFETTO__UTSNAME__INIT;
	Perfetto__SystemInfo info = PERFETTO__SYSTEM_INFO__INIT;
	ProtobufCBinaryData *const word[] = { &name.sysname, &name.release,
					      &name.machine };
	protobuf_c_boolean *const has[] = { &name.has_sysname,
					    &name.has_release,
					    &name.has_machine };
	const char *at = machine->origin.system;
	char text[BRIDGE_TEXT];

	bridge_text(tracks->bridge, text, sizeof(text), at, strlen(at));
	at = text;
	for (int i = 0; i < 3 && *at; i++) {
		const size_t len =
			i < 2 && !is_other ? strcspn(at, " ") : strlen(at);

		*has[i] = true;
		*word[i] = packets_bytes(at, len);
		at += len + (at[len] == ' ');
	}
	packets_begin(tracks->packets, &machine->sequence);
	info.utsname = &name;
	tracks->packets->packet.system_info = &info;
	packets_write(tracks->packets);
}

static int64_t big_endian(const unsigned char *bytes)
{
	uint64_t number = 0;

	for (int i = 0; i < 8; i++)
		number = number << 8 | bytes[i];
	return (int64_t)number;
}

static void tell_uuid(struct track_tree *tracks, struct machine *machine)
{
	const unsigned char *bytes = machine->origin.uuid;
	Perfetto__TraceUuid uuid = PERFETTO__TRACE_UUID__INIT;

	uuid.has_msb = uuid.has_lsb = true;
	uuid.msb = big_endian(bytes);
	uuid.lsb = big_endian(bytes + 8);
	packets_begin(tracks->packets, &machine->sequence);
	tracks->packets->packet.trace_uuid = &uuid;
	packets_write(tracks->packets);
}

void track_tree_declare(struct track_tree *tracks, struct track *track,
			int64_t ns)
{
	struct packets_sequence *sequence = &track->machine->sequence;
	const bool is_first = !sequence->has_begun;

	packets_refresh(tracks->packets, sequence, ns, track->uuid);
	if (is_first && *track->machine->origin.system)
		tell_system(tracks, track->machine);
	if (is_first && !sequence->number)
		tell_uuid(tracks, track->machine);
	declare(tracks, track);
}
