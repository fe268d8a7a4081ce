/*
 * cmd_doctor.c - obstacles to a trace
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/pid.h"
#include "common/proc.h"
#include "common/talk.h"
#include "common/text.h"
#include "inventory/health.h"
#include "inventory/inventory.h"
#include "record/candidates.h"

struct options {
	pid_t pid;
};

enum { TEXT_TAME = 256 };

/* Result of the checks so far. */
struct doctor {
	unsigned complaints;
	int status; /* gravest status, or 0 */
};

static const struct argp_option option_table[] = {
	{ "pid", 'p', "PID|NAME", 0, "look at this process, too", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'p':
		options->pid = candidates_must_choose(arg);
		return 0;
	case ARGP_KEY_ARG:
		misuse(state, "%s: no arguments are expected", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "",
	.doc = "tell why nothing is recorded, and what to try"
	       "\vThe command checks the machine, and with -p a process and "
	       "the streams that trace it; each obstacle comes with a remedy "
	       "to try."
	       "\n\nExit status: 0 no obstacle was found; 1 an obstacle was "
	       "found; 2 wrong usage; 5 the process is another user's; 6 no "
	       "such process.",
};

/* Reports an obstacle, and a remedy. */
__attribute__((format(printf, 3, 4))) static void
complain(struct doctor *doctor, const char *remedy, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	fputs("  ", stdout);
	vprintf(format, ap);
	va_end(ap);
	printf("   try: %s\n", remedy);
	doctor->complaints++;
	if (!doctor->status)
		doctor->status = EXIT_NOTHING;
}

static const char *yes_or_no(bool yes)
{
	return yes ? "yes" : "no";
}

/* The machine */

static void tell_clock(void)
{
	char source[32];
	const bool is_tsc = health_clock(source, sizeof(source));

	printf("clock: %s%s\n", source,
	       is_tsc ? ", stable" : "; an event costs a call of the system");
}

static void look_at_room(struct doctor *doctor)
{
	char free[TEXT_MAX], all[TEXT_MAX];
	struct health_room room;
	int err = health_room(&room);

	if (err) {
		printf("  %s: %s          ", room.path, strerror(err));
		tell_clock();
		complain(doctor, "mount a tmpfs there",
			 "there is no place for streams");
		return;
	}
	printf("  %s: %s free of %s          ", room.path,
	       text_size(free, room.free), text_size(all, room.size));
	tell_clock();
	if (!room.is_memory)
		complain(doctor, "POSIXTRACE_DIR on a tmpfs",
			 "it is no memory, but a disk: events are slow");
	if (room.free < HEALTH_ROOM_LEAST)
		complain(doctor, "posixtrace recover, and posixtrace ls",
			 "there is no room for a stream of 4 MiB");
	if (room.state == HEALTH_UNSAFE)
		complain(doctor,
			 "chmod 0700, and chown, or another "
			 "POSIXTRACE_DIR",
			 "the directory is not yours alone, and not used");
}

static void look_at_kernel(struct doctor *doctor)
{
	if (!health_has_barrier())
		complain(doctor,
			 "a kernel, or a container's policy, that "
			 "allows membarrier(2)",
			 "stopping and reading streams is not exact");
}

static void tell_narrow(const char *file, unsigned long long mapped,
			unsigned long long size)
{
	char part[TEXT_MAX], all[TEXT_MAX], name[TEXT_TAME];

	text_tame(name, sizeof(name), file);
	printf("   %s: %s of %s mapped, for want of address space\n", name,
	       text_size(part, mapped), text_size(all, size));
}

static void tell_space(pid_t pid)
{
	char limit[TEXT_MAX], used[TEXT_MAX], stream[TEXT_MAX];
	struct health_space space;

	if (!health_space(pid, &space))
		return;
	printf("   address space: %s of %s used; a stream takes %s of it at "
	       "most\n",
	       text_size(used, space.used), text_size(limit, space.limit),
	       text_size(stream, space.stream));
	health_list_narrow(pid, tell_narrow);
}

static void look_at_limits(struct doctor *doctor)
{
	const unsigned long long size = health_file_limit();
	char text[TEXT_MAX];

	if (size < HEALTH_FILE_LEAST)
		complain(doctor, "ulimit -f unlimited",
			 "files may have %s only: no stream can be made",
			 text_size(text, size));
	tell_space(getpid());
	if (health_is_disabled())
		complain(doctor, "unset POSIXTRACE_DISABLE",
			 "POSIXTRACE_DISABLE is set here");
}

static void look_at_machine(struct doctor *doctor)
{
	look_at_room(doctor);
	look_at_kernel(doctor);
	look_at_limits(doctor);
}

/* Streams */

static void look_at_stream(struct doctor *doctor,
			   const struct posix_trace_stream_np *stream)
{
	char label[2 * INVENTORY_NAME], remedy[3 * INVENTORY_NAME],
		lost[TEXT_MAX];

	inventory_label(stream, label, sizeof(label));
	if (!stream->controller_lives) {
		complain(doctor, "posixtrace recover",
			 "stream %s: its controller (%d) is gone", label,
			 (int)stream->controller);
		return;
	}
	if (inventory_state(stream) == INVENTORY_STOPPED) {
		snprintf(remedy, sizeof(remedy), "posixtrace start %s", label);
		complain(doctor, remedy, "stream %s: it is stopped", label);
	}
	if (inventory_state(stream) == INVENTORY_STUFFED)
		complain(doctor, "a larger stream, or the policy loop or flush",
			 "stream %s: it is full, and records nothing", label);
	if (stream->filtered)
		printf("  stream %s: its filter leaves out %u types of "
		       "events\n",
		       label, stream->filtered);
	if (stream->unreached)
		complain(doctor, "posixtrace doctor -p, while it happens",
			 "stream %s: %s event%s lost because a process could "
			 "not map it, or told that they are lost",
			 label, text_count(lost, stream->unreached),
			 stream->unreached == 1 ? " was" : "s were");
	if (stream->lost)
		complain(doctor, "a larger stream",
			 "stream %s: %s event%s found no room", label,
			 text_count(lost, stream->lost),
			 text_plural(stream->lost));
}

static void look_at_streams(struct doctor *doctor,
			    const struct inventory *inventory)
{
	for (size_t i = 0; i < inventory->stream_count; i++)
		look_at_stream(doctor, &inventory->streams[i].is);
}

/* A process */

static void tell_library(enum health_library library)
{
	switch (library) {
	case HEALTH_SAME:
		printf("yes (%s)", posix_trace_version_np());
		break;
	case HEALTH_OTHER:
		printf("yes (another one than that of this command)");
		break;
	case HEALTH_ABSENT:
		printf("no");
		break;
	case HEALTH_UNKNOWN:
		printf("not for us to see");
		break;
	}
}

static void tell_process(const struct inventory_process *process, pid_t pid,
			 enum health_library library, bool is_open)
{
	char command[INVENTORY_NAME];

	inventory_command(pid, command, sizeof(command));
	printf("%s (%d)  library loaded: ", command, (int)pid);
	tell_library(library);
	printf("   same user: %s   events defined: %u   streams: %u\n",
	       yes_or_no(is_open), process ? process->is.events : 0,
	       process ? process->is.streams : 0);
}

static int deny(struct doctor *doctor, pid_t pid)
{
	char owner[64];

	proc_owner(pid, owner, sizeof(owner));
	complain(doctor, "to be that user, or root",
		 "it belongs to %s, and cannot be traced by you", owner);
	return EXIT_DENIED;
}

static const char *cure_for(int err)
{
	switch (err) {
	case EMFILE:
		return "fewer open files there, or prlimit --nofile";
	case ENFILE:
		return "fewer open files, or sysctl fs.file-max";
	case ENOMEM:
		return "prlimit --as, or a smaller stream";
	}
	return "posixtrace ls, and to record it anew";
}

static void look_at_use(struct doctor *doctor, pid_t pid,
			const struct inventory_process *process,
			enum health_library library)
{
	char remedy[64], why[HEALTH_WHY];

	snprintf(remedy, sizeof(remedy), "posixtrace record -p %d", (int)pid);
	if (library == HEALTH_ABSENT && (!process || !process->is.events))
		return;
	/* Without its file, types that it has opened are invisible. */
	if ((!process || !process->is.events) &&
	    !health_has_no_file(pid, why, sizeof(why)))
		complain(doctor,
			 "posix_trace_eventid_open(), and "
			 "posix_trace_event()",
			 "it has opened no event so far");
	if (process && process->is.unreached)
		complain(doctor, cure_for(process->is.unreached),
			 "it cannot map a stream, and its events are lost: %s",
			 strerror(process->is.unreached));
	if (!process || !process->is.streams)
		complain(doctor, remedy,
			 "nothing is recorded because no stream traces this "
			 "process.");
}

static void complain_of(const struct health_obstacle *obstacle, void *doctor)
{
	complain(doctor, obstacle->remedy, "%s", obstacle->what);
}

static void look_at_description(trace_event_id_t event, const char *name,
				const char *description, void *doctor)
{
	char said[TEXT_TAME], remedy[TEXT_TAME], called[TEXT_TAME];
	const char *expected;
	size_t at;

	(void)event;
	if (!posix_trace_description_check_np(description, &at, &expected))
		return;
	text_tame(said, sizeof(said), description);
	text_tame(called, sizeof(called), name);
	snprintf(remedy, sizeof(remedy), "at character %zu %s", at + 1,
		 expected);
	complain(doctor, remedy, "the description of %s is refused: \"%s\"",
		 called, said);
}

static void look_at_process(struct doctor *doctor, pid_t pid,
			    const struct inventory *inventory, int err)
{
	const struct inventory_process *process =
		!err && inventory->process_count ? inventory->processes : NULL;
	const enum health_library library = health_library(pid);
	const bool is_open = proc_is_open(pid);

	tell_process(process, pid, library, is_open);
	if (!is_open) {
		doctor->status = deny(doctor, pid);
		return;
	}
	tell_space(pid);
	health_list_obstacles(pid, process ? process->is.events : 0,
			      complain_of, doctor);
	posix_trace_list_descriptions_np(pid, look_at_description, doctor);
	look_at_use(doctor, pid, process, library);
}

static int finish(const struct doctor *doctor)
{
	if (!doctor->complaints)
		printf("  nothing stands in the way\n");
	return doctor->status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct doctor doctor = { 0 };
	struct options options = { 0 };
	struct inventory inventory = { 0 };
	int err;

	arguments_parse(cmd, argc, argv, &options);
	err = inventory_take(&inventory, options.pid);
	if (err == ESRCH || err == ENOMEM)
		return pid_refuse(options.pid, err);
	if (options.pid)
		look_at_process(&doctor, options.pid, &inventory, err);
	if (!err)
		look_at_streams(&doctor, &inventory);
	look_at_machine(&doctor);
	inventory_fini(&inventory);
	return finish(&doctor);
}

const struct command cmd_doctor = {
	.name = "doctor",
	.argp = &argp,
	.run = run,
};
