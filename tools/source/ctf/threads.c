/*
 * threads.c - whose events those of a CTF trace are
 */
#include <stdio.h>
#include <string.h>

#include "source/ctf/threads.h"

void ctf_threads_fini(struct ctf_threads *threads)
{
	pxt_map_fini(&threads->processes);
}

/* Names */

static void send(struct ctf_threads *threads, int32_t pid, int32_t tid,
		 const char *name)
{
	const struct ctf_frame_thread thread = { pid, tid };

	ctf_frames_begin(threads->frames, CTF_FRAME_THREAD);
	ctf_frames_put(threads->frames, &thread, sizeof(thread));
	ctf_frames_put_text(threads->frames, name);
	ctf_frames_end(threads->frames);
}

/* LTTng has threads of its own in a program, which are called after it and itself:
 * "orders-ust". */
static void send_process(struct ctf_threads *threads, int32_t pid,
			 const char *name)
{
	static const char suffix[] = "-ust";
	const size_t len = strlen(name), less = sizeof(suffix) - 1;
	char program[32];

	if (len <= less || len >= sizeof(program) ||
	    strcmp(name + len - less, suffix)) {
		send(threads, pid, 0, name);
		return;
	}
	snprintf(program, sizeof(program), "%.*s", (int)(len - less), name);
	send(threads, pid, 0, program);
}

/* A process has the name of its first thread, or of any until that is known. */
static void send_name(struct ctf_threads *threads, struct ctf_thread thread,
		      const char *name, bool is_first)
{
	if (threads->is_ours || thread.pid == thread.tid)
		send(threads, thread.pid, 0, name);
	else if (is_first)
		send_process(threads, thread.pid, name);
	if (!threads->is_ours && thread.pid != thread.tid)
		send(threads, thread.pid, thread.tid, name);
}

static void name_thread(struct ctf_threads *threads, struct ctf_thread thread,
			const char *name)
{
	const unsigned at =
		(unsigned)(thread.tid * 31 + thread.pid) % CTF_NAMED;
	size_t *process;
	bool is_first;

	if (!thread.pid || !*name ||
	    (threads->named[at].thread.tid == thread.tid &&
	     threads->named[at].thread.pid == thread.pid &&
	     !strncmp(threads->named[at].name, name,
		      sizeof(threads->named[at].name) - 1)))
		return;
	threads->named[at].thread = thread;
	snprintf(threads->named[at].name, sizeof(threads->named[at].name), "%s",
		 name);
	/* Processes are at numbers that no thread has. */
	process = pxt_map_at_number(&threads->processes,
				    (uint64_t)1 << 32 | (uint32_t)thread.pid);
	is_first = process && !*process;
	if (process)
		*process = 1;
	send_name(threads, thread, name, is_first);
}

/* The kernel's threads */

static int32_t process_of(const struct ctf_threads *threads, int32_t tid)
{
	const size_t pid =
		pxt_map_get_number(&threads->processes, (uint32_t)tid);

	return pid ? (int32_t)pid : tid;
}

static void set_process(struct ctf_threads *threads, int64_t tid, int64_t pid)
{
	size_t *at;

	if (tid <= 0 || tid > INT32_MAX || pid <= 0 || pid > INT32_MAX)
		return;
	at = pxt_map_at_number(&threads->processes, (uint64_t)tid);
	if (at)
		*at = (size_t)pid;
}

static void switch_to(struct ctf_threads *threads, const bt_field *payload,
		      int64_t cpu)
{
	const char *name = ctf_facts_member_text(payload, "next_comm");
	int64_t tid;

	if (!ctf_facts_member_number(payload, "next_tid", &tid) || tid < 0 ||
	    tid > INT32_MAX)
		return;
	threads->cpu[cpu].is_known = true;
	threads->cpu[cpu].thread = (struct ctf_thread){
		.pid = process_of(threads, (int32_t)tid),
		.tid = (int32_t)tid,
	};
	if (name)
		name_thread(threads, threads->cpu[cpu].thread, name);
}

static void learn_state(struct ctf_threads *threads, const bt_field *payload)
{
	const char *name = ctf_facts_member_text(payload, "name");
	int64_t tid, pid;

	if (!ctf_facts_member_number(payload, "tid", &tid) ||
	    !ctf_facts_member_number(payload, "pid", &pid))
		return;
	set_process(threads, tid, pid);
	if (name && tid > 0 && tid <= INT32_MAX && pid > 0 && pid <= INT32_MAX)
		name_thread(threads,
			    (struct ctf_thread){ (int32_t)pid, (int32_t)tid },
			    name);
}

static bool find_cpu(const struct ctf_facts *facts,
		     const struct ctf_fields *fields, int64_t *cpu)
{
	return ctf_facts_number(facts, CTF_FACT_CPU, fields, cpu) &&
	       *cpu >= 0 && *cpu < CTF_CPUS;
}

/* A program says its name from a thread of LTTng's. */
static void learn_name(struct ctf_threads *threads,
		       const struct ctf_facts *facts,
		       const struct ctf_fields *fields)
{
	const char *name =
		ctf_facts_member_text(fields->field[CTF_PAYLOAD], "procname");
	int64_t pid;

	if (name && ctf_facts_process(facts, fields, &pid))
		send(threads, (int32_t)pid, 0, name);
}

void ctf_threads_learn(struct ctf_threads *threads, const char *event,
		       const struct ctf_facts *facts,
		       const struct ctf_fields *fields)
{
	const bt_field *payload = fields->field[CTF_PAYLOAD];
	int64_t cpu, tid, pid;

	if (!strcmp(event, "sched_switch")) {
		if (find_cpu(facts, fields, &cpu))
			switch_to(threads, payload, cpu);
	} else if (!strcmp(event, "lttng_ust_statedump:procname")) {
		learn_name(threads, facts, fields);
	} else if (!strcmp(event, "lttng_statedump_process_state")) {
		learn_state(threads, payload);
	} else if (!strcmp(event, "sched_process_fork") &&
		   ctf_facts_member_number(payload, "child_tid", &tid) &&
		   ctf_facts_member_number(payload, "child_pid", &pid)) {
		set_process(threads, tid, pid);
	}
}

static struct ctf_thread running_thread(struct ctf_threads *threads,
					const struct ctf_facts *facts,
					const struct ctf_fields *fields)
{
	int64_t cpu;

	if (!find_cpu(facts, fields, &cpu))
		return (struct ctf_thread){ 0, 0 };
	if (!threads->cpu[cpu].is_known && threads->is_kernel &&
	    !threads->has_told) {
		threads->has_told = true;
		ctf_frames_text(threads->frames, CTF_FRAME_TELL,
				"events of a processor have no thread before "
				"its first sched_switch");
	}
	return threads->cpu[cpu].thread;
}

/* The process of a trace that has one, by its environment. */
static void name_only(struct ctf_threads *threads,
		      const struct ctf_facts *facts)
{
	size_t *process;

	if (!facts->program || threads->only == facts->pid)
		return;
	threads->only = facts->pid;
	process = pxt_map_at_number(&threads->processes,
				    (uint64_t)1 << 32 | (uint32_t)facts->pid);
	if (process && !*process) {
		*process = 1;
		send(threads, facts->pid, 0, facts->program);
	}
}

struct ctf_thread ctf_threads_find(struct ctf_threads *threads,
				   const struct ctf_facts *facts,
				   const struct ctf_fields *fields)
{
	const bt_field *name = ctf_facts_field(facts, CTF_FACT_NAME, fields);
	struct ctf_thread thread;
	int64_t pid = 0, tid = 0;

	name_only(threads, facts);
	if (!ctf_facts_number(facts, CTF_FACT_TID, fields, &tid)) {
		thread = running_thread(threads, facts, fields);
		if (ctf_facts_process(facts, fields, &pid))
			thread.pid = (int32_t)pid;
	} else {
		thread.tid = (int32_t)tid;
		thread.pid = ctf_facts_process(facts, fields, &pid) ?
				     (int32_t)pid :
				     process_of(threads, thread.tid);
	}
	if (name && bt_field_get_class_type(name) == BT_FIELD_CLASS_TYPE_STRING)
		name_thread(threads, thread, ctf_facts_text(name));
	return thread;
}
